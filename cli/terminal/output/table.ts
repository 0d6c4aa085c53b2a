import { type Column, layOut } from "./columns.ts"
import { cellText } from "./fields.ts"
import type { Printer, Put, Screen } from "./output.ts"
import { cardLines, listLines, recordLines } from "./record.ts"
import { headLine, rowLines } from "./table-lines.ts"
import { measure } from "./width.ts"
import { wrap } from "./wrap.ts"

/** Rows laid out together: their widest cells set the column widths. */
const laidOutAtOnce = 100

interface TableOptions {
  readonly print: Put
  readonly screen: Screen
  readonly columns: readonly string[] | undefined
  /** True if the columns were named with --columns: then all are shown. */
  readonly isAsked: boolean
  /** Called when there is no row, or no room for all columns. */
  readonly note: (text: string) => void
}

export function tablePrinter({ print, screen, columns, isAsked, note }: TableOptions): Printer {
  const printLines = (lines: readonly string[]) => print(screen.render(lines.map((line) => `${line}\n`).join("")))
  return {
    async record(value) {
      if (value === undefined) return
      if (Array.isArray(value)) await printLines(listLines(value, screen))
      else if (typeof value === "object" && value !== null)
        await printLines(recordLines(value, screen, isAsked ? columns : undefined))
      else await printLines(wrap(screen.safe(cellText(value)), screen.columns, measure))
    },
    async rows(rows) {
      let waiting: unknown[] = []
      let names: readonly string[] | undefined
      let columnLayout: readonly Column[] | undefined
      let leftOut: string | undefined
      const printWaiting = async () => {
        const isFirst = names === undefined
        names ??= columns ?? scalarFields(waiting[0])
        const columnNames = names
        const above = columnLayout
        columnLayout = layOut({ rows: waiting, names: columnNames, isAsked, screen, above })
        if (columnLayout) {
          const isSame = JSON.stringify(columnLayout) === JSON.stringify(above)
          await printLines([
            ...(isSame ? [] : [headLine(columnLayout, screen)]),
            ...rowLines(waiting, columnLayout, screen),
          ])
        } else {
          const lines = waiting.flatMap((row) => ["", ...cardLines(row, columnNames, screen)])
          await printLines(isFirst ? lines.slice(1) : lines)
        }
        const visibleColumns = new Set((columnLayout ?? []).map(({ name }) => name))
        const hidden = columnLayout ? columnNames.filter((name) => !visibleColumns.has(name)) : []
        if (hidden.length > 0) leftOut = `Not shown, too narrow: ${hidden.join(", ")}. Choose columns with --columns.`
        waiting = []
      }
      try {
        for await (const row of rows) if (waiting.push(row) === laidOutAtOnce) await printWaiting()
      } finally {
        if (waiting.length > 0) await printWaiting()
        if (leftOut !== undefined) note(leftOut)
      }
      if (!names) note("Nothing found.")
    },
  }
}

function scalarFields(row: unknown): string[] {
  if (typeof row !== "object" || row === null) return ["value"]
  return Object.entries(row).flatMap(([name, value]) => (typeof value === "object" && value !== null ? [] : [name]))
}
