import { isUtf8 } from "node:buffer"
import { describeNonCsv } from "../../../sdk/contract/core/non-csv-files.ts"
import { isEmail } from "../../../sdk/contract/core/text-patterns.ts"
import type { ContactDetails } from "../contacts/contacts.ts"
import type { CsvReader, CsvRecord } from "./csv.ts"

/** The columns of a file: the known ones, and those stored in the contact's `data` under their name. */
export interface Columns {
  readonly header: readonly string[]
  readonly email: number
  readonly first_name: number
  readonly last_name: number
  readonly opt_in: number
  readonly data: readonly (readonly [at: number, name: string])[]
}

const standardColumns: ReadonlySet<string> = new Set(["email", "first_name", "last_name", "opt_in"])

const byteOrderMark = "efbbbf"

/** Reads the first row of a file and finds the columns, or returns why the file cannot be imported. */
export function readHeader(reader: CsvReader): Columns | string {
  const { bytes } = reader
  const other = describeNonCsv(bytes)
  if (other !== undefined) return `The file ${other}`
  if (bytes.toString("hex", 0, 3) === byteOrderMark) reader.at += 3
  let record = reader.next()
  if (record !== undefined && isSeparatorLine(bytes.toString("latin1", record.start, record.end)))
    record = reader.next()
  while (record !== undefined && isBlank(record)) record = reader.next()
  if (record === undefined) return "The file has no header row"
  const { cells, problem, start, end } = record
  const text = bytes.subarray(start, end)
  // Zero bytes mean UTF-16; they would be valid in UTF-8.
  if (text.includes(0)) return notUtf8("looks like UTF-16")
  if (problem !== undefined) return `The header ${problem}: it must be a row of column names with commas between them`
  return isUtf8(text) ? columnsOf(cells) : notUtf8("is not UTF-8")
}

/** Excel's first line that names the separator. */
const isSeparatorLine = (line: string) => /^"?sep=,"?[ \t]*$/i.test(line)

/** True for a row of empty cells, as spreadsheets write blank rows: it is skipped. */
export const isBlank = ({ cells, problem }: CsvRecord): boolean =>
  problem === undefined && cells.every((cell) => cell.trim() === "")

function notUtf8(what: string): string {
  return `The header ${what}: save the file as "CSV UTF-8"`
}

export function columnsOf(header: readonly string[]): Columns | string {
  const names = header.map((name) => name.trim())
  const lower = names.map((name) => (standardColumns.has(name.toLowerCase()) ? name.toLowerCase() : name))
  if (!lower.includes("email")) return `The header has no column email${insteadOfEmail(names)}`
  const twice = lower.find((name, index) => name !== "" && lower.indexOf(name) !== index)
  if (twice !== undefined) return `The header has more than one column ${twice}`
  // Refused as in JSON: parsers drop such a field.
  if (lower.includes("__proto__")) return "The header has a column __proto__, which is not a known field"
  return {
    header: names,
    email: lower.indexOf("email"),
    first_name: lower.indexOf("first_name"),
    last_name: lower.indexOf("last_name"),
    opt_in: lower.indexOf("opt_in"),
    data: lower.flatMap((name, index) => (name === "" || standardColumns.has(name) ? [] : [[index, name] as const])),
  }
}

/** A hint for a header without an e-mail column: the wrong separator, or the columns found. */
function insteadOfEmail(names: readonly string[]): string {
  const separator = names.length === 1 ? /[;\t|]/.exec(names.join())?.[0] : undefined
  if (separator !== undefined) return `: cells are separated by commas, not by ${JSON.stringify(separator)}`
  const headerText = names.filter((name) => name !== "").join(", ")
  return headerText === "" ? "" : `, only ${headerText.length > 200 ? `${headerText.slice(0, 200)}…` : headerText}`
}

export function contactOfRow(
  { cells, problem, start, end }: CsvRecord,
  columns: Columns,
  bytes: Buffer,
): ContactDetails | string {
  if (problem !== undefined) return problem
  const count = columns.header.length
  if (cells.length > count && cells.slice(count).some((cell) => cell.trim() !== "")) {
    return `has ${cells.length} cells, the header has ${count}`
  }
  // The replacement character may also be in the file itself.
  if (cells.some((cell) => cell.includes("\ufffd")) && !isUtf8(bytes.subarray(start, end))) return "is not valid UTF-8"
  const email = cellAt(cells, columns.email)
  if (email === undefined) return "email is missing"
  if (!isEmail(email)) return "email is not an e-mail address"
  const agreed = cellAt(cells, columns.opt_in)?.toLowerCase()
  const opt_in = agreements.get(agreed ?? "")
  if (agreed !== undefined && opt_in === undefined) return "opt_in is neither yes nor no"
  return {
    email,
    opt_in,
    first_name: cellAt(cells, columns.first_name),
    last_name: cellAt(cells, columns.last_name),
    data: dataOf(cells, columns),
  }
}

const agreements: ReadonlyMap<string, boolean> = new Map([
  ...["yes", "y", "true", "t", "1", "on"].map((word) => [word, true] as const),
  ...["no", "n", "false", "f", "0", "off"].map((word) => [word, false] as const),
])

function cellAt(cells: readonly string[], at: number): string | undefined {
  const text = cells[at]?.trim()
  return text === "" ? undefined : text
}

function dataOf(cells: readonly string[], { data }: Columns): Record<string, string> | undefined {
  const entries: [string, string][] = []
  for (const [at, name] of data) {
    const text = cellAt(cells, at)
    if (text !== undefined) entries.push([name, text])
  }
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}
