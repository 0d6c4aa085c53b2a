import { parseDuration } from "../../sdk/contract/core/duration.ts"
import type { Context } from "../context.ts"
import { refusedValue } from "../errors/cli-error.ts"
import { textOf } from "../line/flag-values.ts"

/** The time of --since, as ISO 8601 or relative to now (`6h`). Milliseconds since 1970; undefined when absent. */
export function sinceOf({ flags, output }: Context): number | undefined {
  const text = textOf(flags, "since")
  if (text === undefined) return undefined
  const ago = parseDuration(text)
  const moment = ago === undefined ? Date.parse(text) : output.screen.now - ago
  if (Number.isFinite(moment)) return moment
  throw refusedValue(
    "--since",
    "must be a moment such as 2026-03-01T12:00:00Z, or a duration such as 6h for 6 hours ago",
  )
}
