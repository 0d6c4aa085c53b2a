import { parse } from "csv-parse/sync"

/** A row of the file: its cells, or why they cannot be read. */
export interface CsvRecord {
  /** The line of the file where it begins, from 1. */
  readonly line: number
  readonly cells: readonly string[]
  readonly problem?: string
  /** The raw text, if it cannot be read. */
  readonly text?: string
}

export type Delimiter = "," | ";" | "\t" | "|"

export const delimiters: readonly Delimiter[] = [",", ";", "\t", "|"]

/** A quote that is not closed within this many bytes is a mistake in its line, not a cell. */
const maxRecordLength = 256 * 1024

const lineEnd = /\r\n|\n|\r/

/** Lines that may stand before the header: a title, a date, notes. */
export const maxLinesBefore = 20

/** Detects the delimiter: the one that a header has; otherwise the most frequent one outside quotes in the first line with any. */
export function delimiterOf(beginning: string, isHeaderName: (cell: string) => boolean): Delimiter {
  const lines = beginning
    .slice(0, 64 * 1024)
    .trimStart()
    .split(lineEnd, maxLinesBefore)
  const cellsOf = (line: string, delimiter: Delimiter) =>
    line.split(delimiter).map((cell) => cell.replace(/^\s*"|"\s*$/g, ""))
  const count = (line: string, delimiter: Delimiter) => line.replace(/"[^"]*"/g, "").split(delimiter).length - 1
  const most = (line: string) =>
    delimiters.reduce((best, each) => (count(line, each) > count(line, best) ? each : best))
  for (const line of lines) {
    const delimiter = most(line)
    if (count(line, delimiter) > 0 && cellsOf(line, delimiter).some(isHeaderName)) return delimiter
  }
  const line = lines.find((each) => delimiters.some((delimiter) => count(each, delimiter) > 0))
  return line === undefined ? "," : most(line)
}

/** Excel's first line, such as `sep=;`: the delimiter that it names, and its length. */
export function separatorLine(beginning: string): { delimiter: Delimiter; length: number } | undefined {
  const match = /^"?sep=(.)"?[ \t]*(?:\r\n|\n|\r)/i.exec(beginning)
  const delimiter = delimiters.find((each) => each === match?.[1])
  return match && delimiter ? { delimiter, length: match[0].length } : undefined
}

/**
 * Reads CSV from UTF-8 bytes, one batch per chunk. An unreadable line becomes a record with a problem, and reading continues at
 * the next line: one stray quote costs one row.
 */
export async function* csvRecords(
  chunks: AsyncIterable<Buffer>,
  delimiter: Delimiter,
  firstLine: number,
): AsyncGenerator<CsvRecord[]> {
  const reader = new BlockReader(delimiter, firstLine)
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    const block = Buffer.concat([rest, chunk])
    const { records, used } = reader.read(block, false)
    rest = block.subarray(used)
    if (records.length > 0) yield records
  }
  const { records } = reader.read(rest, true)
  if (records.length > 0) yield records
}

/** Reads blocks of a file that may end within a record; counts its lines. */
class BlockReader {
  constructor(
    private readonly delimiter: Delimiter,
    private line: number,
  ) {}

  /** True within a line that is longer than a record may be. */
  private isInLongLine = false

  /** The records of a block and the number of bytes they take. The last record is left for the next block, except at the end. */
  read(block: Buffer, isEnd: boolean): { records: CsvRecord[]; used: number } {
    const records: CsvRecord[] = []
    let used = this.skipBlank(block, isEnd)
    for (;;) {
      const text = block.subarray(used)
      const { found: parsed, failed } = this.parse(text)
      const complete = isEnd || failed ? parsed : parsed.slice(0, -1)
      const last = complete.at(-1)
      for (const { cells, line } of complete) {
        if (cells.some((cell) => cell !== "")) records.push({ cells, line: this.line + line - 1 })
      }
      if (last) {
        used += last.bytes
        this.line += last.lines
      }
      const remaining = block.length - used
      if (!failed || remaining === 0) return { records, used: isEnd ? block.length : used }
      // The next block may close the quote.
      if (!isEnd && remaining <= maxRecordLength) return { records, used }
      const broken = this.skipLine(block.subarray(used))
      used += broken.bytes
      records.push(broken.record)
      if (this.isInLongLine) return { records, used }
    }
  }

  private parse(block: Buffer) {
    const records: { cells: readonly string[]; line: number; lines: number; bytes: number }[] = []
    const options = {
      delimiter: this.delimiter,
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      relax_quotes: true,
      trim: true,
      max_record_size: maxRecordLength,
      on_record(cells: string[], { lines, bytes }: { lines: number; bytes: number }) {
        records.push({ cells, line: lines - lineEndsIn(cells), lines, bytes })
        return null
      },
    }
    try {
      parse(block, options)
      return { found: records, failed: false }
    } catch {
      return { found: records, failed: true }
    }
  }

  /** Skips empty lines, which may be all that a block has, and the rest of a line that is too long. Counts the lines. */
  private skipBlank(block: Buffer, isEnd: boolean): number {
    let at = 0
    if (this.isInLongLine) {
      while (at < block.length && block[at] !== lineFeed && block[at] !== carriageReturn) at++
      if (at === block.length) return at
      this.isInLongLine = false
    }
    for (; at < block.length; at++) {
      if (block[at] === lineFeed) this.line++
      else if (block[at] !== carriageReturn) break
      else if (at + 1 === block.length && !isEnd) break
      else if (block[at + 1] !== lineFeed) this.line++
    }
    return at
  }

  private skipLine(block: Buffer) {
    const text = block.subarray(0, maxRecordLength).toString("utf8")
    const end = lineEnd.exec(text)
    const line = end ? text.slice(0, end.index) : text
    const isLong = end === null && block.length > maxRecordLength
    const rest = isLong
      ? block.subarray(maxRecordLength).findIndex((byte) => byte === lineFeed || byte === carriageReturn)
      : -1
    const longEnd = rest < 0 ? block.length : maxRecordLength + rest
    const bytes = end ? Buffer.byteLength(text.slice(0, end.index + end[0].length)) : longEnd
    const problem = isLong
      ? `is longer than ${maxRecordLength / 1024} KiB`
      : "has a quote that is not closed, or text after one"
    const record = { line: this.line, cells: [], text: line, problem }
    // The end of a long line is counted when it is skipped.
    this.isInLongLine = isLong
    if (!isLong) this.line += 1
    return { bytes, record }
  }
}

const lineFeed = 0x0a
const carriageReturn = 0x0d

const lineEndsIn = (cells: readonly string[]) =>
  cells.reduce((count, cell) => count + (/[\r\n]/.test(cell) ? cell.split(lineEnd).length - 1 : 0), 0)
