import type { Flag } from "../command/spec.ts"
import { isElsewhere, ownText } from "../input/files.ts"
import { readValue } from "./read-value.ts"

/** Reads what `@file`, or `-` for stdin, holds; `what` names the flag, for errors. */
export type ReadText = (given: string, what: string) => Promise<string>

/** Past this, text from stdin is not written out again. */
const maxWritten = 2_000

/** The value of a flag whose text can be in a file or come by stdin, and how it is typed to have it again. */
export async function readLongText(flag: Flag, given: readonly string[], read: ReadText) {
  const whole: string[] = []
  const typed: string[] = []
  for (const text of given) {
    const content = isElsewhere(text) ? trimmed(flag, await read(text, `--${flag.name}`)) : ownText(text)
    whole.push(content)
    typed.push(text === "-" ? retyped(flag, content) : text)
  }
  const [only = ""] = given
  // What a file says is text: not even the word `null` stands for something else.
  const isText = flag.type === "string" && !flag.array
  return { value: isText && isElsewhere(only) ? (whole[0] ?? "") : readValue(flag, whole), texts: typed }
}

/** Text of a file as the flag takes it: a line without its end, a list with commas. Only long text stays as it is. */
function trimmed(flag: Flag, content: string): string {
  if (flag.type === "map") return content.trim()
  if (flag.type === "string" && flag.array)
    return content
      .split(/[\r\n,]+/)
      .filter((part) => part.trim() !== "")
      .join(",")
  return flag.pattern?.startsWith("^[^\\u0000") ? content.replace(/\r?\n$/, "") : content
}

/** How text that came by stdin is typed; `-` where it is too long for that, or would mean something else. */
function retyped(flag: Flag, content: string): string {
  const isWord = content === "-" || (flag.nullable === true && content === "null")
  return isWord || content.length > maxWritten ? "-" : content.replace(/^@/, "@@")
}
