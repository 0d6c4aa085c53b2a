import type { JournalEntry } from "../../../mock-server/world/journal.ts"
import type { Context } from "../../connection/context.ts"
import { textOf } from "../../line/flag-values.ts"
import { requestLine } from "../../runners/request-line.ts"
import { drawnText, safeJson } from "../../terminal/output/safe-text.ts"

/**
 * Returns a function that prints a request on stderr, as `--log` says: a readable line, or its journal entry as JSON.
 * Undefined for `off`.
 */
export function requestLog(context: Context): ((entry: JournalEntry) => void) | undefined {
  const { io, flags } = context
  const log = textOf(flags, "log") ?? (io.stderr.isTTY ? "pretty" : "off")
  if (log === "off") return undefined
  if (log === "json") return (entry) => io.stderr.write(safeJson(`${JSON.stringify(entry)}\n`))
  return (entry) => io.stderr.write(drawnText(`${requestLine(entry, context.output.screen)}\n`))
}
