import { parse } from "csv-parse/sync"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { CsvReader, type CsvRecord, maxRecordLength } from "../../mock-server/resources/imports/csv.ts"

/** Reads a whole file at once, or resumes from a saved position before each row. */
function read(file: string | Buffer, isResumed = false): CsvRecord[] {
  const bytes = Buffer.from(file)
  const records: CsvRecord[] = []
  let reader = new CsvReader(bytes)
  for (let record = reader.next(); record !== undefined; record = reader.next()) {
    records.push(record)
    if (isResumed) reader = new CsvReader(bytes, reader.at, reader.line)
  }
  return records
}

const cells = (file: string | Buffer) => read(file).map((record) => record.problem ?? record.cells)
const lines = (file: string) => read(file).map((record) => record.line)

describe("the CSV reader", () => {
  it.each([
    ["commas in quotes", 'a,"b, c",d\n', [["a", "b, c", "d"]]],
    ["doubled quotes", '"say ""hi""",b', [['say "hi"', "b"]]],
    [
      "line breaks in quotes",
      '"one\ntwo\r\nthree",b\nc,d',
      [
        ["one\ntwo\r\nthree", "b"],
        ["c", "d"],
      ],
    ],
    [
      "CRLF, LF and CR line ends",
      "a,b\r\nc,d\ne,f\rg,h",
      [
        ["a", "b"],
        ["c", "d"],
        ["e", "f"],
        ["g", "h"],
      ],
    ],
    ["empty cells", ",a,,\n", [["", "a", "", ""]]],
    ["blank lines, as no rows", "a\n\n  \r\nb\n \t", [["a"], ["b"]]],
    ["blanks around quotes", ' "a, b" ,"c"\t\n', [["a, b", "c"]]],
    ["quotes inside bare text", '5" disk,b\n', [['5" disk', "b"]]],
    ["non-Latin text", "Łukasz,김민준,\u{1F600}\n", [["Łukasz", "김민준", "\u{1F600}"]]],
    ["nothing", "", []],
    ["a last row without a line end", "a\nb", [["a"], ["b"]]],
    ["a comma at the very end", "a,", [["a", ""]]],
    ["quoted cells before a CR alone", '"a","b"\r"c" \rd', [["a", "b"], ["c"], ["d"]]],
    ["a CR alone at the very end", 'a\r"b"\r', [["a"], ["b"]]],
  ])("reads %s", (_, file, rows) => {
    expect(cells(file)).toEqual(rows)
  })

  it.each([
    ["text after a closing quote", 'a\n"b"c,d\ne', [["a"], "has text after a closing quote", ["e"]]],
    ["a quote that is never closed", 'a\n"b,c\nd\ne', [["a"], "has a quote that is not closed", ["d"], ["e"]]],
    ["text after a closing quote, before a CR", 'a\r"b"c,d\re', [["a"], "has text after a closing quote", ["e"]]],
  ])("loses only one line to %s", (_, file, rows) => {
    expect(cells(file)).toEqual(rows)
  })

  it("reports the line on which each row begins", () => {
    expect(lines('a\n\n"b\nc\rd\r\ne"\nf\r\n\r\ng')).toEqual([1, 3, 7, 9])
    expect(lines('a\n"b\nc\nd')).toEqual([1, 2, 3, 4])
    expect(lines('a\r\r"b\rc\r\nd"\re\r\rf')).toEqual([1, 3, 6, 8])
  })

  it("reports the offsets of each row's text", () => {
    const file = 'a,b\r\n"c\nd",e\nf'
    expect(read(file).map(({ start, end }) => file.slice(start, end))).toEqual(["a,b", '"c\nd",e', "f"])
  })

  it("drops a row longer than the maximum, and continues after it", () => {
    const long = "x".repeat(maxRecordLength + 10)
    const file = Buffer.from(`a\n${long}y\nb\n"${long}\nc\n`)
    expect(cells(file)).toEqual([["a"], "is too long", ["b"], "has a quote that is not closed", ["c"]])
    expect(read(file).map(({ line }) => line)).toEqual([1, 2, 3, 4, 5])
  })

  it.each(["\n", "\r\n", "\r"])("counts the lines of a row that is too long, with the line ending %j", (end) => {
    const row = `"${`v@x.test${end}`.repeat(40_000)}"`
    const file = `a${end}${row}${end}c`
    expect(lines(file)).toEqual([1, 2, 40_003])
  })

  it("drops a long row of many lines as one, and pairs its quotes by the rest of the file", () => {
    const many = "v@x.test\n".repeat(40_000)
    const file = `a\n"${many}",b\nc\n"d${many}`
    const rows = read(file)
    expect(rows.slice(0, 5).map((row) => [row.line, row.problem ?? row.cells])).toEqual([
      [1, ["a"]],
      [2, "is too long"],
      [40_003, ["c"]],
      [40_004, "has a quote that is not closed"],
      [40_005, ["v@x.test"]],
    ])
    expect(rows).toHaveLength(4 + 39_999)
  })

  it("reads rows up to the maximum length, and none beyond it, wherever they are", () => {
    const size = fc.integer({ min: maxRecordLength - 2, max: maxRecordLength + 2 })
    const long = fc
      .tuple(size, fc.constantFrom("x", "\n", "\r\n"))
      .map(([length, filler]) =>
        filler === "x" ? filler.repeat(length) : `"${filler.repeat(length)}`.slice(0, length - 1).concat('"'),
      )
    const row = fc.oneof(long, fc.constantFrom("a", '"b\nc"', "", "  "))
    const end = fc.constantFrom("\n", "\r\n", "\r")
    fc.assert(
      fc.property(fc.array(row, { maxLength: 5 }), end, (rows, lineEnd) => {
        const written = rows.filter((each) => each.trim() !== "")
        const records = read(`${rows.join(lineEnd)}${lineEnd}`)
        expect(records.map(({ problem }) => problem)).toEqual(
          written.map(({ length }) => (length > maxRecordLength ? "is too long" : undefined)),
        )
        expect(records.map(({ start, end }) => end - start)).toEqual(written.map(({ length }) => length))
      }),
      { numRuns: 25 },
    )
  })

  it("ends in reasonable time, however many lines leave a quote open", () => {
    const reader = new CsvReader(Buffer.from(`a,"\n${'x","\n'.repeat(60_000)}`))
    let count = 0
    while (reader.next() !== undefined) count++
    expect(count).toBeGreaterThan(5_000)
  })

  it("reads the same rows when resumed from a saved position", () => {
    const piece = fc.constantFrom("a", "é", ",", '"', '""', "\n", "\r", "\r\n", " ", "x y", '"q,\n"')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const file = pieces.join("")
        expect(read(file, true)).toEqual(read(file))
      }),
      { numRuns: 2_000 },
    )
  })

  it("reads well-formed files as another parser does", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", " ", ",", '"', "\n", "ł", "\u{1F600}"), maxLength: 6 })
    const quoted = text.map((cell) => `"${cell.replaceAll('"', '""')}"`)
    const bare = fc.string({ unit: fc.constantFrom("a", "b", "ł", "é"), minLength: 1, maxLength: 5 })
    const row = fc.array(fc.oneof(quoted, bare), { minLength: 2, maxLength: 4 }).map((each) => each.join(","))
    fc.assert(
      fc.property(fc.array(row, { maxLength: 8 }), fc.constantFrom("\n", "\r\n", "\r"), (rows, end) => {
        const file = rows.join(end)
        expect(cells(file)).toEqual(parse(file, { relax_column_count: true, record_delimiter: end }))
      }),
      { numRuns: 500 },
    )
  })
})
