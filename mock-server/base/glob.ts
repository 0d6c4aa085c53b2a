/** Escapes a text for use in a regular expression. */
export const literalPattern = (text: string) => text.replace(/[.+*?^${}()|[\]\\]/g, "\\$&")

/**
 * Matches a text against a pattern in which `*` is any text. The pieces are found from left to right without backtracking: the
 * time is linear in the text.
 */
export function globMatcher(glob: string): (text: string) => boolean {
  const [first = "", ...rest] = glob.split(/\*+/)
  const last = rest.pop()
  if (last === undefined) return (text) => text === first
  return (text) => {
    const end = text.length - last.length
    if (end < first.length || !text.startsWith(first) || !text.endsWith(last)) return false
    let at = first.length
    for (const piece of rest) {
      const index = text.indexOf(piece, at)
      if (index < 0 || index + piece.length > end) return false
      at = index + piece.length
    }
    return true
  }
}
