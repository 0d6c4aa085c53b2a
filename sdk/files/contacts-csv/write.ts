import { parse } from "csv-parse/sync"
import { InvalidArgumentError } from "../../client/errors.ts"
import type { ContactsColumn } from "./columns.ts"
import type { ImportedContact } from "./contact.ts"

const standardColumns = ["email", "first_name", "last_name", "opt_in"] as const

/** The header that the service imports: its four columns, then the contact's own fields. */
export function outputHeader(columns: readonly ContactsColumn[]): string[] {
  return [...standardColumns, ...columns.flatMap(({ dataName }) => dataName ?? [])]
}

/** A contact as a line of CSV, with its line end. */
export function contactLine(
  { email, first_name, last_name, opt_in, data }: ImportedContact,
  header: readonly string[],
): string {
  const cells = [email, first_name ?? "", last_name ?? "", opt_in === undefined ? "" : opt_in ? "yes" : "no"]
  for (let at = standardColumns.length; at < header.length; at++) cells.push(data[header[at] ?? ""] ?? "")
  return csvLine(cells)
}

/** Cells as a line of CSV (RFC 4180), with its line end. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(quoted).join(",")}\n`

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** A line written by `contactLine`, as cells in the order of the original file. */
export function originalCells(line: string, columns: readonly ContactsColumn[]): string[] {
  const [sent = []]: string[][] = parse(line, { relax_quotes: true, relax_column_count: true })
  const header = outputHeader(columns)
  const cellOf = (name: string) => sent[header.indexOf(name)] ?? ""
  return columns.map(({ target, dataName }) => cellOf(dataName ?? target))
}

/** Splits CSV lines into files: each begins with the header and stays within the service's limit. */
export class Cutter {
  private held: string | undefined
  private isInPart = false

  constructor(
    private readonly lines: AsyncIterator<string>,
    private readonly header: string,
    private readonly most: { readonly bytes: number; readonly rows: number },
  ) {}

  /**
   * Whether there is a line for another part.
   * @throws InvalidArgumentError when the last part was not read: its rows would be missing.
   */
  async hasNextPart(): Promise<boolean> {
    if (this.isInPart) {
      throw new InvalidArgumentError(
        "file",
        "has a part that was not read to its end, so its rows are missing: if an upload fails, end the loop over the parts and begin again with a new contactsCsv",
      )
    }
    this.isInPart = await this.hasLine()
    return this.isInPart
  }

  private async hasLine(): Promise<boolean> {
    this.held ??= await this.nextLine()
    return this.held !== undefined
  }

  /** The bytes of the next part, in chunks. */
  async *part(): AsyncGenerator<Uint8Array> {
    let bytes = Buffer.byteLength(this.header)
    let rows = 0
    let text = this.header
    while (await this.hasLine()) {
      const line = this.held ?? ""
      bytes += Buffer.byteLength(line)
      rows++
      // A part has at least one row, however long: the service then reports the problem.
      if (rows > 1 && (bytes > this.most.bytes || rows > this.most.rows)) break
      this.held = undefined
      text += line
      if (text.length >= chunkLength) {
        yield Buffer.from(text)
        text = ""
      }
    }
    this.isInPart = false
    if (text !== "") yield Buffer.from(text)
  }

  private async nextLine(): Promise<string | undefined> {
    const { done, value } = await this.lines.next()
    return done ? undefined : value
  }
}

const chunkLength = 64 * 1024
