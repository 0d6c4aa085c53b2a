/** Tells texts in which each word of `search` stands, in small letters or large; undefined where nothing is looked for. */
export function findWords(search: string): ((text: string) => boolean) | undefined {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return undefined
  return (text) => {
    const small = text.toLowerCase()
    return words.every((word) => small.includes(word))
  }
}
