/** Where a row ends, or where its quotes turn out not to pair. */
export interface RowEnd {
  /** Bytes up to that position. */
  readonly size: number
  /** Line ends inside its cells. */
  readonly lines: number
  readonly problem?: string
}

const notClosed = "has a quote that is not closed"
export const textAfterQuote = "has text after a closing quote"

export const [quote, comma, lf, cr, space, tab] = [34, 44, 10, 13, 32, 9]

/** Finds the end of a row in any number of chunks without keeping them. */
export function rowEnd(portions: Iterable<Uint8Array>): RowEnd {
  let state: "blank" | "bare" | "quoted" | "closed" = "blank"
  let last: number | undefined
  let size = 0
  let lines = 0
  for (const bytes of portions) {
    for (let at = 0; at < bytes.length; at++, size++) {
      const byte = bytes[at]
      if (state === "quoted") {
        if (byte === quote) state = "closed"
        else if (byte === cr || (byte === lf && last !== cr)) lines++
      } else if (byte === lf || byte === cr) return { size, lines }
      else if (byte === comma) state = "blank"
      else if (byte === quote && (state === "blank" || (state === "closed" && last === quote))) state = "quoted"
      else if (byte !== space && byte !== tab) {
        if (state === "closed") return { size, lines, problem: textAfterQuote }
        state = "bare"
      }
      last = byte
    }
  }
  return state === "quoted" ? { size, lines, problem: notClosed } : { size, lines }
}
