import { cellText, fieldOf } from "./fields.ts"
import type { Printer, Put } from "./output.ts"
import { plainText, safeText } from "./safe-text.ts"

/** What a spreadsheet takes for the start of a formula, in its wide forms too. */
const formula = /^[\s\u00a0\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/
/** Phone numbers and addresses may begin like one, and hold nothing that would run. */
const phoneOrEmail = /^\+?[\d\s()./-]+$|^[\w.+-]+@[\w-]+(\.[\w-]+)+$/
/** Tells Excel that the text is UTF-8. */
const byteOrderMark = "\ufeff"

interface CsvOptions {
  readonly put: Put
  /** The keys of the first row when left out. */
  readonly columns: readonly string[] | undefined
  /** True where a terminal shows it: then it gets nothing that would deceive a reader either. */
  readonly isTerminal: boolean
  /** True for a file to open in a spreadsheet: text that it would run as a formula begins with an apostrophe. */
  readonly isForExcel: boolean
}

export function csvPrinter({ put, columns, isTerminal, isForExcel }: CsvOptions): Printer {
  const clean = isTerminal ? safeText : plainText
  const cell = (value: unknown) => {
    // A number is a number, also where it is negative.
    if (typeof value === "number") return String(value)
    const text = clean(cellText(value))
    const isFormula = isForExcel && formula.test(text) && !phoneOrEmail.test(text)
    return csvCell(isFormula ? `'${text}` : text)
  }
  const start = isForExcel && !isTerminal ? byteOrderMark : ""
  const head = (names: readonly string[]) => put(start + csvLine(names.map(clean)))
  return {
    async record(value) {
      if (value !== undefined) await this.rows([value])
    },
    async rows(rows) {
      let names = columns
      if (names) await head(names)
      for await (const row of rows) {
        if (!names) {
          names = typeof row === "object" && row !== null ? Object.keys(row) : ["value"]
          await head(names)
        }
        const isRecord = typeof row === "object" && row !== null
        await put(`${names.map((name) => cell(isRecord ? fieldOf(row, name) : row)).join(",")}\n`)
      }
    },
  }
}

/** Cells as a line of CSV (RFC 4180), with its line end. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(",")}\n`

function csvCell(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
