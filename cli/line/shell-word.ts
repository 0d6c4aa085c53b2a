/** Terminal control and invisible characters, which no line of output may contain. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not get through
const unseen = /[\x00-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/
const everyUnseen = new RegExp(unseen, "g")

/** A shell-quoted word on one line, without terminal control characters. */
export function shellWord(word: string): string {
  if (/^[\w@%+:,./-][\w@%+=:,./-]*$/.test(word)) return word
  if (!unseen.test(word)) return `'${word.replaceAll("'", "'\\''")}'`
  // As bytes, because not every shell has another escape for invisible characters.
  const bytes = (character: string) =>
    [...Buffer.from(character)].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("")
  return `$'${word.replace(/[\\']/g, "\\$&").replace(everyUnseen, bytes)}'`
}
