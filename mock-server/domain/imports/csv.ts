export interface CsvRecord {
  /** The line of the file on which it begins, from 1. */
  readonly line: number
  /** The byte range of its text, without the line end. */
  readonly start: number
  readonly end: number
  readonly cells: readonly string[]
  /** Why it cannot be read. Reading continues after it, or, if its quotes do not pair, after the line where it begins. */
  readonly problem?: string
}

/** Maximum size of a row in bytes. */
export const maxRecordLength = 256 * 1024

/** Where reading continues in a part of a file. */
export interface CsvPosition {
  /** Where the next row begins; after a row that is too long, beyond the bytes. */
  readonly at: number
  readonly line: number
  /** True inside a line that is too long and whose quotes do not pair. */
  readonly skipping: boolean
  /** True when the file ends with these bytes; an incomplete row is then accepted. */
  readonly atEnd: boolean
}

/**
 * Reads CSV (RFC 4180, any line end, blanks around quotes) from a part of a file, row by row. `at`, `line` and `skipping` are its
 * whole state, so reading can be interrupted and resumed anywhere.
 */
export class CsvReader implements CsvPosition {
  at: number
  line: number
  skipping: boolean
  readonly atEnd: boolean
  /** Up to which position quotes are known not to pair, and why. */
  #unpaired = { until: 0, problem: "" }

  /** `rest` reads the following bytes: only they show whether the quotes of an overlong row pair. */
  constructor(
    readonly bytes: Buffer,
    { at, line, skipping, atEnd }: CsvPosition,
    readonly rest: () => Iterable<Uint8Array> = () => [],
  ) {
    this.at = at
    this.line = line
    this.skipping = skipping
    this.atEnd = atEnd
  }

  /** The next row; undefined when the bytes end before it does. Lines without text are skipped. */
  next(): CsvRecord | undefined {
    if (this.skipping && !this.#skipLine()) return undefined
    const { bytes } = this
    this.#skipBlankLines()
    const start = this.at
    if (start >= bytes.length || this.#isUndecided(start)) return undefined
    const cells: string[] = []
    let lines = 0
    for (let at = start; ; at++) {
      const opening = this.#afterBlanks(at)
      let end: number
      if (bytes[opening] === quote) {
        const closing = this.#closingQuote(opening + 1)
        if (this.#sharesUnpaired(opening + 1, closing)) return this.#broken(start, this.#unpaired)
        if (closing < 0) return this.#unfinished(start)
        const text = bytes.toString("utf8", opening + 1, closing)
        cells.push(text.includes('""') ? text.replaceAll('""', '"') : text)
        lines += this.#lineEndsWithin(opening + 1, closing)
        end = this.#afterBlanks(closing + 1)
        if (end < bytes.length && bytes[end] !== comma && bytes[end] !== lf && bytes[end] !== cr) {
          return this.#broken(start, { until: end, problem: textAfterQuote })
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
      if (end >= bytes.length && !this.atEnd) return this.#unfinished(start)
      const { line } = this
      this.#goTo(end, lines)
      return end - start > maxRecordLength ? tooLong(line, start, end) : { line, start, end, cells }
    }
  }

  #skipBlankLines(): void {
    for (;;) {
      this.at = this.#afterBlanks(this.at)
      if (this.#lineEnd(this.at) === 0) return
      this.#goTo(this.at, 0)
    }
  }

  /** Skips the line end at this position. An undecided one is left and becomes a blank line later. */
  #goTo(end: number, lines: number): void {
    const size = this.#lineEnd(end)
    this.at = end + size
    this.line += size > 0 ? lines + 1 : lines
  }

  /** Length of the line end at this position in bytes; 0 when there is none. */
  #lineEnd(at: number): number {
    const { bytes } = this
    if (bytes[at] === lf) return 1
    if (bytes[at] !== cr || this.#isUndecided(at)) return 0
    return bytes[at + 1] === lf ? 2 : 1
  }

  /** True when only the following bytes can decide what this position is. */
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

  /**
   * Whether quotes that open here are known not to pair. In such a row every line end is inside quotes. A quote that opens at one
   * of them pairs no more than the row did, so it is not scanned again.
   */
  #sharesUnpaired(from: number, closing: number): boolean {
    const to = closing < 0 ? this.bytes.length : closing
    return this.#lineEndsWithin(from, Math.min(to, this.#unpaired.until)) > 0
  }

  /** A row that continues beyond the bytes. It is read again with more bytes, unless there are none or it is too long. */
  #unfinished(start: number): CsvRecord | undefined {
    if (!this.atEnd && !this.#isTooLong(start)) return undefined
    const { line } = this
    const { size, lines, problem } = rowEnd(this.#from(start))
    const end = start + size
    if (problem !== undefined) return this.#broken(start, { until: end, problem })
    this.#goTo(end, lines)
    return tooLong(line, start, end)
  }

  *#from(start: number): Generator<Uint8Array> {
    yield this.bytes.subarray(start)
    yield* this.rest()
  }

  /** A row whose quotes do not pair, once its whole line is available. */
  #broken(start: number, unpaired: { until: number; problem: string }): CsvRecord | undefined {
    const { line } = this
    if (unpaired.until > this.#unpaired.until) this.#unpaired = unpaired
    const end = this.#textEnd(start)
    if (end >= this.bytes.length && !this.atEnd && !this.#isTooLong(start)) return undefined
    this.#skipLine()
    return { line, start, end, cells: [], problem: unpaired.problem }
  }

  #isTooLong(start: number): boolean {
    return this.bytes.length - start > maxRecordLength
  }

  /** Goes to the next line; false when the bytes end before it. */
  #skipLine(): boolean {
    const end = this.#textEnd(this.at)
    this.skipping = end >= this.bytes.length && !this.atEnd
    this.#goTo(end, 0)
    return !this.skipping
  }

  #textEnd(from: number): number {
    const { bytes } = this
    let at = from
    while (at < bytes.length && bytes[at] !== lf && bytes[at] !== cr) at++
    return at
  }
}

function tooLong(line: number, start: number, end: number): CsvRecord {
  return { line, start, end, cells: [], problem: "is too long" }
}

/** Where a row ends, or where its quotes turn out not to pair. */
interface RowEnd {
  /** Bytes up to that position. */
  readonly size: number
  /** Line ends inside its cells. */
  readonly lines: number
  readonly problem?: string
}

const notClosed = "has a quote that is not closed"
const textAfterQuote = "has text after a closing quote"

const [quote, comma, lf, cr, space, tab] = [34, 44, 10, 13, 32, 9]

/** Finds the end of a row in any number of chunks without keeping them. */
function rowEnd(portions: Iterable<Uint8Array>): RowEnd {
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
