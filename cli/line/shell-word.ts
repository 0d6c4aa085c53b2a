import { type CleanText, cleanFor, invisible } from "../../sdk/contract/core/clean-text.ts"

/** Text to paste into a shell. */
export type ShellText = CleanText<"shell">

/** Terminal control and invisible characters, which no line of output may contain, and halves of characters. */
const unseen = new RegExp(`[\\p{Cc}\\p{Cs}]|${invisible.source}`, "gu")

/** A shell-quoted word on one line, without terminal control characters. */
export function shellWord(word: string): ShellText {
  return cleanFor("shell", quoted(word))
}

/** A line of words. */
export const shellLine = (...words: readonly ShellText[]): ShellText => cleanFor("shell", words.join(" "))

/** A command line with words in it, each quoted. */
export const shell = (parts: TemplateStringsArray, ...words: readonly (string | number)[]): ShellText =>
  cleanFor("shell", String.raw({ raw: parts }, ...words.map((word) => quoted(String(word)))))

function quoted(word: string): string {
  if (/^[\w@%+:,./-][\w@%+=:,./-]*$/.test(word)) return word
  if (word.search(unseen) < 0) return `'${word.replaceAll("'", "'\\''")}'`
  // As bytes, because not every shell has another escape for invisible characters.
  const bytes = (characters: string) =>
    [...Buffer.from(characters)].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("")
  return `$'${word.replace(/[\\']/g, "\\$&").replace(unseen, bytes)}'`
}
