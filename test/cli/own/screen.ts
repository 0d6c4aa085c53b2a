import type { Screen } from "../../../cli/output/output.ts"
import { textWidth } from "../../../cli/output/width.ts"

/** A terminal without colours. */
export const screen: Screen = {
  isTerminal: true,
  columns: 80,
  utc: true,
  plain: false,
  render: (text) => text,
  now: Date.parse("2026-03-01T12:36:00Z"),
  paint: (_style, text) => text,
  safe: String,
  width: textWidth,
}
