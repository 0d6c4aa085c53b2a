import type { JournalEntry } from "../../mock-server/world/journal.ts"
import { wrapNote } from "../terminal/output/note.ts"
import { countText } from "../terminal/output/numbers.ts"
import type { Screen, Style } from "../terminal/output/output.ts"
import type { TerminalText } from "../terminal/output/safe-text.ts"
import { localText } from "../terminal/output/times.ts"

type LoggedFields = Pick<
  JournalEntry,
  "time" | "method" | "path" | "status" | "duration_ms" | "endpoint" | "fault_id" | "warning"
>

export function requestLine(entry: LoggedFields, screen: Screen): TerminalText {
  const { time, method, path, status, duration_ms, endpoint, fault_id, warning } = entry
  const { paint, safe } = screen
  const notes = [endpoint, fault_id === null ? undefined : `fault ${fault_id}`, safe(warning ?? "")]
    .filter(Boolean)
    .join(", ")
  const line = [
    paint("dim", localText(Date.parse(time), screen, true).slice(11)),
    `${paint(styleOf(status), String(status ?? "cut"))} ${method} ${safe(path)}`,
    `${countText(duration_ms.toFixed(1))} ms`,
    notes === "" ? "" : paint("dim", `(${notes})`),
  ]
  return screen.render(wrapNote(line.filter(Boolean).join(" "), screen, 2))
}

function styleOf(status: number | null): Style {
  if (status === null || status >= 500) return "red"
  return status >= 400 ? "yellow" : "green"
}
