import { InvalidArgumentError } from "../../client/errors.ts"
import { limits } from "../../contract/core/limits.ts"
import { describeNonCsv } from "../../contract/core/non-csv-files.ts"
import { isEmail } from "../../contract/core/text-patterns.ts"
import { type ContactsColumn, isEmailName, isOwnExport, nameData, placeColumns } from "./columns.ts"
import { placeConsent } from "./consent-columns.ts"
import { withoutGuard } from "./contact.ts"
import { asUtf8, blockBytes, type ContactsEncoding, type FoundEncoding } from "./decode.ts"
import { isNdjson, jsonAdvice, ndjsonRecords } from "./ndjson.ts"
import { type CsvRecord, csvRecords, type Delimiter, delimiterOf, maxLinesBefore, separatorLine } from "./records.ts"
import type { WorkbookSheets } from "./workbook.ts"

interface OpenOptions {
  readonly encoding?: ContactsEncoding | undefined
  readonly delimiter?: Delimiter | undefined
  readonly headerRow?: number | undefined
}

/** A file whose header has been read. */
export interface OpenedFile {
  readonly encoding: ContactsEncoding | "xlsx"
  /** Words that the encoding was guessed from; undefined when it is certain. */
  readonly guessedFrom?: readonly string[] | undefined
  readonly delimiter: Delimiter
  /** Of a workbook. */
  readonly sheets?: WorkbookSheets
  /** The line of the header, from 1. */
  readonly headerLine: number
  /** The texts that stand alone in a line before the header, and the name of the sheet. */
  readonly titles: readonly string[]
  readonly header: readonly string[]
  /** Finds the targets of columns: by this map, by their names, by their content. */
  place(map: Readonly<Record<string, string>>, optIn: boolean): readonly ContactsColumn[]
  /** True when this package wrote the file: its apostrophes are text. */
  readonly isOwn: boolean
  /** The first rows after the header. */
  readonly sample: readonly CsvRecord[]
  /** All rows after the header, in batches. */
  batches(): AsyncGenerator<readonly CsvRecord[]>
}

const sampleRows = 200
const maxColumns = 2_000

/** True for control characters other than white space, which binary files have and tables do not. */
const hasControls = (text: string) =>
  Array.from(text).some((character) => character < "\t" || (character > "\r" && character < " "))

/** Reads the beginning of a file: its encoding, its header and the targets of its columns. */
export async function openFile(source: AsyncIterable<Uint8Array>, options: OpenOptions): Promise<OpenedFile> {
  const blocks = blocksOf(source)
  const beginning = (await blocks.next()).value ?? Buffer.alloc(0)
  const all = chain([beginning], blocks)
  if (isZip(beginning)) {
    const { readWorkbook } = await import("./workbook.ts")
    const { records, sheets } = readWorkbook(await gather(all, "is a workbook"))
    const file = await opened(batchesOf(records), { encoding: "xlsx", delimiter: "," }, options)
    return { ...file, sheets, titles: [sheets.sheet, ...file.titles] }
  }
  const isOwn = isOwnBeginning(beginning)
  checkBytes(beginning, { ...options, isOwn })
  const utf8 = asUtf8(all, { ...options, isOwn })
  const first = (await utf8.chunks.next()).value ?? Buffer.alloc(0)
  const text = first.toString("utf8")
  checkText(text, isOwn)
  const fileFormat = (delimiter: Delimiter) => ({ ...utf8.found(), delimiter })
  if (isNdjson(text)) {
    const { header, records } = ndjsonRecords((await gather(chain([first], utf8.chunks), "is NDJSON")).toString("utf8"))
    return opened(chain([[header]], asyncOf(records)), fileFormat(","), { headerRow: 1 })
  }
  const separator = separatorLine(text)
  const delimiter = options.delimiter ?? separator?.delimiter ?? delimiterOf(text, isEmailName)
  const rest = chain([first.subarray(separator?.length ?? 0)], utf8.chunks)
  return opened(csvRecords(rest, delimiter, separator ? 2 : 1), fileFormat(delimiter), options)
}

/** True if the first line is a header of this package, which writes contacts with the control characters that they have. */
const isOwnBeginning = (bytes: Buffer) =>
  isOwnExport((bytes.subarray(0, 10_000).toString("latin1").split(/\r?\n/, 1)[0] ?? "").split(","))

const refusal = (problem: string) => new InvalidArgumentError("file", problem)
const vcardAdvice =
  "is a vCard (.vcf): import it into an address book, such as Google Contacts or Thunderbird, and export it there as CSV"
