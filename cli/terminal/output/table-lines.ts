import { painted, shortCell } from "./cells.ts"
import { type Column, gap } from "./columns.ts"
import { fieldOf } from "./fields.ts"
import type { Screen } from "./output.ts"
import { padEnd, padStart, truncate } from "./width.ts"

export const tableLines = (rows: readonly unknown[], columns: readonly Column[], screen: Screen): string[] => [
  headLine(columns, screen),
  ...rowLines(rows, columns, screen),
]

export function headLine(columns: readonly Column[], screen: Screen): string {
  const cells = columns.map((column, index) =>
    pad(truncate(screen.safe(column.name), column.width), column, index === columns.length - 1),
  )
  return screen.paint("bold", cells.join(gap))
}

export function rowLines(rows: readonly unknown[], columns: readonly Column[], screen: Screen): string[] {
  return rows.map((row) => {
    const cells = columns.map((column, index) => {
      const { name, width } = column
      const cell = shortCell(name, typeof row === "object" && row !== null ? fieldOf(row, name) : row, screen)
      const text = screen.isTerminal ? truncate(cell.text, width) : cell.text
      const filled = pad(text, column, index === columns.length - 1)
      return filled.replace(text, () => painted(text, cell, screen))
    })
    return cells.join(gap).trimEnd()
  })
}

function pad(text: string, { width, isNumber }: Column, isLast: boolean): string {
  if (isNumber) return padStart(text, width)
  return isLast ? text : padEnd(text, width)
}
