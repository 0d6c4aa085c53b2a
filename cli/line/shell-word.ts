/** What a terminal acts on or does not show: no line of output may hold it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not get through
const unseen = /[\x00-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/
const everyUnseen = new RegExp(unseen, "g")

/** A word as a shell takes it, on one line and with nothing in it that a terminal would act on. */
export function shellWord(word: string): string {
  if (/^[\w@%+:,./-][\w@%+=:,./-]*$/.test(word)) return word
  if (!unseen.test(word)) return `'${word.replaceAll("'", "'\\''")}'`
  // Bytes, because not every shell knows other ways to name what cannot be seen.
  const bytes = (character: string) =>
    [...Buffer.from(character)].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("")
  return `$'${word.replace(/[\\']/g, "\\$&").replace(everyUnseen, bytes)}'`
}
