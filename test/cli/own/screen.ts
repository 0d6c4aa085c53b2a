import type { Screen } from "../../../cli/terminal/output/output.ts"
import { drawnText } from "../../../cli/terminal/output/safe-text.ts"
import { textWidth } from "../../../cli/terminal/output/width.ts"

/** A terminal without colours. */
export const screen: Screen = {
  isTerminal: true,
  columns: 80,
  utc: true,
  plain: false,
  render: drawnText,
  now: Date.parse("2026-03-01T12:36:00Z"),
  paint: (_style, text) => text,
  safe: (text) => drawnText(String(text)),
  width: textWidth,
}
