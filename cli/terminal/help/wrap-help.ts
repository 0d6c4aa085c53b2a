import { withBlanks, wrap, wrapCommand, wrapHanging } from "../output/wrap.ts"

const widest = 100
/** A longer name gets its own line. */
const maxName = 30
/** The minimum width of a description beside its name; with less room it goes below. */
const minBeside = 30
/** The width of `Usage: mas `. */
const usageIndent = 11

/**
 * Wraps stored help to a width. Stored lines are unwrapped: `  name⇥text` is a row, and rows in sequence share a
 * column; `  ⇥command` is a command line; everything else is a paragraph, indented by its own blanks. Without a
 * terminal, `columns` is undefined, and each command stays on one line.
 */
export function wrapHelp(text: string, columns: number | undefined): string {
  const room = Math.min(columns ?? 80, widest)
  const lines = text.split("\n")
  const wrapped: string[] = []
  let done = 0
  for (const [index, line] of lines.entries()) {
    if (index < done) continue
    const rows = rowsFrom(lines, index)
    wrapped.push(...(rows.length > 0 ? wrapRows(rows, room) : wrapLine(line, room, columns !== undefined)))
    done = index + rows.length
  }
  return withBlanks(wrapped.join("\n"))
}

type Row = readonly [name: string, text: string]

function rowsFrom(lines: readonly string[], start: number): Row[] {
  const rows: Row[] = []
  for (const line of lines.slice(start)) {
    const [, name, text = ""] = /^ {2}([^\t]+)\t(.*)$/.exec(line) ?? []
    if (name === undefined) break
    rows.push([name, text])
  }
  return rows
}

function wrapRows(rows: readonly Row[], room: number): string[] {
  const column = Math.min(maxName, Math.max(...rows.map(([name]) => name.length)) + 4)
  if (room - column < minBeside) return rows.flatMap((row) => wrapBelow(row, room))
  const indent = " ".repeat(column)
  return rows.flatMap(([name, text]) => {
    const [first = "", ...rest] = wrap(text, room - column)
    const head = `  ${name}`
    const body = rest.map((line) => indent + line)
    if (text === "") return [head]
    return head.length + 1 < column
      ? [head.padEnd(column) + first, ...body]
      : [...wrapHanging(head, room, 4), indent + first, ...body]
  })
}

const wrapBelow = ([name, text]: Row, room: number): string[] => [
  ...wrap(name, room - 4).map((line, index) => `${" ".repeat(index === 0 ? 2 : 4)}${line}`),
  ...(text === "" ? [] : wrap(text, room - 6).map((line) => `      ${line}`)),
]

function wrapLine(line: string, room: number, isTerminal: boolean): string[] {
  const [, command] = /^ {2}\t(.*)$/.exec(line) ?? []
  if (command !== undefined) return isTerminal ? wrapCommand(command, room, 2) : [`  ${command}`]
  const indent = line.slice(0, line.search(/[^ ]|$/))
  const hang = /^Usage: /.test(line) ? usageIndent : /^[A-Z][\w ]*: ./.test(line) ? 2 : 0
  return wrapHanging(line.slice(indent.length), room - indent.length, hang).map((text) => indent + text)
}
