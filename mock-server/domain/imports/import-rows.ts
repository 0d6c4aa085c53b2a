import { isUtf8 } from "node:buffer"
import { isEmail } from "../../../sdk/contract/core/text-rules.ts"
import type { ContactDetails } from "../contacts.ts"
import type { CsvRecord } from "./csv.ts"

/** Where the columns of a file are: the known ones, and those that go to the contact's `data` under their name. */
export interface Columns {
  readonly count: number
  readonly email: number
  readonly first_name: number
  readonly last_name: number
  readonly opt_in: number
  readonly data: readonly (readonly [at: number, name: string])[]
}

const known: ReadonlySet<string> = new Set(["email", "first_name", "last_name", "opt_in"])

/** Finds the columns by the header's names, in any case; or says why the file cannot be imported. */
export function columnsOf(header: readonly string[]): Columns | string {
  const names = header.map((name) => name.trim())
  const lower = names.map((name) => (known.has(name.toLowerCase()) ? name.toLowerCase() : name))
  if (lower.length === 0) return "The file has no header row"
  if (!lower.includes("email")) return "The header has no column email"
  const twice = lower.find((name, at) => name !== "" && lower.indexOf(name) !== at)
  if (twice !== undefined) return `The header has more than one column ${twice}`
  return {
    count: names.length,
    email: lower.indexOf("email"),
    first_name: lower.indexOf("first_name"),
    last_name: lower.indexOf("last_name"),
    opt_in: lower.indexOf("opt_in"),
    data: lower.flatMap((name, at) => (name === "" || known.has(name) ? [] : [[at, name] as const])),
  }
}

/** What a row says of a contact, or why it cannot be imported. Empty cells say nothing. */
export function contactOfRow(
  { cells, problem, start, end }: CsvRecord,
  columns: Columns,
  bytes: Buffer,
): Omit<ContactDetails, "source"> | string {
  if (problem !== undefined) return problem
  if (cells.length > columns.count && cells.slice(columns.count).some((cell) => cell.trim() !== "")) {
    return `has ${cells.length} cells, the header has ${columns.count}`
  }
  // A character that stands for what could not be decoded can also have been in the file itself.
  if (cells.some((cell) => cell.includes("\ufffd")) && !isUtf8(bytes.subarray(start, end))) return "is not valid UTF-8"
  const email = cellAt(cells, columns.email)
  if (email === undefined) return "email is missing"
  if (!isEmail(email)) return "email is not an e-mail address"
  const agreed = cellAt(cells, columns.opt_in)?.toLowerCase()
  const opt_in = agreed === undefined ? undefined : agreements.get(agreed)
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
