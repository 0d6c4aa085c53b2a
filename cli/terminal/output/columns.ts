import { shortCell } from "./cells.ts"
import { fieldOf } from "./fields.ts"
import type { Screen } from "./output.ts"
import { toneOf } from "./states.ts"
import { isTime } from "./times.ts"
import { textWidth } from "./width.ts"

export interface Column {
  readonly name: string
  readonly width: number
  readonly isNumber: boolean
}

export const gap = "  "

/** Below this width, each row is a card. */
const minForTable = 60
/** The minimum width of text; larger for text that identifies a row. */
const minText = { usual: 12, telling: 24 }

const idNames = /(^|[._])(id|uuid)$/
/** Values that users copy into the next command: cut only as a last resort. */
const typedNames =
  /(^|\.)(name|to|from|check|profile|event_type)$|(^|[._])(email|url|phone|secret|key|token|domain|username)$/

/** Higher than any rank: a column that is empty in every row is dropped first. */
const behindAll = 1_000
/** Ids, names, states and addresses are cut before one of them is dropped. */
const tellingRank = 3

interface Wanted {
  readonly rows: readonly unknown[]
  readonly names: readonly string[]
  /** True when the columns were named: then none is dropped. */
  readonly isAsked: boolean
  readonly screen: Screen
  /** The columns of the rows above: no column becomes narrower. */
  readonly above?: readonly Column[] | undefined
}

/**
 * The columns of a table that fits the terminal, without the least important ones if it is narrow; undefined when each
 * row has to be a card.
 */
export function layOut({ rows, names, isAsked, screen, above = [] }: Wanted): readonly Column[] | undefined {
  const columns = names.map((name) =>
    columnOf(name, rows, screen, above.find((column) => column.name === name)?.width ?? 0),
  )
  if (!screen.isTerminal) return columns
  if (screen.columns < minForTable) return undefined
  const fitting = isAsked ? columns : withoutLeastImportant(columns, screen.columns)
  return totalOf(fitting.map(({ minWidth }) => minWidth)) > screen.columns ? undefined : shrink(fitting, screen.columns)
}

/** A column that may be dropped or narrowed. */
interface Candidate extends Column {
  /** The width to narrow to before another column is dropped. */
  readonly wanted: number
  /** The minimum width: an id is never cut. */
  readonly minWidth: number
  readonly isEmpty: boolean
}

function columnOf(name: string, rows: readonly unknown[], screen: Screen, widthAbove: number): Candidate {
  const values = rows.map((row) => (typeof row === "object" && row !== null ? fieldOf(row, name) : row))
  const widths = values.map((value) => textWidth(shortCell(name, value, screen).text))
  const width = Math.max(...widths, textWidth(screen.safe(name)), widthAbove)
  const isNumber = values.some((value) => typeof value === "number") && values.every(isNumberOrNothing)
  const isState = values.some((value) => toneOf(name, value) !== undefined)
  const isWhole = isNumber || isState || idNames.test(name) || values.some((value) => isTime(name, value))
  const isTyped = typedNames.test(name)
  const isTelling = isTyped || columnPriority(name, 0) < tellingRank
  const minWidth = isWhole ? width : Math.min(width, isTelling ? minText.telling : minText.usual)
  return {
    name,
    width,
    isNumber: isNumber && !isState,
    isEmpty: values.every((value) => value === "" || value === null || value === undefined),
    wanted: isTyped ? width : minWidth,
    minWidth,
  }
}

const isNumberOrNothing = (value: unknown) => typeof value === "number" || value === null || value === undefined

const totalOf = (widths: readonly number[]) =>
  widths.reduce((sum, width) => sum + width, 0) + gap.length * Math.max(0, widths.length - 1)

/** Drops the least important columns until the others have their wanted, or at least their minimum width. */
function withoutLeastImportant(columns: readonly Candidate[], room: number): readonly Candidate[] {
  const rank = (column: Candidate) =>
    columnPriority(column.name, columns.indexOf(column)) + (column.isEmpty ? behindAll : 0)
  let fitting = columns
  for (const column of columns.toSorted((a, b) => rank(b) - rank(a))) {
    const totalWidth = totalOf(fitting.map((one) => one.wanted))
    const needed = totalOf(fitting.map(({ minWidth }) => minWidth))
    const isSpared = rank(column) < tellingRank ? needed <= room : totalWidth <= room
    if (isSpared || fitting.length === 1) break
    fitting = fitting.filter((one) => one !== column)
  }
  return fitting
}

/** Narrows the widest columns until the line fits; columns that users copy come last. */
function shrink(columns: readonly Candidate[], room: number): Column[] {
  const widths = columns.map(({ width }) => width)
  for (const limit of ["wanted", "minWidth"] as const) {
    for (let over = totalOf(widths) - room; over > 0; over -= 1) {
      const spare = widths.map((width, index) => (width > (columns[index]?.[limit] ?? 0) ? width : 0))
      const widest = Math.max(...spare)
      if (widest === 0) break
      const index = spare.indexOf(widest)
      widths[index] = (widths[index] ?? 1) - 1
    }
  }
  return columns.map(({ name, isNumber }, index) => ({ name, isNumber, width: widths[index] ?? 0 }))
}

/** Fields by importance, the most important first. Columns that do not fit a narrow terminal are dropped from the end. */
const order: readonly RegExp[] = [
  /^(id|operation_id|purchase_id|name|check)$/,
  /(^|[._])(status|state|result|verdict)$/,
  /(^|\.)(name|email|url|to|path|event_type|event|kind|detail)$/,
  /^(subject|role|reason|method|type|enabled|active|due_at|error|fix)$/,
]

/** Lower is more important. Fields that match no pattern follow in their order. */
export function columnPriority(field: string, index: number): number {
  const priority = order.findIndex((one) => one.test(field))
  if (priority >= 0) return priority + index / 1_000
  // Least important: timestamps, because lists are sorted by them, and long ids that no command takes.
  return order.length + index + (/(created|updated)_at$|^(uuid|provider_id)$/.test(field) ? 100 : 0)
}
