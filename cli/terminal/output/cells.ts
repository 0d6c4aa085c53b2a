import { cellText } from "./fields.ts"
import { countText } from "./numbers.ts"
import type { Screen, Style } from "./output.ts"
import { toneOf } from "./states.ts"
import { isTime, longTime, shortTime } from "./times.ts"

/** Numbers that identify something are not formatted as counts: ids, ports, statuses and the like. */
const nameOfNumber = /(^|[._])(id|pid|port|status|code|seed|year|version)$/

export interface Cell {
  readonly text: string
  readonly style?: Style | undefined
}

/** A value in a table: states with their sign, times relative to now. */
export function shortCell(field: string, value: unknown, screen: Screen): Cell {
  return isTime(field, value) ? { text: shortTime(value, screen) } : cellOf(field, value, screen)
}

/** A value with a line to itself. */
export function longCell(field: string, value: unknown, screen: Screen): Cell {
  return isTime(field, value) ? { text: longTime(value, screen) } : cellOf(field, value, screen)
}

function cellOf(field: string, value: unknown, screen: Screen): Cell {
  if (typeof value === "boolean") return value ? { text: "yes" } : { text: "no", style: "dim" }
  const tone = toneOf(field, value)
  const isCount = typeof value === "number" && !nameOfNumber.test(field)
  const text = isCount ? countText(value) : screen.safe(cellText(value))
  return tone ? { text: `${tone.sign} ${text}`, style: tone.style } : { text }
}

/** A cell with its style; `text` is already cut to its width. */
export const painted = (text: string, { style }: Cell, { paint }: Screen): string =>
  style === undefined || text === "" ? text : paint(style, text)

export function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === "") return true
  return typeof value === "object" && Object.keys(value).length === 0
}
