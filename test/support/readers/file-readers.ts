import { strToU8, unzipSync, zipSync } from "fflate"
import { readYaml } from "../../../cli/templates/template-yaml.ts"
import { findExcess } from "../../../mock-server/base/json-bounds.ts"
import { readEml } from "../../../mock-server/control/eml.ts"
import { CsvReader } from "../../../mock-server/resources/imports/csv.ts"
import { loadLiquid } from "../../../mock-server/resources/messages/liquid.ts"
import { FormParser } from "../../../mock-server/service/request/input/form-parser.ts"
import { escapeHtml } from "../../../mock-server/service/request/pages/html.ts"
import { asciiDomain, mailboxKey } from "../../../sdk/contract/core/mailbox.ts"
import { splitName } from "../../../sdk/files/contacts-csv/contact.ts"
import { findEncoding } from "../../../sdk/files/contacts-csv/decode.ts"
import { contactsCsv } from "../../../sdk/files/contacts-csv/index.ts"
import { readWorkbook } from "../../../sdk/files/contacts-csv/workbook.ts"
import { workbookOf } from "../workbook.ts"

const liquid = await loadLiquid()
const bounds = { depth: 100, items: 10_000, keys: 1_000, values: 20_000 }

async function readAll(source: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of source);
}

function readForm(text: string): void {
  const parser = new FormParser("b", () => ({ add() {}, end() {} }))
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += 1_024) parser.write(bytes.subarray(at, at + 1_024))
}

function readCsv(text: string): void {
  const reader = new CsvReader(Buffer.from(text))
  while (reader.next() !== undefined);
}

/** A workbook whose sheet is this text. */
function sheetOf(sheet: string): Uint8Array {
  return zipSync({ ...unzipSync(workbookOf([["email"]])), "xl/worksheets/sheet1.xml": strToU8(sheet) })
}

const sheet = '<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>'

/** Readers of whole files, mails, uploads and templates, by name. An error is an accepted result. */
export const fileReaders: Readonly<Record<string, (text: string) => unknown>> = {
  asciiDomain,
  mailboxKey,
  "mailboxKey, of a domain": (text) => mailboxKey(`ada@${text}`),
  "contactsCsv, of a header": (text) => readAll(contactsCsv(`email,${text}\nada@example.test,1\n`)),
  "contactsCsv, of rows": (text) => readAll(contactsCsv(`email,first_name\n${text}`)),
  "contactsCsv, of a cell": (text) => readAll(contactsCsv(`email,name,status\nada@example.test,${text},${text}\n`)),
  CsvReader: readCsv,
  escapeHtml,
  "findEncoding, of bytes": (text) => findEncoding(Buffer.from(text, "latin1")),
  "findExcess, of JSON": (text) => findExcess(bounds, text),
  "FormParser, of a body": (text) =>
    readForm(`--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n${text}\r\n--b--`),
  "FormParser, of a head": (text) => readForm(`--b\r\n${text}\r\n\r\n\r\n--b--`),
  "Liquid, rendered": (text) => liquid.render(`{{ a }}${text}`, { data: {}, contact: {} }, 0),
  "Liquid, its variables": (text) => liquid.variables([`{{ a }}${text}`]),
  "Liquid, its names": (text) => liquid.namedIn(`{{ a }}${text}`),
  "readEml, whole": readEml,
  "readEml, of a subject": (text) => readEml(`From: a@example.test\nSubject: ${text}\n\nHi`),
  "readEml, of recipients": (text) => readEml(`To: ${text}\nReferences: ${text}\n\nHi`),
  "readEml, of parts": (text) =>
    readEml(`From: a@example.test\nContent-Type: multipart/mixed; boundary=b\n\n--b\n${text}`),
  "readEml, of HTML": (text) => readEml(`From: a@example.test\nContent-Type: text/html\n\n${text}`),
  "readYaml, whole": (text) => readYaml("template.yaml", text),
  "readYaml, of a value": (text) => readYaml("template.yaml", `name: Hi\nsubject: ${text}\nsamples: [${text}`),
  splitName,
  "readWorkbook, of a cell": (text) => readWorkbook(workbookOf([["email"], [text]])),
  "readWorkbook, of a sheet": (text) => readWorkbook(sheetOf(`${sheet}${text}`)),
}
