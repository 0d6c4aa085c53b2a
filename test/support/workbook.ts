import { zipSync } from "fflate"

const office = "http://schemas.openxmlformats.org"
const relationships = (id: string, type: string, target: string) =>
  `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="${id}" Type="${office}/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")

/** A workbook (.xlsx) of one sheet, whose cells are texts. */
export function workbookOf(rows: readonly (readonly string[])[]): Uint8Array {
  const cell = (text: string, at: number, row: number) =>
    `<c r="${String.fromCharCode(65 + at)}${row}" t="inlineStr"><is><t>${escaped(text)}</t></is></c>`
  const sheet = rows
    .map((row, at) => `<row r="${at + 1}">${row.map((text, column) => cell(text, column, at + 1)).join("")}</row>`)
    .join("")
  const files = {
    "_rels/.rels": relationships("r1", "officeDocument", "xl/workbook.xml"),
    "xl/workbook.xml": `<workbook xmlns="${office}/spreadsheetml/2006/main" xmlns:r="${office}/officeDocument/2006/relationships"><sheets><sheet name="Contacts" sheetId="1" r:id="r1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relationships("r1", "worksheet", "worksheets/sheet1.xml"),
    "xl/worksheets/sheet1.xml": `<worksheet xmlns="${office}/spreadsheetml/2006/main"><sheetData>${sheet}</sheetData></worksheet>`,
  }
  const bytes = Object.entries(files).map(([name, text]) => [name, new TextEncoder().encode(text)] as const)
  return zipSync(Object.fromEntries(bytes))
}
