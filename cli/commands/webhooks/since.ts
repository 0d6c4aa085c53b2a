import { parseDuration } from "../../../sdk/contract/core/duration.ts"
import { readMoment } from "../../../sdk/contract/core/timestamp.ts"
import type { Context } from "../../connection/context.ts"
import { textOf } from "../../line/flag-values.ts"
import { refusedValue } from "../../terminal/errors/cli-error.ts"

/** The time of --since, as ISO 8601 or relative to now (`6h`). Milliseconds since 1970; undefined when absent. */
export function sinceOf({ flags, output }: Context): number | undefined {
  const text = textOf(flags, "since")
  if (text === undefined) return undefined
  // A long number is a time in seconds or milliseconds, not years ago.
  const ago = /^\d{9,}$/.test(text) ? undefined : parseDuration(text)
  const time = ago === undefined ? readMoment(text) : output.screen.now - ago
  if (typeof time === "number") return time
  throw refusedValue("--since", `${time}; or a duration such as 6h for 6 hours ago`)
}
