import type { Flag } from "./command/spec.ts"
import { isReference, ownText } from "./input/files.ts"
import { readValue } from "./read-value.ts"

/** Reads the content of `@file`, or of stdin for `-`; `what` names the flag, for errors. */
export type ReadText = (source: string, what: string) => Promise<string>

/** Longer text from stdin is not repeated in a command. */
const maxWritten = 2_000

/** Reads a flag whose text may come from a file or stdin; returns its value and its typed form. */
export async function readLongText(flag: Flag, values: readonly string[], read: ReadText) {
  const texts: string[] = []
  const typed: string[] = []
  for (const text of values) {
    const content = isReference(text) ? trimmed(flag, await read(text, `--${flag.name}`)) : ownText(text)
    texts.push(content)
    typed.push(text === "-" ? retyped(flag, content) : text)
  }
  const [only = ""] = values
  // A file's content is always text, even the word `null`.
  const isText = flag.type === "string" && !flag.array
  return { value: isText && isReference(only) ? (texts[0] ?? "") : readValue(flag, texts), texts: typed }
}

/** A file's text as the flag's value: a line without its end, a list with commas. Long text stays unchanged. */
function trimmed(flag: Flag, content: string): string {
  if (flag.type === "map") return content.trim()
  if (flag.type === "string" && flag.array)
    return content
      .split(/[\r\n,]+/)
      .filter((part) => part.trim() !== "")
      .join(",")
  return flag.pattern?.startsWith("^[^\\u0000") ? content.replace(/\r?\n$/, "") : content
}

/** The typed form of text from stdin; `-` when it is too long, or would have another meaning. */
function retyped(flag: Flag, content: string): string {
  const isWord = content === "-" || (flag.nullable === true && content === "null")
  return isWord || content.length > maxWritten ? "-" : content.replace(/^@/, "@@")
}
