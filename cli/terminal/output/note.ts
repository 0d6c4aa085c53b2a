import type { Screen } from "./output.ts"
import type { TerminalText } from "./safe-text.ts"
import { measure } from "./width.ts"
import { wrapCommand, wrapHanging } from "./wrap.ts"

/** Matches a line that ends with a command to paste. */
const command = /^(.*?:\s+|\s{2,})((?:[a-z]+ ){0,2}mas(?:-sdk)? [a-z].*)/s

/** Wraps a note to the terminal. A command at the end of a line stays ready to paste. */
export function noteText(text: string, screen: Screen): TerminalText {
  const lines = text.split("\n").flatMap((line) => noteLines(line, screen))
  return screen.render(lines.join("\n"))
}

function noteLines(line: string, screen: Screen): string[] {
  const { columns } = screen
  if (screen.width(withoutStyle(line)) <= columns) return [line]
  const [, before = "", typed] = command.exec(line) ?? []
  if (typed !== undefined) {
    const lead = before.trimEnd()
    return [...(lead === "" ? [] : wrapLine(lead, columns)), ...wrapCommand(typed, columns, 2)]
  }
  return wrapLine(line, columns)
}

function wrapLine(line: string, columns: number, hang = 0): string[] {
  const indent = line.slice(0, line.search(/[^ ]|$/))
  return wrapHanging(line.slice(indent.length), columns - indent.length, hang, styled).map((one) => indent + one)
}

/** Wraps a line that may contain styles. */
export const wrapNote = (line: string, { columns }: Screen, hang = 0): string =>
  wrapLine(line, columns, hang).join("\n")

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the colours
const style = /\u001b\[\d+m/g

/** Text without styles. */
export const withoutStyle = (text: string): string => text.replaceAll(style, "")

/** Styles have no width. */
const styled = { ...measure, width: (text: string) => measure.width(withoutStyle(text)) }
