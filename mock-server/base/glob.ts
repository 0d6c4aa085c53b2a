/** A pattern for a text as it stands, to be put into a larger one. */
export const literalPattern = (text: string) => text.replace(/[.+*?^${}()|[\]\\]/g, "\\$&")

/**
 * Whether a text fits, where `*` stands for any text; without one, the text itself. Pieces are looked for from left to right and
 * never again, so that no pattern costs more than the text is long.
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
      const found = text.indexOf(piece, at)
      if (found < 0 || found + piece.length > end) return false
      at = found + piece.length
    }
    return true
  }
}
