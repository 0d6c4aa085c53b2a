import { parseDuration } from "../../sdk/contract/core/duration.ts"
import type { Context } from "../context.ts"
import { refusedValue } from "../errors/cli-error.ts"
import { textOf } from "../line/flag-values.ts"

/** A moment that a flag gives: ISO 8601, or a time before `now`, such as `6h`. Milliseconds since 1970; undefined when it was not given. */
export function momentOfFlag({ flags }: Context, name: string, now: number): number | undefined {
  const text = textOf(flags, name)
  if (text === undefined) return undefined
  const ago = parseDuration(text)
  const moment = ago === undefined ? Date.parse(text) : now - ago
  if (Number.isFinite(moment)) return moment
  throw refusedValue(`--${name}`, "must be a moment such as 2026-03-01T12:00:00Z, or a time ago such as 6h")
}
