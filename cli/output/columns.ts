import { shortCell } from "./cells.ts"
import { fieldOf } from "./fields.ts"
import type { Screen } from "./output.ts"
import { rankOf } from "./ranks.ts"
import { toneOf } from "./states.ts"
import { isTime } from "./times.ts"
import { textWidth } from "./width.ts"

/** A column of a table. */
export interface Column {
  readonly name: string
  readonly width: number
  readonly isNumber: boolean
  /** An id of many characters: its ends say more than its start. */
  readonly isLongId: boolean
}

export const gap = "  "

/** Below this a row is a card. */
const leastForTable = 60
/** What text can be cut down to; more of it is kept where it says what a row is. */
const leastText = { usual: 12, telling: 24 }

/** More than any rank: what is empty in every row goes first. */
const behindAll = 1_000

/** What a table is made of. */
interface Wanted {
  readonly rows: readonly unknown[]
  readonly names: readonly string[]
  /** True where the names were asked for: then none is left out. */
  readonly isAsked: boolean
  readonly screen: Screen
}

/**
 * The columns of a table that fits the terminal, the least important left out where it is narrow; undefined where each row has
 * to be a card.
 */
export function layOut({ rows, names, isAsked, screen }: Wanted): readonly Column[] | undefined {
  const columns = names.map((name) => columnOf(name, rows, screen))
  if (!screen.isTerminal) return columns
  if (screen.columns < leastForTable) return undefined
  const kept = isAsked ? columns : withoutLeast(columns, screen.columns)
  return totalOf(kept.map(leastOf)) > screen.columns ? undefined : shrink(kept, screen.columns)
}

/** A column that may be left out or made narrower. */
interface Candidate extends Column {
  /** What it can be cut down to. */
  readonly least: number
  /** True where no row has anything in it. */
  readonly isEmpty: boolean
}

function columnOf(name: string, rows: readonly unknown[], screen: Screen): Candidate {
  const values = rows.map((row) => (typeof row === "object" && row !== null ? fieldOf(row, name) : row))
  const width = Math.max(...values.map((value) => textWidth(shortCell(name, value, screen).text)), textWidth(name))
  const isNumber = values.some((value) => typeof value === "number") && values.every(isNumberOrNothing)
  const isWhole = isNumber || values.some((value) => toneOf(name, value) !== undefined || isTime(name, value))
  const isLongId = /(^|[._])(id|uuid)$/.test(name) && width > leastText.usual
  return {
    name,
    width,
    isNumber: isNumber && !values.some((value) => toneOf(name, value)),
    isLongId,
    isEmpty: values.every((value) => value === "" || value === null || value === undefined),
    least: isWhole ? width : Math.min(width, rankOf(name, 0) < 3 && !isLongId ? leastText.telling : leastText.usual),
  }
}

const isNumberOrNothing = (value: unknown) => typeof value === "number" || value === null || value === undefined

const leastOf = ({ least }: Candidate) => least

const totalOf = (widths: readonly number[]) =>
  widths.reduce((sum, width) => sum + width, 0) + gap.length * Math.max(0, widths.length - 1)

/** Takes away the column that matters least until what is left can be made to fit. */
function withoutLeast(columns: readonly Candidate[], room: number): readonly Candidate[] {
  let kept = columns
  while (kept.length > 1 && totalOf(kept.map(leastOf)) > room) {
    const rank = (column: Candidate) => rankOf(column.name, columns.indexOf(column)) + (column.isEmpty ? behindAll : 0)
    const [last] = kept.toSorted((a, b) => rank(b) - rank(a))
    kept = kept.filter((column) => column !== last)
  }
  return kept
}

/** Takes room from the widest columns that can spare it until the line fits. */
function shrink(columns: readonly Candidate[], room: number): Column[] {
  const widths = columns.map(({ width }) => width)
  for (let over = totalOf(widths) - room; over > 0; over -= 1) {
    const spare = widths.map((width, index) => (width > (columns[index]?.least ?? 0) ? width : 0))
    const widest = spare.indexOf(Math.max(...spare))
    widths[widest] = (widths[widest] ?? 1) - 1
  }
  return columns.map((column, index) => ({ ...column, width: widths[index] ?? column.width }))
}
