import { cellText, fieldOf } from "./fields.ts"
import type { Printer, Put } from "./output.ts"
import { plainText, safeText } from "./safe-text.ts"

/** Text that a spreadsheet treats as a formula, including full-width characters. */
const formula = /^[\s\u00a0\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/
/** Phone numbers and addresses may start the same way, but are harmless. */
const phoneOrEmail = /^\+?[\d\s()./-]+$|^[\w.+-]+@[\w-]+(\.[\w-]+)+$/
/** Tells Excel that the text is UTF-8. */
const byteOrderMark = "\ufeff"

interface CsvOptions {
  readonly write: Put
  /** The keys of the first row when left out. */
  readonly columns: readonly string[] | undefined
  /** True for a terminal: then text that could mislead a reader is removed too. */
  readonly isTerminal: boolean
  /** True for a file to open in a spreadsheet: text that would run as a formula gets an apostrophe in front. */
  readonly isForExcel: boolean
}

export function csvPrinter({ write, columns, isTerminal, isForExcel }: CsvOptions): Printer {
  const clean = isTerminal ? safeText : plainText
  const cell = (value: unknown) => {
    // A number is never a formula, even if negative.
    if (typeof value === "number") return String(value)
    const text = clean(cellText(value))
    const isFormula = isForExcel && formula.test(text) && !phoneOrEmail.test(text)
    return csvCell(isFormula ? `'${text}` : text)
  }
  const start = isForExcel && !isTerminal ? byteOrderMark : ""
  const line = (text: string) => write(clean(text))
  const head = (names: readonly string[]) => line(start + csvLine(names.map(clean)))
  return {
    async record(value) {
      if (value !== undefined) await this.rows([value])
    },
    async rows(rows) {
      let names: readonly string[] | undefined
      for await (const row of rows) {
        const isRecord = typeof row === "object" && row !== null
        if (!names) {
          names = columns ?? (isRecord ? Object.keys(row) : ["value"])
          await head(names)
        }
        await line(`${names.map((name) => cell(isRecord ? fieldOf(row, name) : row)).join(",")}\n`)
      }
      // A list that cannot be read has no header: it would look empty.
      if (!names && columns) await head(columns)
    },
  }
}

/** Formats cells as a line of CSV (RFC 4180), with its line end. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(",")}\n`

function csvCell(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
