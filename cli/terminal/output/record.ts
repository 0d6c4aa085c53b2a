import { isEmpty, longCell, painted } from "./cells.ts"
import { layOut } from "./columns.ts"
import { cellText, fieldOf, withPartNames } from "./fields.ts"
import type { Screen } from "./output.ts"
import { tableLines } from "./table-lines.ts"
import { measure, textWidth } from "./width.ts"
import { wrap } from "./wrap.ts"

/** A name with its value, its own fields, or its rows. */
type Field = readonly [name: string, value: unknown]

const inset = 2

/** A record, one line per field. Nested fields are indented below their name; rows become a small table. */
export function recordLines(record: object, screen: Screen, columns?: readonly string[]): string[] {
  return fieldLines(columns ? fieldsNamed(columns, record) : Object.entries(record).filter(isThere), screen)
}

const fieldsNamed = (names: readonly string[], row: object) => names.map((name): Field => [name, fieldOf(row, name)])
const isThere = ([, value]: Field) => !isEmpty(value)

function fieldLines(recordFields: readonly Field[], screen: Screen, parent = "", indent = 0): string[] {
  const fields = recordFields.map(([name, value]): Field => [name, withPartNames(name, value)])
  const isBlock = ([, value]: Field) => isRecord(value) || isRows(value)
  const labels = fields.filter((field) => !isBlock(field)).map(([name]) => textWidth(screen.safe(name)))
  const labelWidth = Math.min(Math.max(0, ...labels), 36)
  const margin = " ".repeat(indent)
  return fields.flatMap((field) => {
    const [name, value] = field
    const label = screen.safe(name)
    if (!isBlock(field)) return valueLines({ label, labelWidth, indent, screen }, parent + name, value)
    const heading = `${margin}${screen.paint("bold", fitted(label, screen, indent))}`
    if (isRows(value)) return [heading, ...rowLines(value, screen, indent + inset)]
    const inner = Object.entries(Object(value)).filter(isThere)
    return [heading, ...fieldLines(inner, screen, `${parent}${name}.`, indent + inset)]
  })
}

interface Place {
  readonly label: string
  readonly labelWidth: number
  readonly indent: number
  readonly screen: Screen
}

/** A value next to its name, on as many lines as needed; below it if there is no room. */
function valueLines({ label, labelWidth, indent, screen }: Place, field: string, value: unknown): string[] {
  const cell = longCell(field, isRecord(value) ? JSON.stringify(value) : value, screen)
  const margin = " ".repeat(indent)
  const name = screen.paint("bold", fitted(label, screen, indent))
  if (cell.text === "") return [margin + name]
  const beside = indent + Math.max(labelWidth, textWidth(label)) + inset
  const isBeside = screen.columns - beside >= 16
  const start = isBeside ? beside : indent + inset
  // Line breaks in a text have a meaning: keep them, and the breaks between lists in a list.
  const isText = typeof value === "string" && cell.text === screen.safe(value)
  const texts = isLists(value) ? value.map(cellText) : isText ? value.split(/\r\n|\n/) : undefined
  const lines = (texts?.map(screen.safe) ?? [cell.text])
    .flatMap((text) => wrap(text, screen.columns - start, measure))
    .map((line) => painted(line, cell, screen))
  const [first = "", ...rest] = lines
  const others = rest.map((line) => " ".repeat(start) + line)
  if (isBeside)
    return [`${margin}${name}${" ".repeat(Math.max(0, beside - indent - textWidth(label)))}${first}`, ...others]
  return [margin + name, " ".repeat(start) + first, ...others]
}

function rowLines(rows: readonly object[], screen: Screen, indent: number): string[] {
  const all = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) =>
    rows.some((row) => !isEmpty(fieldOf(row, name))),
  )
  // A small table has no room for nested values, unless there is nothing else.
  const flat = all.filter((name) => !rows.some((row) => isRecord(fieldOf(row, name)) || isRows(fieldOf(row, name))))
  const names = flat.length > 0 ? flat : all
  const inner = { ...screen, columns: screen.columns - indent }
  const columns = layOut({ rows, names, isAsked: false, screen: inner })
  const margin = " ".repeat(indent)
  if (columns) return tableLines(rows, columns, inner).map((line) => margin + line)
  return rows.flatMap((row, index) => [
    ...(index > 0 ? [""] : []),
    ...recordLines(row, inner).map((line) => margin + line),
  ])
}

/** A row of a list as a card, for terminals too narrow for a table. */
export function cardLines(row: unknown, names: readonly string[], screen: Screen): string[] {
  const isObject = typeof row === "object" && row !== null
  return fieldLines(isObject ? fieldsNamed(names, row).filter(isThere) : [["value", row]], screen)
}

const fitted = (label: string, screen: Screen, indent: number) =>
  wrap(label, screen.columns - indent, measure).join(`\n${" ".repeat(indent)}`)

const isRecord = (value: unknown) =>
  typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length > 0

const isRows = (value: unknown): value is readonly object[] =>
  Array.isArray(value) && value.length > 0 && value.every((item) => isRecord(item))

const isLists = (value: unknown): value is readonly unknown[][] =>
  Array.isArray(value) && value.length > 0 && value.every(Array.isArray)

/** The same for a record that is a list. */
export const listLines = (items: readonly unknown[], screen: Screen): string[] =>
  isRows(items) ? rowLines(items, screen, 0) : fieldLines(Object.entries(items), screen)
