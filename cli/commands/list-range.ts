import type { Context } from "../context.ts"
import { numberOf } from "../line/flag-values.ts"
import { countText } from "../output/numbers.ts"

/** Rows a page at most. Spec: Limits. */
export const maxPageSize = 100

/**
 * The rows of a list that are asked for: how many are before the first one, how many they are (infinite with --all alone), and the
 * rows of each page that is read. A page is as many rows as `--limit` says, so the next page begins where it ends.
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

/** The most rows, up to a finite `count`, that a page which begins at a row can have: pages begin at multiples of their size. */
export function chunkFrom(start: number, count: number): { readonly limit: number; readonly page: number } {
  let limit = Math.max(1, count)
  while (start % limit !== 0) limit -= 1
  return { limit, page: start / limit + 1 }
}

/** Says on stderr that a list goes on, where a program would take what was printed for all of it. */
export function noteMoreRows(
  { note, flags }: Pick<Context, "note" | "flags">,
  shown: number,
  total: number | null,
): void {
  const of = total === null ? "rows, and more follow" : `of ${countText(total)}`
  // With both, it is the limit that cuts.
  const advice = flags.all === true && flags.limit !== undefined ? "leave --limit out" : "--all"
  note(`${countText(shown)} ${of}: ${advice} for the rest`)
}
