import { type AsyncCloses, asyncCloses } from "../../base/async-dispose.ts"
import { InvalidArgumentError } from "../../client/errors.ts"
import { limits } from "../../contract/core/limits.ts"
import { StreamLease } from "../stream-lease.ts"
import { AddressConsent } from "./address-consent.ts"
import type { ContactsColumn, ContactsTarget } from "./columns.ts"
import { type ContactsRow, contactOf, type ImportedContact, type RefusedContactsRow } from "./contact.ts"
import { type ContactsEncoding, encodingName } from "./decode.ts"
import { noContacts, noEmail, unclearConsent } from "./file-errors.ts"
import { type OpenedFile, openFile } from "./open.ts"
import { type Delimiter, delimiters } from "./records.ts"
import { type ConsentCounts, countConsent, newConsentCounts, type RowConsentResult } from "./row-consent.ts"
import { checkSheets, suppressionReason } from "./suppression-file.ts"
import { Cutter, contactLine, csvLine, originalCells, outputHeader } from "./write.ts"

export type { Delimiter as ContactsDelimiter } from "./records.ts"

export type {
  ConsentCounts,
  ContactsColumn,
  ContactsEncoding,
  ContactsRow,
  ContactsTarget,
  ImportedContact,
  RefusedContactsRow,
  RowConsentResult,
}

/** The bytes of a file of contacts: a Node stream, a web stream, a Blob's `stream()`, or bytes in memory. */
export type ContactsSource = AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string> | Uint8Array | string

/** How to read a file of contacts. */
export interface ContactsCsvOptions {
  /**
   * Targets of columns by their header name, in any case: `{ "E-mail 1 - Value": "email", Notes: "ignore" }`. Other columns get
   * their target from the names that common services use; unknown ones go to `data`.
   */
  readonly map?: Readonly<Record<string, ContactsTarget>> | undefined
  /**
   * Opt in contacts whose consent the file does not state; a function decides for each address, which it gets in lower case.
   * Contacts that the file marks as not agreed are never opted in.
   */
  readonly optIn?: boolean | ((email: string) => boolean) | undefined
  /**
   * `opt_out`: every row is somebody who left, as in a list of unsubscribes, bounces or complaints. `contacts`: the rows are
   * contacts, even if `fileName` or the header is that of such a list.
   */
  readonly all?: "opt_out" | "contacts" | undefined
  /** The file's name: `unsubscribed_2024.csv` or `bounces.csv` holds only people who left. */
  readonly fileName?: string | undefined
  /**
   * The file's encoding, by any label of `TextDecoder`. When omitted it is detected: UTF-8, UTF-16, or a guess of Windows-1252 if
   * all names fit; others are refused.
   */
  readonly encoding?: ContactsEncoding | undefined
  /** The cell separator; detected from the header when omitted. */
  readonly delimiter?: Delimiter | undefined
  /**
   * The line of the column names, from 1. When omitted: the first of 20 lines with a known name of an e-mail column, otherwise
   * the first line.
   */
  readonly headerRow?: number | undefined
}

/** The facts found at the beginning of a file. */
export interface ContactsPlan {
  /** `xlsx` for a workbook. */
  readonly encoding: ContactsEncoding | "xlsx"
  /** Set if the encoding is a guess: up to two of the words that show it. */
  readonly guessedFrom?: readonly string[] | undefined
  /** The sheet of a workbook that is read: the first visible one with cells. */
  readonly sheet?: string
  /** The visible sheets with cells that are not read. */
  readonly otherSheets?: readonly string[]
  /** The separator between the cells of a row. */
  readonly delimiter: Delimiter
  /** The line of the header, from 1; lines before it are skipped. */
  readonly headerLine: number
  /** The column names. */
  readonly header: readonly string[]
  /** The columns, and the field that each goes to. */
  readonly columns: readonly ContactsColumn[]
  /** Why every row is read as somebody who left; absent if the rows decide. */
  readonly allLeftReason?: string
  /** The first rows of the file, at most 200, as they will be imported or refused. */
  readonly sample: readonly (ContactsRow | RefusedContactsRow)[]
}

/** Number of rows read so far. */
export interface ContactsCounts {
  /** Rows that were read. In parts, a refused row whose address another row opted in counts once more: as the row that takes it back. */
  read: number
  /** Rows that can be imported. */
  importable: number
  /** Rows that cannot be imported. */
  invalid: number
  /** Contacts who agreed to get mail. */
  optedIn: number
  /** What the rows say about consent, by cause. */
  readonly consent: ConsentCounts
}

/**
 * A file of contacts. It can be read once: as a whole, in parts or by rows. The source is closed when reading ends, also early.
 * After `plan()` alone, close it with `close()` or `await using`.
 */
