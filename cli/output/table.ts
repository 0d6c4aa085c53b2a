import { cellText, fieldOf, flatten } from "./fields.ts"
import type { Screen } from "./output.ts"
import type { Printer } from "./printer.ts"
import { padEnd, padStart, textWidth, truncate } from "./width.ts"

/** Rows that are looked at to find the widths of the columns; later ones go by them. */
const lookedAt = 100
const gap = "  "
const least = 6

/** How a table is laid out. */
interface TableOptions {
  readonly put: Printer["put"]
  readonly screen: Screen
  readonly columns: readonly string[] | undefined
  /** False where lines can be as long as they like. */
  readonly isTerminal: boolean
  /** Said where there is no row. */
  readonly note: (text: string) => void
}

interface Column {
  readonly name: string
  readonly width: number
  readonly isNumber: boolean
}

/** Tables of rows, and records as a line for each field. */
export function tablePrinter(options: TableOptions): Printer {
  return {
    put: options.put,
    record: (value) => printRecord(value, options),
    async rows(rows) {
      let sample: unknown[] | undefined = []
      let columns: readonly Column[] = []
      const printHead = async (first: readonly unknown[]) => {
        columns = layOut(first, options)
        await options.put(`${options.screen.paint("bold", header(columns))}\n`)
        await options.put(first.map((row) => `${lineOf(row, columns, options)}\n`).join(""))
        sample = undefined
      }
      try {
        for await (const row of rows) {
          if (!sample) await options.put(`${lineOf(row, columns, options)}\n`)
          else if (sample.push(row) === lookedAt) await printHead(sample)
        }
        if (sample?.length === 0) options.note("Nothing found.")
      } finally {
        if (sample && sample.length > 0) await printHead(sample)
      }
    },
  }
}

function layOut(rows: readonly unknown[], { columns, isTerminal, screen }: TableOptions): Column[] {
  const names = columns ?? scalarFields(rows[0])
  const laid = names.map((name): Column => {
    const values = rows.map((row) => fieldOf(row, name))
    const widest = Math.max(...values.map((value) => textWidth(screen.safe(cellText(value)))), textWidth(name))
    return {
      name,
      width: widest,
      isNumber: values.some((value) => typeof value === "number") && values.every(isNumberOrNothing),
    }
  })
  return isTerminal ? shrink(laid, screen.columns) : laid
}

const isNumberOrNothing = (value: unknown) => typeof value === "number" || value === null || value === undefined

function scalarFields(row: unknown): string[] {
  if (typeof row !== "object" || row === null) return ["value"]
  return Object.entries(row).flatMap(([name, value]) => (typeof value === "object" && value !== null ? [] : [name]))
}

/** Takes columns from the widest until the line fits. */
function shrink(columns: readonly Column[], room: number): Column[] {
  const widths = columns.map(({ width }) => width)
  const total = () => widths.reduce((sum, width) => sum + width, 0) + gap.length * (widths.length - 1)
  for (let over = total() - room; over > 0; over = total() - room) {
    const widest = Math.max(...widths)
    if (widest <= least) break
    const next = Math.max(least, ...widths.filter((width) => width < widest))
    const shared = widths.filter((width) => width === widest).length
    const width = Math.max(next, widest - Math.ceil(over / shared))
    for (const [index, one] of widths.entries()) if (one === widest) widths[index] = width
  }
  return columns.map((column, index) => ({ ...column, width: widths[index] ?? column.width }))
}

function header(columns: readonly Column[]): string {
  return columns
    .map(({ name, width, isNumber }, index) =>
      pad(truncate(name, width), width, isNumber, index === columns.length - 1),
    )
    .join(gap)
}

function lineOf(row: unknown, columns: readonly Column[], { screen, isTerminal }: TableOptions): string {
  const cells = columns.map(({ name, width, isNumber }, index) => {
    const value = typeof row === "object" && row !== null ? fieldOf(row, name) : row
    const text = screen.safe(cellText(value))
    return pad(isTerminal ? truncate(text, width) : text, width, isNumber, index === columns.length - 1)
  })
  return cells.join(gap).trimEnd()
}

function pad(text: string, width: number, isNumber: boolean, isLast: boolean): string {
  if (isNumber) return padStart(text, width)
  return isLast ? text : padEnd(text, width)
}

async function printRecord(value: unknown, { put, screen, columns }: TableOptions): Promise<void> {
  if (value === undefined) return
  if (typeof value !== "object" || value === null) return put(`${screen.safe(cellText(value))}\n`)
  const fields = fieldsOf(value, columns).map(
    ([name, field]) => [screen.safe(name), screen.safe(cellText(field))] as const,
  )
  const width = Math.max(0, ...fields.map(([name]) => textWidth(name)))
  const lines = fields.map(([name, text]) => {
    const space = text === "" ? "" : " ".repeat(width - textWidth(name)) + gap
    return screen.paint("bold", name) + space + text
  })
  await put(`${lines.join("\n")}\n`)
}

function fieldsOf(value: object, columns: readonly string[] | undefined): (readonly [name: string, value: unknown])[] {
  if (columns) return columns.map((name) => [name, fieldOf(value, name)])
  return Array.isArray(value) ? value.map((item, index) => [String(index), item]) : flatten(value)
}
