import type { Context } from "../connection/context.ts"
import { numberOf } from "../line/flag-values.ts"
import { CliError } from "../terminal/errors/cli-error.ts"
import { exitCodes } from "../terminal/errors/exit-codes.ts"
import { countText } from "../terminal/output/numbers.ts"
import type { Progress } from "../terminal/output/progress.ts"
import { chunkFrom, maxPageSize, noteMoreRows, rangeOf } from "./list-range.ts"
import type { PreparedCall } from "./prepared-call.ts"
import { wholePages } from "./whole-list.ts"

export interface Reading {
  /** Offset of the next row in the whole list. */
  next: number
  /** Rows in the whole list; null when the service does not tell, undefined before the response. */
  total?: number | null
  hasMore: boolean
}

/** Prints a list: one page, the first N rows, or every page as it arrives. */
export async function runList(context: Context, call: PreparedCall): Promise<void> {
  const { output, globals } = context
  const { rows, reading } = readRows(context, call)
  try {
    await output.rows(rows)
  } catch (error) {
    throw stopped(error, context, reading)
  }
  if (output.format === "table" && !globals.quiet) notePages(context, reading)
  else if (reading.hasMore) noteMoreRows(context, reading.next - rangeOf(context).start, reading.total ?? null)
}

/** Yields the requested rows as they arrive; updates `reading`. */
export function readRows(
  context: Context,
  call: PreparedCall,
): { readonly rows: AsyncIterable<unknown>; readonly reading: Readonly<Reading> } {
  const { start } = rangeOf(context)
  const reading: Reading = { next: start, hasMore: false }
  return { rows: generateRows(context, call, reading), reading }
}

async function* generateRows(
  context: Context,
  { name, input, options }: PreparedCall,
  reading: Reading,
): AsyncGenerator<unknown, void, undefined> {
  const { start, count, size } = rangeOf(context)
  const requester = await context.requester()
  const { flags, io } = context
  const page = Math.floor(start / size) + 1
  // Without --all or --limit, the service chooses the page size.
  const limit = flags.all === true || flags.limit !== undefined ? size : undefined
  const query = { ...input.query, page: page === 1 ? undefined : page, limit }
  const list = requester.list<unknown>(name, { ...input, query }, options)
  const isShown = flags.all === true && !io.stdout.isTTY
  const label = context.command.words.join(" ")
  let progress: Progress | undefined
  let end: string | undefined
  // A page may begin before the first requested row.
  let skipped = start % size
  try {
    for await (const { items, nextPage, totalCount } of wholePages(list, {
      size,
      start: (page - 1) * size,
    })) {
      const requested = items.slice(skipped, skipped + start + count - reading.next)
      reading.total = totalCount
      for (const row of requested) {
        yield row
        reading.next += 1
      }
      reading.hasMore = nextPage !== null || items.length > skipped + requested.length
      skipped = 0
      const done = reading.next - start
      if (isShown && reading.hasMore) progress ??= context.progress(label)
      progress?.update({
        done,
        unit: "rows",
        ...(totalCount === null ? {} : { total: Math.min(totalCount - start, count) }),
      })
      // Without a limit, one page was requested, whatever its size.
      if (done >= count || limit === undefined) break
    }
    end = `${label}: done`
  } finally {
    progress?.end(end)
  }
}

/** Ctrl-C between two pages: all rows up to here are printed, so a command can resume. */
function stopped(error: unknown, context: Context, { next, hasMore }: Reading): unknown {
  const { io, flags, command } = context
  const { start, count } = rangeOf(context)
  if (!io.signal.aborted || !hasMore) return error
  const isLimited = flags.limit !== undefined
  const onward = isLimited ? chunkFrom(next, start + count - next) : { page: next / maxPageSize + 1 }
  return new CliError(`interrupted after row ${countText(next)} of ${command.words.join(" ")}`, exitCodes.interrupted, {
    hint: `To resume: ${context.nextCommand({ flags: onward })}`,
    cause: error,
  })
}

export function notePages(context: Context, { total, hasMore }: Reading): void {
  const { count } = rangeOf(context)
  if (!hasMore || count === Number.POSITIVE_INFINITY) return
  const page = numberOf(context.flags, "page") ?? 1
  const of =
    typeof total === "number" ? ` of ${countText(Math.ceil(total / count))}, ${countText(total)} rows in all` : ""
  context.note(`Page ${countText(page)}${of}.`)
  context.note(`Next: ${context.nextCommand({ flags: { page: page + 1 } })}`)
  context.note(`Everything: ${context.nextCommand({ flags: { all: true, page: undefined, limit: undefined } })}`)
}