export interface ContactsCsv extends AsyncIterable<Uint8Array>, AsyncCloses {
  /** Reads the beginning: the file's format and the targets of its columns. The rows remain available. */
  plan(): Promise<ContactsPlan>
  /** Changes targets of columns before the first row is read; `map` replaces the option. */
  place(map: Readonly<Record<string, ContactsTarget>>): Promise<ContactsPlan>
  /** Each row, as a contact or with its problem. */
  rows(): AsyncGenerator<ContactsRow | RefusedContactsRow>
  /**
   * CSV as the service imports it, split into files of at most `bytes` (default 100 MiB, the service's limit). Read each part to
   * its end before you request the next.
   * @throws InvalidArgumentError when a part was not read to its end, and the next one is requested.
   */
  parts(options?: ContactsPartsOptions): AsyncGenerator<ContactsPart>
  /** A line of the generated CSV as cells in the order of the original header, so that refused rows can be fixed there. */
  originalCells(line: string): Promise<string[]>
  /** Closes the source. Ending a loop over the rows or parts does it, too. */
  close(): Promise<void>
  /** Number of rows so far. */
  readonly counts: Readonly<ContactsCounts>
}

/** How to split a file of contacts. */
export interface ContactsPartsOptions {
  /** Maximum bytes per part. */
  readonly bytes?: number | undefined
  /** Maximum rows per part. */
  readonly rows?: number | undefined
  /** Called with each row that cannot be imported. */
  readonly onRefused?: ((row: RefusedContactsRow) => void | Promise<void>) | undefined
  /** Called with each row that becomes part of a file. */
  readonly onContact?: ((row: ContactsRow) => void) | undefined
}

/** A file for `imports.create({ file: part })`. */
export interface ContactsPart extends AsyncIterable<Uint8Array> {
  /** From 1. */
  readonly number: number
}

/**
 * Reads contacts as other services export them and returns CSV as this service imports it. Detects encoding, delimiter
 * and columns, and who agreed to e-mail. Streams: of the rows that were read, memory holds the addresses that agreed or
 * left. A workbook (.xlsx) is read as a whole. Spec: Imports.
 * @example await mas.imports.create({ file: contactsCsv(createReadStream("customers.csv")), resource: "contacts" })
 * @throws InvalidArgumentError, when it is read, if no column has e-mail addresses, `map` names a missing column, or no row can be
 * imported; of parts there are none then.
 */
