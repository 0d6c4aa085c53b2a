import { readFileSync } from "node:fs"
import { join } from "node:path"
import { parse } from "csv-parse/sync"
import { describe, expect, it } from "vitest"
import { end, startProgram } from "../support/example.ts"
import { root } from "../support/files.ts"
import { temporaryFolder } from "../support/temporary-folder.ts"

const folder = temporaryFolder()
const bytes = readFileSync(join(root, "examples/contacts.csv"))
const text = bytes.toString()
const [, ...rows]: string[][] = parse(bytes, { bom: true, relax_column_count: true, relax_quotes: true })
const column = (at: number) => rows.map((row) => (row[at] ?? "").trim())

describe("examples/contacts.csv", () => {
  it("equals the output of make-contacts.ts", async () => {
    const file = join(folder, "contacts.csv")
    expect(await end(startProgram("examples/make-contacts.ts", { args: [file] }))).toMatchObject({ code: 0 })
    expect(readFileSync(file).equals(bytes)).toBe(true)
  })

  it("starts with a byte order mark, and separates rows by CRLF, without a final one", () => {
    expect(text.startsWith("\ufeffemail,")).toBe(true)
    expect(text.match(/\r\n/g)?.length).toBeGreaterThan(2_000)
    expect(text.endsWith("\n")).toBe(false)
  })

  it("has more than 2,000 rows, some of them blank, short, long, or not UTF-8", () => {
    expect(rows.length).toBeGreaterThan(2_000)
    expect(text).toMatch(/\r\n\s*\r\n/)
    expect(new Set(rows.map(({ length }) => length)).size).toBeGreaterThan(2)
    expect(text).toContain("\ufffd")
  })

  it("has quotes, commas and line ends inside cells", () => {
    const cells = rows.flat()
    for (const pattern of [/"/, /,/, /\r\n/, /[^\r]\n/])
      expect(cells.filter((cell) => pattern.test(cell))).not.toEqual([])
  })

  it("has names in many scripts", () => {
    const names = column(1).join("")
    for (const script of ["Latin", "Greek", "Cyrillic", "Hebrew", "Arabic", "Devanagari", "Thai", "Han", "Hangul"]) {
      expect(names).toMatch(new RegExp(`\\p{Script=${script}}`, "u"))
    }
  })

  it("has addresses that differ only in case", () => {
    const addresses = column(0)
    expect(new Set(addresses.map((address) => address.toLowerCase())).size).toBeLessThan(new Set(addresses).size)
  })

  it("has invalid addresses", () => {
    for (const broken of ["two@@example.test", "nobody@", "@example.test", "n/a", ""]) {
      expect(column(0)).toContain(broken)
    }
  })
})
