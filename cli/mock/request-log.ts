import type { JournalEntry } from "../../mock-server/world/journal.ts"
import type { Context } from "../context.ts"
import { textOf } from "../line/given.ts"
import type { Screen, Style } from "../output/output.ts"

/** What prints a request on stderr, as `--log` says: a readable line, its journal entry as JSON, or nothing. */
export function requestLog(context: Context): ((entry: JournalEntry) => void) | undefined {
  const { io, flags } = context
  const log = textOf(flags, "log") ?? (io.stderr.isTTY ? "pretty" : "off")
  if (log === "off") return undefined
  if (log === "json") return (entry) => io.stderr.write(`${JSON.stringify(entry)}\n`)
  return (entry) => io.stderr.write(`${requestLine(entry, context.output.screen)}\n`)
}

/** A request as a line for people. */
export function requestLine(entry: JournalEntry, { paint, safe }: Screen): string {
  const { time, method, path, status, duration_ms, endpoint, fault_id, warning } = entry
  const statusText = paint(styleOf(status), String(status ?? "cut"))
  const notes = [endpoint, fault_id === null ? undefined : `fault ${fault_id}`, safe(warning ?? "")]
    .filter(Boolean)
    .join(", ")
  const line = `${paint("dim", time.slice(11, 23))} ${statusText} ${method} ${safe(path)} ${duration_ms.toFixed(1)} ms`
  return `${line}${notes ? paint("dim", ` (${notes})`) : ""}`
}

function styleOf(status: number | null): Style {
  if (status === null || status >= 500) return "red"
  return status >= 400 ? "yellow" : "green"
}
