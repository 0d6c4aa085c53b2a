import type { Context } from "../connection/context.ts"
import { numberOf } from "../line/flag-values.ts"
import { countText } from "../terminal/output/numbers.ts"

/** Maximum rows per page. Spec: Limits. */
export const maxPageSize = 100

/**
 * The requested rows of a list: the offset, the count (infinite with only --all), and the page size. The page size is
 * `--limit`, so that the next page begins where this one ends.
 */
export function rangeOf({ flags, command }: Pick<Context, "flags" | "command">) {
  const page = numberOf(flags, "page") ?? 1
  const limit = numberOf(flags, "limit")
  if (limit !== undefined) return { start: (page - 1) * limit, count: limit, size: Math.min(limit, maxPageSize) }
  if (flags.all === true) {
    return { start: (page - 1) * maxPageSize, count: Number.POSITIVE_INFINITY, size: maxPageSize }
  }
  const size = (command.rows ?? command.endpoint)?.paginated ?? maxPageSize
  return { start: (page - 1) * size, count: size, size }
}

/** The largest page, of at most `count` rows, that begins at a row: pages begin at multiples of their size. */
export function chunkFrom(start: number, count: number): { readonly limit: number; readonly page: number } {
  let limit = Math.max(1, count)
  while (start % limit !== 0) limit -= 1
  return { limit, page: start / limit + 1 }
}

/** Notes on stderr that a list continues, when a program would take the output for all of it. */
export function noteMoreRows(
  { note, flags }: Pick<Context, "note" | "flags">,
  visibleCount: number,
  total: number | null,
): void {
  const of = total === null ? "rows, and more follow" : `of ${countText(total)}`
  // If both are given, the limit truncates.
  const advice = flags.all === true && flags.limit !== undefined ? "omit --limit" : "--all"
  note(`${countText(visibleCount)} ${of}: ${advice} for the rest`)
}
