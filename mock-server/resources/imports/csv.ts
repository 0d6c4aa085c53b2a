export interface CsvRecord {
  /** The line of the file on which it begins, from 1. */
  readonly line: number
  /** The byte range of its text, without the line end. */
  readonly start: number
  readonly end: number
  readonly cells: readonly string[]
  /** Why it cannot be read. Reading continues after it, or, with unpaired quotes, after the line where it begins. */
  readonly problem?: string
}

/** Maximum size of a row in bytes. */
export const maxRecordLength = 256 * 1024

/**
 * Reads CSV (RFC 4180, any line end, blanks around quotes) row by row. `at` and `line` are its whole state, so reading can be
 * interrupted and resumed between rows.
 */
export class CsvReader {
  /** The position up to which quotes are known to be unpaired, and the problem. */
  #unpaired = { until: 0, problem: "" }

  constructor(
    readonly bytes: Buffer,
    /** Where the next row begins. */
    public at = 0,
    public line = 1,
  ) {}

  /** The next row; undefined at the end. Lines without text are skipped. */
  next(): CsvRecord | undefined {
    this.#skipBlankLines()
    const { bytes, line, at: start } = this
    if (start >= bytes.length) return undefined
    const cells: string[] = []
    let lines = 0
    for (let at = start; ; at++) {
      const opening = this.#afterBlanks(at)
      let end: number
      if (bytes[opening] === quote) {
        const closing = this.#closingQuote(opening + 1)
        if (this.#sharesUnpaired(opening + 1, closing)) return this.#broken(this.#unpaired)
        if (closing === bytes.length) return this.#broken({ until: closing, problem: notClosed })
        const text = bytes.toString("utf8", opening + 1, closing)
        cells.push(text.includes('""') ? text.replaceAll('""', '"') : text)
        lines += this.#lineEndsWithin(opening + 1, closing)
        end = this.#afterBlanks(closing + 1)
        if (end < bytes.length && bytes[end] !== comma && bytes[end] !== lf && bytes[end] !== cr) {
          return this.#broken({ until: end, problem: textAfterQuote })
        }
      } else {
        end = at
        while (end < bytes.length && bytes[end] !== comma && bytes[end] !== lf && bytes[end] !== cr) end++
        cells.push(bytes.toString("utf8", at, end))
      }
      if (bytes[end] === comma) {
        at = end
        continue
      }
      this.#goTo(end, lines)
      if (end - start > maxRecordLength) return { line, start, end, cells: [], problem: "is too long" }
      return { line, start, end, cells }
    }
  }

  #skipBlankLines(): void {
    for (;;) {
      this.at = this.#afterBlanks(this.at)
      if (this.#lineEnd(this.at) === 0) return
      this.#goTo(this.at, 0)
    }
  }

  /** Moves past the line end at this position; `lines` counts the line ends inside the row. */
  #goTo(end: number, lines: number): void {
    const size = this.#lineEnd(end)
    this.at = end + size
    this.line += size > 0 ? lines + 1 : lines
  }

  /** Length of the line end at this position in bytes; 0 when there is none. */
  #lineEnd(at: number): number {
    const { bytes } = this
    if (bytes[at] === lf) return 1
    if (bytes[at] !== cr) return 0
    return bytes[at + 1] === lf ? 2 : 1
  }

  #afterBlanks(from: number): number {
    const { bytes } = this
    let at = from
    while (bytes[at] === space || bytes[at] === tab) at++
    return at
  }

  /** Where a quoted cell ends: at a quote that is not doubled, or at the end of the file. */
  #closingQuote(from: number): number {
    const { bytes } = this
    for (let at = bytes.indexOf(quote, from); at >= 0; at = bytes.indexOf(quote, at + 2)) {
      if (bytes[at + 1] !== quote) return at
    }
    return bytes.length
  }

  #lineEndsWithin(start: number, end: number): number {
    let count = 0
    for (let at = start; at < end; at++) {
      const byte = this.bytes[at]
      if (byte === lf || (byte === cr && this.bytes[at + 1] !== lf)) count++
    }
    return count
  }

  /**
   * Whether quotes that open here are known to be unpaired. In such a row every line end is inside quotes. A quote that
   * opens at one of them is unpaired too, so it is not scanned again.
   */
  #sharesUnpaired(from: number, closing: number): boolean {
    return this.#lineEndsWithin(from, Math.min(closing, this.#unpaired.until)) > 0
  }

  /** A row with unpaired quotes: the line where it begins is skipped. */
  #broken(unpaired: { readonly until: number; readonly problem: string }): CsvRecord {
    const { bytes, line, at: start } = this
    if (unpaired.until > this.#unpaired.until) this.#unpaired = unpaired
    let end = start
    while (end < bytes.length && bytes[end] !== lf && bytes[end] !== cr) end++
    this.#goTo(end, 0)
    return { line, start, end, cells: [], problem: unpaired.problem }
  }
}

const notClosed = "has a quote that is not closed"
const textAfterQuote = "has text after a closing quote"

const [quote, comma, lf, cr, space, tab] = [34, 44, 10, 13, 32, 9]
