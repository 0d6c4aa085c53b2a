import { parse } from "csv-parse/sync"

/** A contact as in the file; missing values are null. */
export interface ExpectedContact {
  readonly email: string
  readonly first_name: string | null
  readonly last_name: string | null
  readonly subscribed: boolean
  /** The file's other columns, by name. */
  readonly data: Readonly<Record<string, string>>
}

export interface ExpectedImport {
  readonly rows: number
  readonly refused: number
  /** One per lower-case e-mail: later rows complete earlier ones. */
  readonly contacts: ReadonlyMap<string, ExpectedContact>
}

const known = /^(email|first_name|last_name|opt_in)$/i
const address = /^[\w'+-]+(\.[\w'+-]+)*@([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z]{2,}$/i
const agreed = /^(yes|y|true|t|1|on)$/i
const declined = /^(no|n|false|f|0|off)$/i

/** Reads a CSV file of contacts with an independent parser: the expected result of an import. */
export function readContacts(csv: Uint8Array): ExpectedImport {
  const [header = [], ...rows]: string[][] = parse(Buffer.from(csv), {
    bom: true,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    relax_quotes: true,
  })
  const names = header.map((name) => (known.test(name) ? name.toLowerCase() : name))
  const contacts = new Map<string, ExpectedContact>()
  let refused = 0
  for (const row of rows) {
    const cells = Object.fromEntries(names.map((name, at) => [name, row[at]?.trim() ?? ""]))
    const { email = "", first_name, last_name, opt_in = "", ...others } = cells
    const hasTooMany = row.slice(header.length).some((cell) => cell.trim() !== "")
    const isUnclear = opt_in !== "" && !agreed.test(opt_in) && !declined.test(opt_in)
    // Other encodings are ambiguous.
    const isGarbled = row.some((cell) => cell.includes("\ufffd"))
    if (hasTooMany || isUnclear || isGarbled || !address.test(email)) {
      refused++
      continue
    }
    const earlier = contacts.get(email.toLowerCase())
    contacts.set(email.toLowerCase(), {
      email: earlier?.email ?? email,
      first_name: first_name || (earlier?.first_name ?? null),
      last_name: last_name || (earlier?.last_name ?? null),
      subscribed: opt_in === "" ? (earlier?.subscribed ?? false) : agreed.test(opt_in),
      data: { ...earlier?.data, ...Object.fromEntries(Object.entries(others).filter(([, text]) => text !== "")) },
    })
  }
  return { rows: rows.length, refused, contacts }
}
