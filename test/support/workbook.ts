import { zipSync } from "fflate"

const office = "http://schemas.openxmlformats.org"
const relationships = (type: string, ...targets: readonly string[]) =>
  `<Relationships xmlns="${office}/package/2006/relationships">${targets.map((target, at) => `<Relationship Id="r${at + 1}" Type="${office}/officeDocument/2006/relationships/${type}" Target="${target}"/>`).join("")}</Relationships>`
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")

/** A workbook (.xlsx) whose first sheet, Contacts, has these texts as cells; the others have the same. */
export function workbookOf(rows: readonly (readonly string[])[], ...others: readonly string[]): Uint8Array {
  const cell = (text: string, at: number, row: number) =>
    `<c r="${String.fromCharCode(65 + at)}${row}" t="inlineStr"><is><t>${escaped(text)}</t></is></c>`
  const sheet = rows
    .map((row, at) => `<row r="${at + 1}">${row.map((text, column) => cell(text, column, at + 1)).join("")}</row>`)
    .join("")
  const names = ["Contacts", ...others]
  const sheets = names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="r${at + 1}"/>`).join("")
  const targets = names.map(() => "worksheets/sheet1.xml")
  const files = {
    "_rels/.rels": relationships("officeDocument", "xl/workbook.xml"),
    "xl/workbook.xml": `<workbook xmlns="${office}/spreadsheetml/2006/main" xmlns:r="${office}/officeDocument/2006/relationships"><sheets>${sheets}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relationships("worksheet", ...targets),
    "xl/worksheets/sheet1.xml": `<worksheet xmlns="${office}/spreadsheetml/2006/main"><sheetData>${sheet}</sheetData></worksheet>`,
  }
  const bytes = Object.entries(files).map(([name, text]) => [name, new TextEncoder().encode(text)] as const)
  return zipSync(Object.fromEntries(bytes))
}
