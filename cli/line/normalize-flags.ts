import { UsageError } from "../terminal/errors/cli-error.ts"
import type { Flag } from "./command/spec.ts"
import { expandShortFlags, flagBefore, flagNamed } from "./flag-words.ts"
import { unknownFlag } from "./unknown-flag.ts"

/**
 * Expands words that yargs reads differently from `getopt`: short flags, also with an attached value (`-qojson`), and
 * switches with a value. A flag's value is never changed, whatever it looks like.
 * @throws UsageError for mistakes that yargs would accept.
 */
export function normalizeFlags(words: readonly string[], flags: readonly Flag[]): string[] {
  const spelled: string[] = []
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? ""
    if (word === "--") return [...spelled, ...words.slice(index)]
    if (isNegative(word, flags)) {
      spelled.push(word.includes("=") ? word : `${word}=true`)
      continue
    }
    if (isMisread(word, flags)) throw unknownFlag(word, flags)
    spelled.push(...expandShortFlags(word, flags).map((one) => normalizeSwitch(one, flags)))
    const flag = flagBefore(spelled.at(-1) ?? "", flags)
    const value = words[index + 1]
    if (!flag || value === undefined) continue
    if (value.startsWith("--") && flagNamed(value.slice(2), flags)) {
      const hint = `${value} follows; if that is its value, write --${flag.name}=${value}`
      throw new UsageError(`--${flag.name} needs a value`, hint)
    }
    spelled.push(value)
    index += 1
  }
  return spelled
}

/** Names that yargs reserves, and words that it treats as arguments. */
const reserved = /^(--?(no-)?(_|\$0|get-yargs-completions)|---+)(=|$)/

/** True for a word that yargs would treat as its own syntax, or as `--no-` before a flag that takes a value. */
function isMisread(word: string, flags: readonly Flag[]): boolean {
  const [, off = ""] = /^--no-([^=]+)/.exec(word) ?? []
  return reserved.test(word) || (flagNamed(off, flags)?.type ?? "boolean") !== "boolean"
}

/** True for a flag that is called `no-…`: yargs would take the rest of its name for the flag. */
const isNegative = (word: string, flags: readonly Flag[]) =>
  word.startsWith("--no-") && flagNamed(word.slice(2).replace(/=.*/s, ""), flags) !== undefined

/** Converts `--no-name=false` to `--name=true`; yargs would treat anything but `true` as `false`. */
function normalizeSwitch(word: string, flags: readonly Flag[]): string {
  const [, no = "", name = "", text] = /^--(no-)?([^=]+)=(.*)$/s.exec(word) ?? []
  if (flagNamed(name, flags)?.type !== "boolean") return word
  if (text !== "true" && text !== "false")
    throw new UsageError(`--${no}${name} is true or false, not ${JSON.stringify(text)}`)
  return `--${name}=${(text === "true") === (no === "")}`
}
