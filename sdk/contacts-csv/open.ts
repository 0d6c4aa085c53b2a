import { isAscii } from "node:buffer"
import { limits } from "../contract/core/limits.ts"
import { describeNonCsv } from "../contract/core/non-csv-files.ts"
import { isEmail } from "../contract/core/text-patterns.ts"
import { InvalidArgumentError } from "../errors.ts"
import { type ContactsColumn, isOwnExport, nameData, placeColumns } from "./columns.ts"
import { consentOf } from "./consent.ts"
import { asUtf8, type ContactsEncoding, encodingOf } from "./decode.ts"
import { type CsvRecord, csvRecords, type Delimiter, delimiterOf, separatorLine } from "./records.ts"

interface OpenOptions {
  readonly encoding?: ContactsEncoding | undefined
  readonly delimiter?: Delimiter | undefined
}

/** A file whose header has been read. */
export interface OpenedFile {
  readonly encoding: ContactsEncoding | "xlsx"
  readonly delimiter: Delimiter
  readonly header: readonly string[]
  /** Finds the targets of columns: by this map, by their names, by their content. */
  place(map: Readonly<Record<string, string>>): readonly ContactsColumn[]
  /** True when this package wrote the file: its apostrophes are text. */
  readonly isOwn: boolean
  /** The first rows after the header. */
  readonly sample: readonly CsvRecord[]
  /** All rows after the header, in batches. */
  batches(): AsyncGenerator<readonly CsvRecord[]>
}

/** Enough to detect the encoding and to show some rows. */
const beginningBytes = 64 * 1024
const sampleRows = 200

/** True for control characters other than white space, which binary files have and tables do not. */
const hasControls = (text: string) =>
  Array.from(text).some((character) => character < "\t" || (character > "\r" && character < " "))

/** Reads the beginning of a file: its encoding, its header and the targets of its columns. */
export async function openFile(source: AsyncIterable<Uint8Array>, options: OpenOptions): Promise<OpenedFile> {
  const chunks = source[Symbol.asyncIterator]()
  const beginning = await take(chunks, beginningBytes)
  const all = chain([beginning], chunks)
  const other = describeNonCsv(beginning)
  if (other !== undefined && !isZip(beginning)) throw new InvalidArgumentError("file", other)
  if (isZip(beginning)) {
    const records = await workbookRecords(await gather(all))
    return opened(batchesOf(records), { encoding: "xlsx", delimiter: "," })
  }
  const encoding = options.encoding ?? encodingOf(beginning)
  const utf8 = asUtf8(all, options.encoding ?? (isAscii(beginning) ? undefined : encoding))
  const first = (await utf8.next()).value ?? Buffer.alloc(0)
  const text = first.toString("utf8")
  if (hasControls(text.slice(0, 1_000)))
    throw new InvalidArgumentError("file", "is not text: export the contacts as CSV UTF-8")
  const separator = separatorLine(text)
  const delimiter = options.delimiter ?? separator?.delimiter ?? delimiterOf(text)
  const rest = chain([first.subarray(separator?.length ?? 0)], utf8)
  return opened(csvRecords(rest, delimiter, separator ? 2 : 1), { encoding, delimiter })
}

type Batches = AsyncIterator<readonly CsvRecord[]>

async function opened(batches: Batches, found: Pick<OpenedFile, "encoding" | "delimiter">): Promise<OpenedFile> {
  const records: CsvRecord[] = []
  for (let next = await batches.next(); !next.done; next = await batches.next()) {
    for (const record of next.value) records.push(record)
    if (records.length > sampleRows) break
  }
  const [header, ...rows] = records
  if (header === undefined) throw new InvalidArgumentError("file", "is empty: it needs a row of column names")
  if (header.problem !== undefined)
    throw new InvalidArgumentError("file", `has a header that ${header.problem}: ${header.text}`)
  if (header.cells.some((cell) => isEmail(cell))) {
    throw new InvalidArgumentError(
      "file",
      "has an e-mail address in its first row: put a row of column names before it, such as email,first_name,last_name",
    )
  }
  const sample = rows.slice(0, sampleRows)
  return {
    ...found,
    sample,
    header: header.cells,
    isOwn: isOwnExport(header.cells),
    place(map) {
      const chosen = new Set(Object.keys(map))
      const named = emailByContent(placeColumns(header.cells, map), sample)
      return nameData(statusByContent(named, sample, chosen))
    },
    async *batches() {
      yield rows
      yield* chain([], batches)
    },
  }
}

const cellsOf = (sample: readonly CsvRecord[], at: number) =>
  sample.map(({ cells }) => cells[at] ?? "").filter((cell) => cell !== "")

/** If no column has a known name: the only column with e-mail addresses. */
function emailByContent(columns: readonly ContactsColumn[], sample: readonly CsvRecord[]): readonly ContactsColumn[] {
  if (columns.some(({ target }) => target === "email")) return columns
  const holding = columns.filter(({ target }, index) => {
    const cells = cellsOf(sample, index)
    return target === "data" && cells.length > 0 && cells.filter(isEmail).length >= cells.length * 0.8
  })
  const [only] = holding
  if (holding.length !== 1) return columns
  return columns.map((column) => (column === only ? { ...column, target: "email" } : column))
}

/** "Status" can mean anything: it is read as consent only if its values are known words. */
function statusByContent(
  columns: readonly ContactsColumn[],
  sample: readonly CsvRecord[],
  chosen: ReadonlySet<string>,
): readonly ContactsColumn[] {
  return columns.map((column, index) => {
    if (column.target !== "opt_in" || chosen.has(column.header)) return column
    const cells = cellsOf(sample, index)
    const unknown = cells.filter((cell) => consentOf(cell) === "unknown").length
    return unknown > cells.length / 2 ? { ...column, target: "data", isUnknown: true } : column
  })
}

async function take(chunks: AsyncIterator<Uint8Array>, least: number): Promise<Uint8Array> {
  const taken: Uint8Array[] = []
  let bytes = 0
  while (bytes < least) {
    const next = await chunks.next()
    if (next.done) break
    taken.push(next.value)
    bytes += next.value.byteLength
  }
  return Buffer.concat(taken)
}

async function gather(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.byteLength
    if (bytes > limits.importBytes) {
      throw new InvalidArgumentError(
        "file",
        "is a workbook larger than 100 MiB: save it as CSV UTF-8, which is read as a stream",
      )
    }
    all.push(chunk)
  }
  return Buffer.concat(all)
}

async function* chain<T>(first: Iterable<T>, rest: AsyncIterator<T>): AsyncGenerator<T> {
  try {
    yield* first
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
  } finally {
    await rest.return?.()
  }
}

async function* batchesOf(records: readonly CsvRecord[]): AsyncGenerator<readonly CsvRecord[]> {
  yield records
}

/** An .xlsx file is a zip archive. */
const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4

/** Reads the first sheet of a workbook (.xlsx), which must be in memory as a whole. */
async function workbookRecords(bytes: Uint8Array): Promise<CsvRecord[]> {
  const { readSheet } = await import("read-excel-file/universal")
  const rows = await readSheet(new Blob([Uint8Array.from(bytes)])).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : error
    throw new InvalidArgumentError("file", `is a workbook that cannot be read (${why}): save it as CSV UTF-8`)
  })
  return rows.flatMap((row, index) => {
    const cells = row.map(cellText)
    return cells.every((cell) => cell === "") ? [] : [{ line: index + 1, cells }]
  })
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return ""
  // A date cell of a workbook has no time of day.
  if (value instanceof Date) return value.toISOString().replace("T00:00:00.000Z", "")
  return String(value).trim()
}
