import { zipSync } from "fflate"
import { describe, expect, it, vi } from "vitest"
import { contactsCsv } from "../../../sdk/files/contacts-csv/index.ts"

const relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
const relationships = (...targets: (readonly [type: string, target: string])[]) =>
  `<Relationships>${targets.map(([type, target], at) => `<Relationship Id="r${at + 1}" Type="${relation}/${type}" Target="${target}"/>`).join("")}</Relationships>`

const workbook = (sheet: string, more: Readonly<Record<string, string | Uint8Array>> = {}) => {
  const files = {
    "_rels/.rels": relationships(["officeDocument", "xl/workbook.xml"]),
    "xl/workbook.xml": `<workbook xmlns:r="${relation}"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relationships(
      ["worksheet", "worksheets/sheet1.xml"],
      ["sharedStrings", "sharedStrings.xml"],
      ["styles", "styles.xml"],
    ),
    "xl/worksheets/sheet1.xml": sheet,
    ...more,
  }
  return zipSync(
    Object.fromEntries(
      Object.entries(files).map(
        ([name, text]) => [name, typeof text === "string" ? new TextEncoder().encode(text) : text] as const,
      ),
    ),
  )
}
const cell = (reference: string, text: string) => `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`
const people = `<row r="1">${cell("A1", "email")}${cell("B1", "note")}</row><row r="2">${cell("A2", "a@people.test")}</row>`

const rowsOf = async (bytes: Uint8Array) => {
  const rows: unknown[] = []
  for await (const row of contactsCsv(bytes).rows()) rows.push("contact" in row ? row.contact : row.problem)
  return rows
}

describe("a workbook", () => {
  it("takes the memory of its cells, whatever size it claims", async () => {
    const far = `<row r="1048576">${cell("XFD1048576", "x")}</row>`
    const claim = `<dimension ref="A1:XFD1048576"/>`
    expect(await rowsOf(workbook(`<worksheet>${claim}<sheetData>${people}${far}</sheetData></worksheet>`))).toEqual([
      { email: "a@people.test", data: {} },
      "has 16384 cells, the header has 2",
    ])
  })

  it("names the rows of the sheet, where some are empty", async () => {
    const rows = `<row r="2">${cell("A2", "email")}</row><row r="5">${cell("A5", "nobody")}</row><row r="9">${cell("A9", "a@people.test")}</row>`
    const lines: unknown[] = []
    for await (const { line } of contactsCsv(workbook(`<worksheet><sheetData>${rows}</sheetData></worksheet>`)).rows())
      lines.push(line)
    expect(lines).toEqual([5, 9])
  })

  it("has texts, numbers, truth values and dates", async () => {
    const sheet = `<worksheet><sheetData><row r="1">${["email", "n", "day", "ok", "rich"].map((text, at) => cell(`${"ABCDE"[at]}1`, text)).join("")}</row>
      <row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2"><v>0.30000000000000004</v></c><c r="C2" s="1"><v>45292</v></c><c r="D2" t="b"><v>1</v></c><c r="E2" t="s"><v>1</v></c></row></sheetData></worksheet>`
    const shared = `<sst><si><t>a@people.test</t></si><si><r><t>Yama</t></r><r><t>da</t></r><rPh><t>reading</t></rPh></si></sst>`
    const styles = `<styleSheet><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`
    expect(await rowsOf(workbook(sheet, { "xl/sharedStrings.xml": shared, "xl/styles.xml": styles }))).toEqual([
      { email: "a@people.test", data: { n: "0.30000000000000004", day: "2024-01-01", ok: "true", rich: "Yamada" } },
    ])
  })

  it("has dates in formats of its own, also counted from 1904, and times", async () => {
    const styles = `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="yyyy\\-mm"/><numFmt numFmtId="171" formatCode="0 &quot;days&quot;"/></numFmts><cellXfs><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs></styleSheet>`
    const [address, ...numbers] = [cell("A2", "a@people.test"), "43830", "43830.5", "1e12"]
    const sheet = `<worksheet><sheetData><row r="1">${["email", "a", "b", "c", "d"].map((text) => cell("", text)).join("")}</row>
      <row r="2">${address}${numbers.map((value) => `<c s="0"><v>${value}</v></c>`).join("")}<c s="1"><v>7</v></c></row></sheetData></worksheet>`
    const days = async (date1904: string) => {
      const part = `<workbook xmlns:r="${relation}"><workbookPr${date1904}/><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`
      return rowsOf(workbook(sheet, { "xl/styles.xml": styles, "xl/workbook.xml": part }))
    }
    const data = { c: "1000000000000", d: "7" }
    const since1900 = { ...data, a: "2019-12-31", b: "2019-12-31T12:00:00.000Z" }
    const since1904 = { ...data, a: "2024-01-01", b: "2024-01-01T12:00:00.000Z", c: "1000000001462" }
    expect(await days("")).toEqual([{ email: "a@people.test", data: since1900 }])
    expect(await days(' date1904="0"')).toEqual([{ email: "a@people.test", data: since1900 }])
    for (const date1904 of ["1", "true"])
      expect(await days(` date1904="${date1904}"`)).toEqual([{ email: "a@people.test", data: since1904 }])
  })

  it("has the text of an error in its cell, and keeps texts as they are marked", async () => {
    const row = `${cell("A2", "a@people.test")}<c r="B2" t="e"><v>#REF!</v></c><c r="C2" t="b"><v>0</v></c><c r="D2" t="b"><v>maybe</v></c><c r="E2" t="inlineStr"><is><t><![CDATA[<b>]]></t></is></c>`
    const sheet = `<worksheet><sheetData><row r="1">${["email", "x", "no", "odd", "raw"].map((text) => cell("", text)).join("")}</row><row r="2">${row}</row></sheetData></worksheet>`
    expect(await rowsOf(workbook(sheet))).toEqual([
      { email: "a@people.test", data: { x: "#REF!", no: "false", odd: "maybe", raw: "<b>" } },
    ])
  })

  it("opts nobody in by an error instead of a response", async () => {
    const header = `<row r="1">${["email", "Opt-in", "Unsubscribed"].map((text) => cell("", text)).join("")}</row>`
    const error = `<c t="e"><v>#N/A</v></c>`
    const rows = [`${cell("", "a@people.test")}${cell("", "yes")}${error}`, `${cell("", "b@people.test")}${error}`]
    const sheet = `<worksheet><sheetData>${header}${rows.map((row) => `<row>${row}</row>`).join("")}</sheetData></worksheet>`
    const optIns: unknown[] = []
    for await (const row of contactsCsv(workbook(sheet), { optIn: true }).rows())
      optIns.push("contact" in row ? row.contact.opt_in : row.problem)
    expect(optIns).toEqual([false, undefined])
  })

  it("may name its parts from the root, have them in UTF-16, and be beside pictures of any size", async () => {
    const sheet = `<worksheet><sheetData>${people}</sheetData></worksheet>`
    const parts = {
      "xl/_rels/workbook.xml.rels": relationships(["worksheet", "/sheets/one.xml"]),
      "sheets/one.xml": Buffer.from(`\ufeff${sheet}`, "utf16le"),
      "xl/drawings/drawing1.xml": "x",
    }
    const bytes = Buffer.from(workbook("", parts))
    // The size of the drawing, in the directory at the end of the archive.
    bytes.writeUInt32LE(400 * 1024 * 1024, bytes.lastIndexOf("PK\x01\x02", bytes.length, "latin1") + 24)
    expect(await rowsOf(bytes)).toEqual([{ email: "a@people.test", data: {} }])
  })

  const sheetsOf = (...sheets: (readonly [name: string, more: string, content: string])[]) =>
    workbook("<worksheet/>", {
      "xl/workbook.xml": `<workbook xmlns:r="${relation}"><sheets>${sheets.map(([name, more], at) => `<sheet name="${name}" ${more} r:id="r${at + 1}"/>`).join("")}</sheets></workbook>`,
      "xl/_rels/workbook.xml.rels": relationships(
        ...sheets.map((_sheet, at) => ["worksheet", `worksheets/s${at}.xml`] as const),
      ),
      ...Object.fromEntries(
        sheets.map(([, , content], at) => [
          `xl/worksheets/s${at}.xml`,
          `<worksheet><sheetData>${content}</sheetData></worksheet>`,
        ]),
      ),
    })
  const formatted = `<row r="1"><c r="A1" s="1"/></row>`

  it("is read in its first visible sheet with cells", async () => {
    const hidden = ["Old", 'state="hidden"', people.replace("a@", "old@")] as const
    const very = ["Older", 'state="veryHidden"', people] as const
    const bytes = sheetsOf(hidden, very, ["Cover", "", formatted], ["Data", "", people])
    expect(await rowsOf(bytes)).toEqual([{ email: "a@people.test", data: {} }])
    expect(await contactsCsv(bytes, { optIn: true }).plan()).toMatchObject({ sheet: "Data", otherSheets: [] })
    await expect(rowsOf(sheetsOf(hidden, ["Cover", "", ""]))).rejects.toThrow('only in a hidden sheet, "Old": show it')
    await expect(rowsOf(sheetsOf(["Cover", "", formatted]))).rejects.toThrow("file is empty")
  })

  it("names its other sheets, and opts nobody in beside them", async () => {
    const bytes = sheetsOf(["Customers", "", people], ["Gone", "", people])
    expect(await contactsCsv(bytes).plan()).toMatchObject({ sheet: "Customers", otherSheets: ["Gone"] })
    for (const all of [undefined, "contacts"] as const)
      await expect(contactsCsv(bytes, { optIn: true, all }).plan()).rejects.toThrow(
        'people who left may be in "Gone": to opt in who is in "Customers", save it as a file of its own',
      )
    expect((await contactsCsv(bytes, { optIn: true, all: "opt_out" }).plan()).sheet).toBe("Customers")
  })

  it("may say by the name of its sheet that people left", async () => {
    const bytes = sheetsOf(["Unsubscribed", "", people])
    expect(await rowsOf(bytes)).toEqual([{ email: "a@people.test", opt_in: false, data: {} }])
    await expect(contactsCsv(bytes, { optIn: true }).plan()).rejects.toThrow(
      'the sheet "Unsubscribed", whose name says',
    )
    const plan = await contactsCsv(bytes, { optIn: true, all: "contacts" }).plan()
    expect(plan.sample).toMatchObject([{ contact: { opt_in: true } }])
  })

  it.each([
    ["that has no sheet", { "xl/workbook.xml": "<workbook/>" }, "(it has no sheet)"],
    [
      "whose sheet is missing",
      { "xl/_rels/workbook.xml.rels": relationships(["worksheet", "a.xml"]) },
      "(it lacks xl/a.xml)",
    ],
  ])("%s is refused by the reason", async (_what, parts, reason) => {
    await expect(rowsOf(workbook("", parts))).rejects.toThrow(`file is a workbook that cannot be read ${reason}: save`)
  })

  it("leaves out how a text in a cell is pronounced", async () => {
    const name = `<c r="B2" t="inlineStr"><is><t>山田</t><rPh sb="0" eb="2"><t>やまだ</t></rPh></is></c>`
    const rows = `<row r="1">${cell("A1", "email")}${cell("B1", "name")}</row><row r="2">${cell("A2", "a@people.test")}${name}</row>`
    expect(await rowsOf(workbook(`<worksheet><sheetData>${rows}</sheetData></worksheet>`))).toEqual([
      { email: "a@people.test", first_name: "山田", data: { name: "山田" } },
    ])
  })

  it("that unpacks to more than 300 MiB is refused before it is unpacked", async () => {
    const bytes = workbook(`<worksheet><sheetData>${people}</sheetData></worksheet>`)
    // The size in the directory at the end of the archive, for each file.
    const claimed = Buffer.from(bytes)
    for (
      let at = claimed.indexOf("PK\x01\x02", 0, "latin1");
      at >= 0;
      at = claimed.indexOf("PK\x01\x02", at + 4, "latin1")
    )
      claimed.writeUInt32LE(200 * 1024 * 1024, at + 24)
    await expect(rowsOf(claimed)).rejects.toThrow("unpacks to more than 300 MiB")
  })

  it("that is not well-formed is refused in one sentence, and nothing is printed", async () => {
    const printed = [vi.spyOn(console, "error"), vi.spyOn(console, "warn"), vi.spyOn(console, "log")]
    await expect(rowsOf(workbook("<worksheet><sheetData><row><c></row>"))).rejects.toThrow(
      /^file is a workbook that cannot be read \(.{1,200}\): save it as CSV UTF-8$/,
    )
    for (const spy of printed) expect(spy).not.toHaveBeenCalled()
    vi.restoreAllMocks()
  })
})
