import { type Column, layOut } from "./columns.ts"
import { cellText } from "./fields.ts"
import type { Screen } from "./output.ts"
import type { Printer } from "./printer.ts"
import { cardLines, listLines, recordLines } from "./record.ts"
import { rowLine, tableLines } from "./table-lines.ts"
import { measure } from "./width.ts"
import { wrap } from "./wrap.ts"

/** Rows that are looked at to find the widths of the columns; later ones go by them. */
const lookedAt = 100

/** How a table is laid out. */
interface TableOptions {
  readonly put: Printer["put"]
  readonly screen: Screen
  readonly columns: readonly string[] | undefined
  /** True where the columns were asked for by name: then none is left out. */
  readonly isAsked: boolean
  /** Told where there is no row, or no room for all columns. */
  readonly note: (text: string) => void
}

/** Tables of rows, and records as a line for each field. */
export function tablePrinter({ put, screen, columns, isAsked, note }: TableOptions): Printer {
  const print = (lines: readonly string[]) => put(screen.render(lines.map((line) => `${line}\n`).join("")))
  return {
    put,
    async record(value) {
      if (value === undefined) return
      if (Array.isArray(value)) await print(listLines(value, screen))
      else if (typeof value === "object" && value !== null)
        await print(recordLines(value, screen, isAsked ? columns : undefined))
      else await print(wrap(screen.safe(cellText(value)), screen.columns, measure))
    },
    async rows(rows) {
      let sample: unknown[] | undefined = []
      let names: readonly string[] = []
      let laid: readonly Column[] | undefined
      let leftOut: string | undefined
      const linesOf = (row: unknown) => (laid ? [rowLine(row, laid, screen)] : ["", ...cardLines(row, names, screen)])
      const printHead = async (first: readonly unknown[]) => {
        names = columns ?? scalarFields(first[0])
        laid = layOut({ rows: first, names, isAsked, screen })
        await print(laid ? tableLines(first, laid, screen) : first.flatMap(linesOf).slice(1))
        sample = undefined
        const shown = new Set((laid ?? []).map(({ name }) => name))
        const hidden = laid ? names.filter((name) => !shown.has(name)) : []
        if (hidden.length > 0) leftOut = `Not shown for want of room: ${hidden.join(", ")}. --columns chooses.`
      }
      try {
        for await (const row of rows) {
          if (!sample) await print(linesOf(row))
          else if (sample.push(row) === lookedAt) await printHead(sample)
        }
        if (sample?.length === 0) note("Nothing found.")
      } finally {
        if (sample && sample.length > 0) await printHead(sample)
        if (leftOut !== undefined) note(leftOut)
      }
    },
  }
}

function scalarFields(row: unknown): string[] {
  if (typeof row !== "object" || row === null) return ["value"]
  return Object.entries(row).flatMap(([name, value]) => (typeof value === "object" && value !== null ? [] : [name]))
}