export function contactsCsv(source: ContactsSource, options: ContactsCsvOptions = {}): ContactsCsv {
  const lease = new StreamLease(source)
  try {
    checkOptions(options)
  } catch (error) {
    void lease.release()
    throw error
  }
  const counts: ContactsCounts = { read: 0, importable: 0, invalid: 0, optedIn: 0, consent: newConsentCounts() }
  let opened: Promise<OpenedFile> | undefined
  const chunks = chunksOf(source)
  let isClosed = false
  async function close() {
    isClosed = true
    await lease.release()
    await chunks.return(undefined).catch(() => {})
  }
  const open = () =>
    (opened ??= openFile(chunks, { ...options, encoding: options.encoding && encodingName(options.encoding) })
      .then((file) => {
        if (options.optIn && file.sheets) checkSheets(file.sheets, options.all)
        return file
      })
      .catch(async (error) => {
        await close()
        throw error
      }))
  let map = options.map ?? {}
  let placed: readonly ContactsColumn[] | undefined
  /** The targets of columns for the current map; cached, because each refused row needs them. */
  const columnsOf = (file: OpenedFile) => (placed ??= file.place(map, Boolean(options.optIn)))
  let isRead = false
  const addresses = new AddressConsent()

  async function* rows(): AsyncGenerator<ContactsRow | RefusedContactsRow> {
    refuseSecondReading()
    isRead = true
    try {
      yield* rowsOf(await open())
    } finally {
      await close()
    }
  }

  async function* rowsOf(file: OpenedFile): AsyncGenerator<ContactsRow | RefusedContactsRow> {
    const columns = columnsOf(file)
    if (!columns.some(({ target }) => target === "email")) throw noEmail(columns)
    const unclear = columns.find(({ isUnclearConsent }) => isUnclearConsent)
    if (unclear && allLeftReason(file) === undefined) throw unclearConsent(unclear)
    const rules = rulesOf(columns, file)
    for await (const batch of file.batches()) {
      refuseClosed()
      for (const record of batch) {
        const row = addresses.follow(contactOf(record, rules))
        count(row)
        yield row
      }
    }
    refuseClosed()
  }

  function count(row: ContactsRow | RefusedContactsRow) {
    counts.read++
    if ("problem" in row) {
      counts.invalid++
      return
    }
    counts.importable++
    countConsent(counts.consent, row.consent)
    if (row.contact.opt_in) counts.optedIn++
  }

  /** With each refused row, the rows that take back what the file said of its addresses before. */
  async function* sentRows({ onRefused }: ContactsPartsOptions): AsyncGenerator<ContactsRow> {
    for await (const row of rows()) {
      if (!("problem" in row)) {
        yield row
        continue
      }
      await onRefused?.(row)
      for (const correction of addresses.corrections(row)) {
        count(correction)
        yield correction
      }
    }
  }

  /** What a closed source has left is a part of the file, perhaps with half a row at its end. */
  function refuseClosed() {
    if (isClosed) throw new InvalidArgumentError("file", "was closed before it was read to its end")
  }

  function refuseSecondReading() {
    if (isRead) throw new InvalidArgumentError("file", "was read before: call contactsCsv again")
  }

  const allLeftReason = ({ titles, header, sample }: OpenedFile) => {
    if (options.all !== undefined) return options.all === "opt_out" ? "the option all says so" : undefined
    return suppressionReason({ fileName: options.fileName, titles }, header, sample)
  }

  const rulesOf = (columns: readonly ContactsColumn[], file: OpenedFile) => ({
    columns,
    keepApostrophes: file.isOwn,
    optIn: options.optIn ?? false,
    allLeft: allLeftReason(file) !== undefined,
  })

  async function* parts(partsOptions: ContactsPartsOptions = {}): AsyncGenerator<ContactsPart> {
    refuseSecondReading()
    try {
      const header = outputHeader(columnsOf(await open()))
      const lines = contactLines(sentRows(partsOptions), header, partsOptions)
      const { bytes = limits.importBytes, rows: most = Number.POSITIVE_INFINITY } = partsOptions
      const cut = new Cutter(lines, csvLine(header), { bytes, rows: most })
      for (let number = 1; await cut.hasNextPart(); number++) {
        yield { number, [Symbol.asyncIterator]: () => cut.part() }
      }
    } finally {
      await close()
    }
  }

  async function plan(): Promise<ContactsPlan> {
    const file = await open()
    const { encoding, guessedFrom, delimiter, headerLine, header, sample } = file
    const columns = columnsOf(file)
    const rules = rulesOf(columns, file)
    const reason = allLeftReason(file)
    return {
      encoding,
      ...(guessedFrom && { guessedFrom }),
      ...file.sheets,
      delimiter,
      headerLine,
      header,
      columns,
      ...(reason === undefined ? {} : { allLeftReason: reason }),
      sample: sample.map((record) => contactOf(record, rules)),
    }
  }

  return {
    counts,
    rows,
    parts,
    plan,
    close,
    ...asyncCloses(close),
    place(other) {
      map = other
      placed = undefined
      return plan()
    },
    async originalCells(line) {
      return originalCells(line, columnsOf(await open()))
    },
    async *[Symbol.asyncIterator]() {
      let problem: string | undefined
      const onRefused = (row: RefusedContactsRow) => {
        problem ??= `line ${row.line} ${row.problem}`
      }
      for await (const part of parts({ bytes: Number.POSITIVE_INFINITY, onRefused })) yield* part
      // The service would miss the header of an empty file.
      if (counts.importable === 0) throw noContacts(counts.read, problem)
    },
  }
}

function checkOptions(options: ContactsCsvOptions): void {
  const optionNames = ["map", "optIn", "all", "fileName", "encoding", "delimiter", "headerRow"]
  const unknown = Object.keys(options).find((name) => !optionNames.includes(name))
  if (unknown !== undefined) {
    throw new InvalidArgumentError(unknown, `is not an option of contactsCsv: ${optionNames.join(", ")}`)
  }
  // The text "false" of a variable would opt in everybody.
  if (!["undefined", "boolean", "function"].includes(typeof options.optIn)) {
    throw new InvalidArgumentError("optIn", "must be true, false or a function")
  }
  if (options.all !== undefined && !["opt_out", "contacts"].includes(options.all)) {
    throw new InvalidArgumentError("all", "must be opt_out or contacts")
  }
  if (options.delimiter !== undefined && !delimiters.includes(options.delimiter)) {
    throw new InvalidArgumentError(
      "delimiter",
      `must be one of ${delimiters.map((each) => JSON.stringify(each)).join(" ")}`,
    )
  }
  if (options.encoding !== undefined && encodingName(options.encoding) === undefined) {
    throw new InvalidArgumentError(
      "encoding",
      `${JSON.stringify(options.encoding)} is unknown: take a label of TextDecoder, such as utf-8, windows-1251 or shift_jis`,
    )
  }
  const { headerRow } = options
  if (headerRow !== undefined && !(Number.isInteger(headerRow) && headerRow > 0)) {
    throw new InvalidArgumentError("headerRow", "must be the number of a line, from 1")
  }
}

async function* chunksOf(source: ContactsSource): AsyncGenerator<Uint8Array> {
  if (typeof source === "string") yield Buffer.from(source)
  else if (source instanceof Uint8Array) yield source
  else for await (const chunk of source) yield typeof chunk === "string" ? Buffer.from(chunk) : chunk
}

async function* contactLines(
  rows: AsyncIterable<ContactsRow>,
  header: readonly string[],
  { onContact }: ContactsPartsOptions,
): AsyncGenerator<string> {
  for await (const row of rows) {
    onContact?.(row)
    yield contactLine(row.contact, header)
  }
}
