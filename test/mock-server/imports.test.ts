import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { atOnce } from "../../mock-server/base/event-loop.ts"
import { maxRecordLength } from "../../mock-server/resources/imports/csv.ts"
import { importForm } from "../support/import-form.ts"
import { mock } from "../support/mock.ts"

const minute = 60_000
const wayOut = ": it must be a row of column names with commas between them"

/** Imports a file completely; returns the import and a reader for the contacts. */
async function imported(csv: BlobPart, options?: unknown) {
  const service = mock()
  const created = await service.call("POST", "/v1/my/imports", { form: importForm(csv, options) })
  await service.advance(minute)
  const { body } = await service.call("GET", `/v1/my/imports/${created.body.id}`)
  const contacts = async (query = "limit=100") =>
    (await service.call("GET", `/v1/my/contacts?${query}`)).body.filter((each: { id: number }) => each.id > 3)
  return { ...service, created, body, contacts }
}

describe("imports", () => {
  it("responds with 201 with a pending import, and reads the file over time [imports.create] [imports.get] [27.1]", async () => {
    const { call, advance } = mock()
    const created = await call("POST", "/v1/my/imports", { form: importForm("email\na@x.test\n", { list_ids: [1] }) })
    expect(created.status).toBe(201)
    expect(created.body).toEqual({
      id: 1,
      resource: "contacts",
      status: "pending",
      total_rows: 0,
      success_rows: 0,
      failed_rows: 0,
      progress_pct: 0,
      import_errors: [],
      assigned_list_ids: [1],
      started_at: null,
      ended_at: null,
      created_at: "2026-03-01T12:00:00.000Z",
    })
    expect((await call("GET", "/v1/my/imports/1")).body).toEqual(created.body)
    await advance(1)
    expect((await call("GET", "/v1/my/imports/1")).body).toMatchObject({
      status: "complete",
      total_rows: 1,
      success_rows: 1,
      progress_pct: 100,
      started_at: "2026-03-01T12:00:00.001Z",
      ended_at: "2026-03-01T12:00:00.001Z",
    })
  })

  it("recognizes the columns email, first_name, last_name and opt_in in any case; others go to data [27.2]", async () => {
    const csv = "City, EMAIL ,First_Name,last_name,opt_in,\nLondon,ada@x.test, Ada ,Lovelace,yes,\n,bo@x.test,,,0,\n"
    const { body, contacts } = await imported(csv)
    expect(body).toMatchObject({ status: "complete", total_rows: 2, success_rows: 2, failed_rows: 0 })
    expect(await contacts()).toMatchObject([
      {
        email: "ada@x.test",
        first_name: "Ada",
        last_name: "Lovelace",
        subscribed_email: true,
        source: "import",
        data: { City: "London" },
      },
      { email: "bo@x.test", first_name: null, last_name: null, subscribed_email: false, data: {} },
    ])
  })

  it("refuses a column name that is unsafe as an object key", async () => {
    const { body, contacts } = await imported("email,__proto__\na@x.test,p\n")
    expect(body).toMatchObject({
      status: "failed",
      import_errors: [[1, "The header has a column __proto__, which is not a known field", ""]],
    })
    expect(await contacts()).toEqual([])
  })

  it("assigns the imported contacts to lists, existing ones too [27.3]", async () => {
    const service = mock()
    const { body: list } = await service.call("POST", "/v1/my/lists", { body: { name: "Imported" } })
    const form = importForm("email\nnew@x.test\nada@example.test\n", { list_ids: [list.id, 1, list.id] })
    const { body } = await service.call("POST", "/v1/my/imports", { form })
    expect(body.assigned_list_ids).toEqual([1, list.id])
    await service.advance(minute)
    const { body: on } = await service.call("GET", `/v1/my/contacts?list_id=${list.id}`)
    expect(on).toMatchObject([
      { email: "ada@example.test", list_ids: [1, list.id], first_name: "Ada" },
      { email: "new@x.test", list_ids: [1, list.id] },
    ])
    expect((await service.call("GET", "/v1/my/lists")).body[1].contacts_count).toBe(2)
  })

  it("names each failed row by its line in the file, and counts exactly [27.4]", async () => {
    const csv = [
      "\ufeffemail,first_name,opt_in",
      "Zoë@x.test,Zoë,yes",
      'ok@x.test,"Ann, ""the one""\r\non two lines",1',
      "",
      "nobody,No,no",
      ",Nobody,no",
      "łukasz@x.test,Łukasz,no",
      "maybe@x.test,May,perhaps",
      'quote@x.test,"Q" q,no',
      "more@x.test,M,no,surplus",
      "less@x.test",
      "OK@X.test,Ann,no",
    ].join("\r\n")
    const { body, contacts } = await imported(csv)
    expect(body).toMatchObject({ status: "complete", total_rows: 10, success_rows: 3, failed_rows: 7 })
    expect(body.import_errors).toEqual([
      [2, "email is not an e-mail address", "Zoë@x.test,Zoë,yes"],
      [6, "email is not an e-mail address", "nobody,No,no"],
      [7, "email is missing", ",Nobody,no"],
      [8, "email is not an e-mail address", "łukasz@x.test,Łukasz,no"],
      [9, "opt_in is neither yes nor no", "maybe@x.test,May,perhaps"],
      [10, "has text after a closing quote", 'quote@x.test,"Q" q,no'],
      [11, "has 4 cells, the header has 3", "more@x.test,M,no,surplus"],
    ])
    expect(await contacts()).toMatchObject([
      { email: "ok@x.test", first_name: "Ann", subscribed_email: false },
      { email: "less@x.test", first_name: null },
    ])
  })

  it("fails only the row past 256 KiB, whatever its content and place [27.7]", async () => {
    const victims = Array.from({ length: 40_000 }, (_, n) => `victim${n}@x.test`).join("\n")
    const { body, contacts } = await imported(`email,notes\nok@x.test,"${victims}"\nlast@x.test,z\n`)
    expect(body).toMatchObject({ status: "complete", total_rows: 2, success_rows: 1, failed_rows: 1 })
    expect(body.import_errors).toMatchObject([[2, "is too long", expect.stringMatching(/^ok@x.test/)]])
    expect(await contacts()).toMatchObject([{ email: "last@x.test", data: { notes: "z" } }])
  })

  it("fails rows by their size, not by their place, and frees every piece", async () => {
    const rows = [0, 1, 0, 1, 1].map((more) => "h@x.test,".padEnd(maxRecordLength + more, "x"))
    const { body, world } = await imported(`email,notes\n${rows.join("\n")}`)
    expect(body).toMatchObject({ total_rows: 5, success_rows: 2, progress_pct: 100 })
    expect(body.import_errors.map(([line, problem]: [number, string]) => [line, problem])).toEqual([
      [3, "is too long"],
      [5, "is too long"],
      [6, "is too long"],
    ])
    expect(world.tables.importPieces.size).toBe(0)
  })

  it("reads non-Latin names, and fails rows that are not UTF-8 [27.4]", async () => {
    const rows = ["email,first_name,last_name", "kim@x.test,김민준,李", "e@x.test,\ufffd,e", "m@x.test,M?ller,e"]
    const csv = Buffer.from(rows.join("\n"))
    csv[csv.indexOf("M?ller") + 1] = 0xfc
    const { body, contacts } = await imported(csv)
    expect(body.import_errors).toEqual([[4, "is not valid UTF-8", "m@x.test,M\ufffdller,e"]])
    expect(await contacts()).toMatchObject([{ first_name: "김민준", last_name: "李" }, { first_name: "\ufffd" }])
  })

  it("keeps 1,000 row errors and counts them all [27.4]", async () => {
    const { body } = await imported(`email\n${"broken\n".repeat(1_500)}`)
    expect(body).toMatchObject({ status: "complete", total_rows: 1_500, success_rows: 0, failed_rows: 1_500 })
    expect(body.import_errors).toHaveLength(1_000)
    expect(body.import_errors[999]).toEqual([1_001, "email is not an e-mail address", "broken"])
  })

  it.each([
    ["", "The file has no header row"],
    ["\n\n", "The file has no header row"],
    ["name,mail\nA,a@x.test\n", "The header has no column email, only name, mail"],
    [",,\n , \n", "The file has no header row"],
    ["sep=,\n", "The file has no header row"],
    ["sep=;\nemail;city\n", 'The header has no column email: cells are separated by commas, not by ";"'],
    ["email;city\n", 'The header has no column email: cells are separated by commas, not by ";"'],
    ["email\tcity\n", 'The header has no column email: cells are separated by commas, not by "\\t"'],
    ['"email"x,a\n', `The header has text after a closing quote${wayOut}`],
    ['"email,a\n', `The header has a quote that is not closed${wayOut}`],
    ["email,E-Mail,EMAIL\n", "The header has more than one column email"],
  ])("fails as a whole on %j, with the reason [27.6]", async (csv, reason) => {
    const { body, world } = await imported(csv)
    expect(body).toMatchObject({ status: "failed", total_rows: 0, import_errors: [[1, reason, ""]] })
    expect(body.ended_at).toBe("2026-03-01T12:00:00.001Z")
    expect(world.tables.importPieces.size).toBe(0)
  })

  it.each([
    ["Latin-1", Buffer.from("email,Größe\na@x.test,1\n", "latin1"), "is not UTF-8"],
    ["UTF-16", Buffer.from("email,city\na@x.test,1\n", "utf16le"), "looks like UTF-16"],
    ["UTF-16 with a BOM", Buffer.from("\ufeffemail,city\na@x.test,1\n", "utf16le"), "looks like UTF-16"],
    ["UTF-16, big-endian", Buffer.from("\ufeffemail\n", "utf16le").swap16(), "looks like UTF-16"],
  ])("fails as a whole if the header is %s, and suggests UTF-8 [27.6]", async (_, csv, what) => {
    const { body, contacts } = await imported(csv)
    const reason = `The header ${what}: save the file as "CSV UTF-8"`
    expect(body).toMatchObject({ status: "failed", total_rows: 0, import_errors: [[1, reason, ""]] })
    expect(await contacts()).toEqual([])
  })

  it.each([
    [
      "a workbook (.xlsx): save it as CSV UTF-8",
      "PK\x03\x04\x14\0\x06\0\x08\0\0\0!\0\0\0\0\0\0\0\0\0\0\0\0\0\x13\0\0\0[Content_Types].xml",
    ],
    ["a zip archive: unpack it first, or save a workbook as CSV UTF-8", `PK\x03\x04\x14\0\x06\0${"\0".repeat(64)}`],
    ["an old workbook (.xls): save it as .xlsx or as CSV UTF-8", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0"],
    ["compressed (gzip): unpack it first", "\x1f\x8b\x08\0\0\0\0\0"],
    ["compressed (xz): unpack it first", "\xfd7zXZ\0\0"],
    ["a PDF: export the contacts as CSV", "%PDF-1.7\n%\xe2\xe3"],
    ["a text document (.rtf): save it as CSV UTF-8", "{\\rtf1\\ansi email\\par a@x.test}"],
    ["HTML or XML: export the contacts as CSV", "<!DOCTYPE html>\n<table><tr><td>email"],
    ["JSON: export the contacts as CSV", '[\n  {"email": "a@x.test"}\n]'],
  ])("fails as a whole if the file is %s [27.6]", async (what, bytes) => {
    const { body } = await imported(Buffer.from(bytes, "latin1"))
    expect(body).toMatchObject({ status: "failed", total_rows: 0, import_errors: [[1, `The file is ${what}`, ""]] })
  })

  it.each(["sep=,\r\n", '"sep=,"\n', "\ufeffSEP=,\n"])("skips the first line %j, written by Excel", async (line) => {
    const { body, contacts } = await imported(`${line}email\r\na@x.test\r\nnobody\r\n`)
    expect(body).toMatchObject({
      status: "complete",
      success_rows: 1,
      import_errors: [[4, expect.any(String), "nobody"]],
    })
    expect(await contacts()).toMatchObject([{ email: "a@x.test" }])
  })

  it("skips rows of empty cells, before the header too, and counts none of them", async () => {
    const { body } = await imported(',,\nemail,city,\n,,\na@x.test,London,\n"","",""\n , ,\nnobody,,\n,,\n')
    const failed = [[7, "email is not an e-mail address", "nobody,,"]]
    expect(body).toMatchObject({ status: "complete", total_rows: 2, success_rows: 1, import_errors: failed })
  })

  it("reports a bad long header briefly", async () => {
    const { body } = await imported(`email,${"x".repeat(600_000)}\na@x.test,1\n`)
    expect(body.import_errors).toEqual([[1, `The header is too long${wayOut}`, ""]])
    const { body: many } = await imported(`${"Name,".repeat(1_000)}\n`)
    expect(many.import_errors[0][1]).toMatch(/^The header has no column email, only Name, Name, .{180,200}…$/)
  })

  it("keeps a column named constructor as data like any other", async () => {
    const { contacts } = await imported("email,constructor\na@x.test,c\n")
    expect(Object.entries((await contacts())[0].data)).toEqual([["constructor", "c"]])
  })

  it("moves through processing with growing progress, and frees what it has read [27.1]", async () => {
    const { call, advance, world } = mock()
    const csv = `email\n${Array.from({ length: 30_000 }, (_, n) => `user${n}@x.test\n`).join("")}`
    await call("POST", "/v1/my/imports", { form: importForm(csv) })
    const progressStates: { status: string; progress_pct: number; total_rows: number }[] = []
    const staged: number[] = []
    for (let step = 0; step < 12; step++) {
      await advance(1)
      progressStates.push((await call("GET", "/v1/my/imports/1")).body)
      staged.push(world.tables.importPieces.size)
    }
    const progress = progressStates.map((each) => each.progress_pct)
    expect(progress).toEqual([...progress].sort((a, b) => a - b))
    expect(new Set(progress).size).toBeGreaterThan(5)
    expect(progressStates[0]).toMatchObject({ status: "processing" })
    expect(progressStates[11]).toMatchObject({ status: "complete", success_rows: 30_000, progress_pct: 100 })
    expect(staged).toEqual([...staged].sort((a, b) => b - a))
    expect(staged[11]).toBe(0)
  })

  it("continues from a copy of its plain state taken in the middle", async () => {
    const csv = `email,city\n${Array.from({ length: 12_000 }, (_, n) => `user${n}@x.test,"Łódź\n${n}"\n`).join("")}bad\n`
    const first = mock()
    await first.call("POST", "/v1/my/imports", { form: importForm(csv, { list_ids: [1] }) })
    await first.advance(2)
    const second = mock()
    for (const name of ["contacts", "imports", "importPieces"] as const) {
      atOnce(second.world.tables[name].load(JSON.parse(JSON.stringify(first.world.tables[name].dump()))))
    }
    second.world.timers.load(JSON.parse(JSON.stringify(first.world.timers.dump())))
    second.world.random.load(first.world.random.dump())
    second.world.clock.set({ mode: "frozen", now: first.world.now() })
    await Promise.all([first.advance(minute), second.advance(minute)])
    for (const path of ["/v1/my/imports/1", "/v1/my/contacts?page=120&limit=100", "/v1/my/lists"]) {
      expect((await second.call("GET", path)).body).toEqual((await first.call("GET", path)).body)
    }
    expect((await second.call("GET", "/v1/my/imports/1")).body).toMatchObject({ success_rows: 12_000, failed_rows: 1 })
  })

  it("ends, with counts that add up, for any bytes in the file", { tags: "slow" }, async () => {
    const piece = fc.constantFrom(
      "email,",
      "opt_in",
      "a@x.test",
      "b@x.test",
      ",",
      '"',
      '""',
      "\n",
      "\r\n",
      "\r",
      "\ufeff",
      "yes",
    )
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      fc.array(piece).map((parts) => Buffer.from(parts.join(""))),
    )
    await fc.assert(
      fc.asyncProperty(fc.boolean(), bytes, async (withHeader, content) => {
        const csv = Buffer.concat([Buffer.from(withHeader ? "email,first_name\n" : ""), content])
        const { body, contacts } = await imported(csv)
        expect(["complete", "failed"]).toContain(body.status)
        expect(body.total_rows).toBe(body.success_rows + body.failed_rows)
        expect(body.import_errors).toHaveLength(body.status === "failed" ? 1 : body.failed_rows)
        expect((await contacts()).length).toBeLessThanOrEqual(body.success_rows)
      }),
      { numRuns: 200 },
    )
  })

  it("proceeds automatically on a real clock", async () => {
    const { call, service } = mock({ clock: "real" })
    await call("POST", "/v1/my/imports", { form: importForm("email\na@x.test\n") })
    await expect.poll(async () => (await call("GET", "/v1/my/imports/1")).body.status).toBe("complete")
    await service.close()
  })

  it("is not found under another brand [29.18]", async () => {
    const { call } = await imported("email\n")
    expect((await call("GET", "/v1/my/imports/1", { headers: { "X-Brand-SID": "brand_second" } })).status).toBe(404)
    expect((await call("GET", "/v1/my/imports/2")).status).toBe(404)
  })
})