const binaryAdvice = "is not text: export the contacts as CSV UTF-8"
const json = /^\s*(?:\[\s*)*\{\s*["}]|^\s*\[\s*[[{]/

/** @throws InvalidArgumentError for bytes that are no text, before their encoding is guessed. */
function checkBytes(bytes: Buffer, { encoding, isOwn }: OpenOptions & { isOwn: boolean }): void {
  const start = bytes.subarray(0, 1_000).toString("latin1")
  const other = describeNonCsv(bytes)
  if (other !== undefined && !json.test(start)) throw refusal(other)
  if (isOwn) return
  // UTF-16 has zeros, and a named encoding may have escapes.
  if (encoding === undefined && !start.includes("\0") && (hasControls(start) || bytes.includes(0x1b)))
    throw refusal(binaryAdvice)
}

/** @throws InvalidArgumentError for a text that is not a table. */
function checkText(text: string, isOwn: boolean): void {
  if (/^\s*BEGIN:VCARD/i.test(text)) throw refusal(vcardAdvice)
  if (json.test(text) && !isNdjson(text)) throw refusal(jsonAdvice)
  if (!isOwn && hasControls(text.slice(0, 1_000))) throw refusal(binaryAdvice)
}

type Batches = AsyncIterator<readonly CsvRecord[]>

async function opened(
  batches: Batches,
  detected: FoundEncoding & Pick<OpenedFile, "encoding" | "delimiter">,
  { headerRow }: OpenOptions,
): Promise<OpenedFile> {
  const records: CsvRecord[] = []
  for (let next = await batches.next(); !next.done; next = await batches.next()) {
    for (const record of next.value) records.push(record)
    if (records.length > sampleRows + maxLinesBefore) break
  }
  const at = headerRow === undefined ? headerIndex(records) : records.findIndex(({ line }) => line === headerRow)
  const headerRecord = records[at]
  if (headerRecord === undefined && headerRow !== undefined && records.length > 0) {
    throw new InvalidArgumentError(
      "headerRow",
      `is ${headerRow}, where the file has no row of column names (--header-row)`,
    )
  }
  const header = checkHeader(headerRecord)
  const isOwn = isOwnExport(header)
  const rows = records.slice(at + 1)
  const sample = rows.slice(0, sampleRows)
  return {
    ...detected,
    sample,
    header,
    headerLine: headerRecord?.line ?? 1,
    titles: records.slice(0, at).flatMap(({ cells }) => {
      const [title, ...others] = cells.filter((cell) => cell !== "")
      return title === undefined || others.length > 0 ? [] : [title]
    }),
    isOwn,
    place(map, optIn) {
      const columnsByContent = emailByContent(placeColumns(header, map), sample)
      return nameData(placeConsent(columnsByContent, (index) => cellsOf(sample, index), optIn))
    },
    async *batches() {
      yield rows
      yield* chain([], batches)
    },
  }
}

/** The first of the first rows that names a column of addresses, unless addresses come before it; otherwise the first row. */
function headerIndex(records: readonly CsvRecord[]): number {
  for (let at = 0; at < Math.min(records.length, maxLinesBefore); at++) {
    const cells = records[at]?.cells ?? []
    if (cells.some((cell) => isEmail(cell))) return 0
    if (cells.some((cell) => isEmailName(withoutGuard(cell)))) return at
  }
  return 0
}

/** The cells of the header. @throws InvalidArgumentError when the row is no header. */
function checkHeader(record: CsvRecord | undefined): readonly string[] {
  if (record === undefined) throw refusal("is empty: it needs a row of column names")
  if (record.cells.length === 0 && record.problem === undefined)
    throw refusal('has objects without fields: each needs at least "email"')
  if (record.problem !== undefined)
    throw refusal(`has a header that ${record.problem}: ${(record.text ?? "").slice(0, 100)}`)
  if (record.cells.length > maxColumns)
    throw refusal(`has ${record.cells.length} columns, at most ${maxColumns} can be read`)
  if (record.cells.some((cell) => isEmail(cell))) {
    throw refusal(
      "has an e-mail address in its first row: put a row of column names before it, such as email,first_name,last_name",
    )
  }
  return isOwnExport(record.cells) ? record.cells : record.cells.map(withoutGuard)
}

const cellsOf = (sample: readonly CsvRecord[], at: number) =>
  sample.map(({ cells }) => cells[at] ?? "").filter((cell) => cell !== "")

/** If no column has a known name: the only column with e-mail addresses. */
function emailByContent(columns: readonly ContactsColumn[], sample: readonly CsvRecord[]): readonly ContactsColumn[] {
  if (columns.some(({ target }) => target === "email")) return columns
  const holding = columns.filter(({ target, isUnknown }, index) => {
    const cells = cellsOf(sample, index)
    return target === "data" && isUnknown && cells.length > 0 && cells.filter(isEmail).length >= cells.length * 0.8
  })
  const [only] = holding
  if (holding.length !== 1) return columns
  return columns.map((column) => (column === only ? { ...column, target: "email" } : column))
}

/** The bytes in blocks of one size, so that a stream and a buffer are read alike. */
async function* blocksOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let sampleChunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    sampleChunks.push(chunk)
    bytes += chunk.byteLength
    if (bytes < blockBytes) continue
    const all = Buffer.concat(sampleChunks)
    let start = 0
    for (; bytes - start >= blockBytes; start += blockBytes) yield all.subarray(start, start + blockBytes)
    sampleChunks = [all.subarray(start)]
    bytes -= start
  }
  if (bytes > 0) yield Buffer.concat(sampleChunks)
}

async function gather(chunks: AsyncIterable<Uint8Array>, kind: string): Promise<Buffer> {
  const all: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.byteLength
    if (bytes > limits.importBytes) {
      throw new InvalidArgumentError(
        "file",
        `${kind} larger than 100 MiB: save it as CSV UTF-8, which is read as a stream`,
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

async function* asyncOf<T>(values: Iterable<T>): AsyncGenerator<T> {
  yield* values
}
