import { withoutStyle } from "./note.ts"
import type { Screen } from "./output.ts"
import { truncate, truncateMiddle } from "./width.ts"

/** Part of a line: text as it is, or with a style applied after cutting. */
export interface Part {
  readonly text: string
  /** An id or address: it moves to its own line before it is cut, and then keeps both ends. */
  readonly isId?: boolean
  paint?(text: string): string
}

const gap = "  "
/** Joins parts to a line, continued on indented lines on a narrow terminal; no line is too long. */
export function fitParts(parts: readonly Part[], screen: Screen): string {
  const lines: { text: string; width: number }[] = []
  for (const { text, isId = false, paint = (one: string) => one } of parts) {
    if (text === "") continue
    const line = lines.at(-1)
    const width = screen.width(withoutStyle(text))
    const room = line ? screen.columns - line.width - gap.length : 0
    if (line && width <= room) {
      line.text += gap + paint(text)
      line.width += gap.length + width
      continue
    }
    const start = line ? gap : ""
    const visibleText = cut(text, screen.columns - start.length, isId)
    lines.push({ text: start + paint(visibleText), width: start.length + screen.width(withoutStyle(visibleText)) })
  }
  return lines.map(({ text }) => text).join("\n")
}

function cut(text: string, room: number, isId: boolean): string {
  // Text with styles is short, and generated here.
  if (withoutStyle(text) !== text) return text
  return isId ? truncateMiddle(text, room) : truncate(text, room)
}
