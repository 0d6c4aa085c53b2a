// Writes examples/contacts.csv, the customers that the tour imports: always the same 6,000 rows or so, with the problems that
// exported files have.
//
//   npx tsx examples/make-contacts.ts [file]
import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { places } from "./support/people.ts"

const header = ["email", "first_name", "last_name", "opt_in", "company", "city", "signed_up", "note"]
const rowCount = 6_000

const domains = ["example.test", "mail.example.test", "post.example", "kunden-service.example", "a.b.c.example.test"]
const agreements = ["yes", "no", "1", "0", "TRUE", "false", "", "Y"]
const companies = [
  "",
  "Acme",
  "Smith, Sons & Co.",
  'The "Old" Bakery',
  "Müller GmbH & Co. KG",
  "株式会社サンプル",
  "🚀 Rockets; Inc.",
]
const notes = [
  'Said "call me later", then hung up',
  "Two lines:\r\nthe second one",
  "A line feed\nalone, and a tab\tin between",
  '=HYPERLINK("http://files.example/x","open")',
  "@SUM(1+1)*cmd|' /C calc'!A0",
  "<script>alert(1)</script>",
  "Robert'); DROP TABLE contacts;--",
  "👩‍👩‍👧 family plan, naïve café (nai\u0308ve cafe\u0301)",
  `Long: ${"lorem ipsum dolor sit amet ".repeat(20).trim()}`,
]
const brokenAddresses = [
  "no-at-sign.example.test",
  "two@@example.test",
  "@example.test",
  "nobody@",
  "in between@example.test",
  "double..dot@example.test",
  ".dot-first@example.test",
  "no-top-level@example",
  "comma,in@example.test",
  "n/a",
  "",
]

/** A pseudo-random number from 0 to below `below`, the same in every run. */
function chooser(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const choose = chooser(7)
const one = <T>(list: readonly T[]): T => {
  const chosen = list[choose(list.length)]
  if (chosen === undefined) throw new Error("There is nothing to choose from")
  return chosen
}

/** A CSV cell, quoted if necessary. */
const cell = (text: string) => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

function customer(number: number): string[] {
  const place = one(places)
  const [firstName, first] = one(place.first)
  const [lastName, last] = one(place.last)
  const day = new Date(Date.UTC(2019, 0, 1 + choose(2_500))).toISOString().slice(0, 10)
  const email = `${first}.${last}${number}@${one(domains)}`
  return [
    email,
    firstName,
    lastName,
    one(agreements),
    one(companies),
    place.city,
    day,
    choose(6) === 0 ? one(notes) : "",
  ]
}

const earlier: string[][] = []

/** One row as text; most are valid. */
function row(number: number): string {
  const cells = customer(number)
  const [email = ""] = cells
  if (number % 97 === 0) {
    // The same person again: in capital letters, moved, and without a name this time.
    const [known = ""] = one(earlier)
    return [known.toUpperCase(), "", "", "yes", "", cells[5] ?? "", "", "moved"].map(cell).join(",")
  }
  if (number % 89 === 0) cells[0] = brokenAddresses[(number / 89) % brokenAddresses.length] ?? ""
  else if (number % 83 === 0) return [email, "Ann", "Lee", "yes", "Lee, Ann, and Partners", ...cells.slice(5)].join(",")
  else if (number % 79 === 0) cells[3] = "maybe"
  else earlier.push(cells)
  if (number % 73 === 0) cells[0] = `  ${email} `
  if (number % 71 === 0) return `${email},Null,None`
  if (number % 67 === 0) return [email, 'Robert "Bob"', "Smith", "yes", '27" Screens', "", "", ""].join(",")
  return cells.map(cell).join(",")
}

const lines = [Buffer.from(header.join(","))]
for (let number = 1; number <= rowCount; number++) {
  lines.push(Buffer.from(row(number)))
  // Added by hand, in an editor that writes Latin-1.
  if (number % 2_500 === 0) lines.push(Buffer.from(`m.hand${number}@example.test,Günther,Müller,yes,,,,`, "latin1"))
  if (number % 500 === 1) lines.push(Buffer.from(number % 1_000 === 1 ? "" : "   "))
}

// A byte order mark in front, CRLF between the rows, none after the last.
const file = process.argv[2] ?? fileURLToPath(new URL("contacts.csv", import.meta.url))
const text = lines.flatMap((line, at) => (at === 0 ? [line] : [Buffer.from("\r\n"), line]))
writeFileSync(file, Buffer.concat([Buffer.from("\ufeff"), ...text]))
