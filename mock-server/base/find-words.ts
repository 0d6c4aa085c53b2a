/** A test for texts that contain each word of `search`, ignoring case; undefined for an empty search. */
export function findWords(search: string): ((text: string) => boolean) | undefined {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return undefined
  return (text) => {
    const small = text.toLowerCase()
    return words.every((word) => small.includes(word))
  }
}
