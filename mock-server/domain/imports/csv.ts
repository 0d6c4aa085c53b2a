/** One row of a CSV file. */
export interface CsvRecord {
  /** The line of the file on which it begins, from 1. */
  readonly line: number
  /** Where its text lies in the bytes, without the line end. */
  readonly start: number
  readonly end: number
  readonly cells: readonly string[]
  /** Why it cannot be read; reading goes on with the line after the one it begins on. */
  readonly problem?: string
}

/** Rows up to this many bytes are read; a quote that is never closed does not swallow more than that. */
export const longestRecord = 256 * 1024

const [quote, comma, lf, cr, space, tab] = [34, 44, 10, 13, 32, 9]

/** Where reading goes on in a part of a file. */
export interface CsvPosition {
  /** Where the next row begins. */
  readonly at: number
  /** The line of the file that `at` is on. */
  readonly line: number
  /** True inside a line that is too long to be read. */
  readonly skipping: boolean
  /** True when the file ends with these bytes; what is incomplete is then taken as it is. */
  readonly atEnd: boolean
}

/**
 * Reads CSV (RFC 4180, any line end, blanks around quotes) from a part of a file, row by row.
 * Its whole state is `at`, `line` and `skipping`, so that reading can be broken off anywhere and taken up elsewhere.
 */
export class CsvReader implements CsvPosition {
  at: number
  line: number
  skipping: boolean
  readonly atEnd: boolean

  constructor(
    readonly bytes: Buffer,
    { at, line, skipping, atEnd }: CsvPosition,
  ) {
    this.at = at
    this.line = line
    this.skipping = skipping
    this.atEnd = atEnd
  }

  /** The next row; nothing when the bytes end before it does. Lines without any text are no rows. */
  next(): CsvRecord | undefined {
    if (this.skipping && !this.#skipLine()) return undefined
    const { bytes } = this
    this.#skipBlankLines()
    const start = this.at
    if (start >= bytes.length || this.#isUndecided(start)) return undefined
    const cells: string[] = []
    let lines = 1
    for (let at = start; ; at++) {
      const opening = this.#afterBlanks(at)
      let end: number
      if (bytes[opening] === quote) {
        const closing = this.#closingQuote(opening + 1)
        if (closing < 0) return this.#unfinished(start, "has a quote that is not closed")
        const text = bytes.toString("utf8", opening + 1, closing)
        cells.push(text.includes('""') ? text.replaceAll('""', '"') : text)
        lines += this.#lineEndsWithin(opening + 1, closing)
        end = this.#afterBlanks(closing + 1)
        if (end < bytes.length && bytes[end] !== comma && bytes[end] !== lf && bytes[end] !== cr) {
          return this.#broken(start, "has text after a closing quote")
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
      if (this.#isUndecided(end)) return this.#unfinished(start, "")
      const record = { line: this.line, start, end, cells }
      this.at = end + this.#lineEnd(end)
      this.line += lines
      return record
    }
  }

  #skipBlankLines(): void {
    for (;;) {
      const at = this.#afterBlanks(this.at)
      const size = this.#lineEnd(at)
      if (size > 0) this.line++
      else if (at < this.bytes.length || !this.atEnd) return
      this.at = at + size
      if (size === 0) return
    }
  }

  /** How many bytes the line end at this place has; 0 when there is none. */
  #lineEnd(at: number): number {
    const { bytes } = this
    if (bytes[at] === lf) return 1
    if (bytes[at] !== cr || this.#isUndecided(at)) return 0
    return bytes[at + 1] === lf ? 2 : 1
  }

  /** True where only the bytes to come can tell what this place is. */
  #isUndecided(at: number): boolean {
    const { bytes, atEnd } = this
    return !atEnd && (at >= bytes.length || (bytes[at] === cr && at + 1 >= bytes.length))
  }

  #afterBlanks(from: number): number {
    const { bytes } = this
    let at = from
    while (bytes[at] === space || bytes[at] === tab) at++
    return at
  }

  /** Where a quoted cell ends: at a quote that is not doubled. -1 when the bytes do not show it. */
  #closingQuote(from: number): number {
    const { bytes } = this
    for (let at = bytes.indexOf(quote, from); at >= 0; at = bytes.indexOf(quote, at + 2)) {
      if (bytes[at + 1] !== quote) return at + 1 < bytes.length || this.atEnd ? at : -1
    }
    return -1
  }

  #lineEndsWithin(start: number, end: number): number {
    let count = 0
    for (let at = start; at < end; at++) {
      const byte = this.bytes[at]
      if (byte === lf || (byte === cr && this.bytes[at + 1] !== lf)) count++
    }
    return count
  }

  /** A row that goes on beyond the bytes: to be read again with more of them, unless there are no more or it is too long. */
  #unfinished(start: number, problem: string): CsvRecord | undefined {
    if (this.#isTooLong(start)) return this.#broken(start, problem || "is too long")
    return this.atEnd ? this.#broken(start, problem) : undefined
  }

  /** A row that cannot be read, once all of its line is there. */
  #broken(start: number, problem: string): CsvRecord | undefined {
    const { line } = this
    const end = this.#textEnd(start)
    if (this.#isUndecided(end) && !this.#isTooLong(start)) return undefined
    this.#skipLine()
    return { line, start, end, cells: [], problem }
  }

  #isTooLong(start: number): boolean {
    return this.bytes.length - start > longestRecord
  }

  /** Goes to the next line; false when the bytes end before it. */
  #skipLine(): boolean {
    const end = this.#textEnd(this.at)
    this.skipping = this.#isUndecided(end)
    this.at = end + this.#lineEnd(end)
    if (!this.skipping) this.line++
    return !this.skipping
  }

  /** Where the text of the line that goes on at this place ends. */
  #textEnd(from: number): number {
    const { bytes } = this
    let at = from
    while (at < bytes.length && bytes[at] !== lf && bytes[at] !== cr) at++
    return at
  }
}
