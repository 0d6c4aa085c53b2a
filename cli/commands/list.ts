import type { Page } from "../../sdk/answer/page.ts"
import type { Context } from "../context.ts"
import { CliError } from "../errors/cli-error.ts"
import { type ExitCode, exitCodes } from "../errors/exit-codes.ts"
import { numberOf } from "../line/given.ts"
import { countText } from "../output/figures.ts"
import type { ShowOptions } from "../output/output.ts"
import type { Progress } from "../output/progress.ts"
import { tellOfCut } from "./list-cut.ts"
import type { PreparedCall } from "./prepared-call.ts"

/** Rows a page at most. Spec: Limits. */
const largestPage = 100

/** Prints a list: one page, the first so many rows, or every page as it comes. */
export async function runList(context: Context, call: PreparedCall, options?: ShowOptions): Promise<ExitCode> {
  const { flags, output } = context
  const { rows, last } = readRows(context, call)
  let shown = 0
  const counted = async function* () {
    for await (const row of rows) {
      shown += 1
      yield row
    }
  }
  try {
    await output.rows(counted(), options)
  } catch (error) {
    throw stopped(error, context, last.page)
  }
  const { page } = last
  if (!page) return exitCodes.ok
  if (output.format !== "table" || context.globals.quiet) {
    const { totalCount, nextPage } = page
    const isCut = totalCount === null ? nextPage !== null : rowsBefore(context) + shown < totalCount
    if (isCut) tellOfCut(context, shown, totalCount)
  } else if (flags.all !== true) tellOfMore(context, page)
  return exitCodes.ok
}

/** Rows of the list before the page that was asked for. */
function rowsBefore({ flags, command }: Context): number {
  const size = Math.min(numberOf(flags, "limit") ?? command.endpoint?.paginated ?? largestPage, largestPage)
  return ((numberOf(flags, "page") ?? 1) - 1) * (flags.all === true ? largestPage : size)
}

/** The rows that the flags ask for, as they come; `last` holds the last page that was read. */
export function readRows(
  context: Context,
  call: PreparedCall,
): { rows: AsyncIterable<unknown>; last: { page?: Page<unknown> } } {
  const last: { page?: Page<unknown> } = {}
  return { rows: generateRows(context, call, last), last }
}

async function* generateRows(
  context: Context,
  { name, input, options }: PreparedCall,
  last: { page?: Page<unknown> },
): AsyncGenerator<unknown, void, undefined> {
  const { flags } = context
  const all = flags.all === true
  const limit = typeof flags.limit === "number" ? flags.limit : undefined
  const size = limit === undefined ? (all ? largestPage : undefined) : Math.min(limit, largestPage)
  const requester = await context.requester()
  const list = requester.list<unknown>(
    name,
    { ...input, query: { ...input.query, ...(size ? { limit: size } : {}) } },
    options,
  )
  const isShown = all && !context.io.stdout.isTTY
  let progress: Progress | undefined
  let count = 0
  try {
    for await (const page of list.pages()) {
      last.page = page
      for (const row of page.items) {
        yield row
        count += 1
        if (count === limit) return
      }
      if (isShown && page.nextPage !== null) progress ??= context.progress("Rows")
      progress?.update({ done: count, ...totalOf(page, limit) })
      // A page was all that was asked for.
      if (!all && (limit === undefined || limit <= largestPage)) return
    }
  } finally {
    progress?.end()
  }
}

/** Ctrl-C between two pages: everything up to here is printed, so one can go on from there. */
function stopped(error: unknown, { io, command }: Context, page: Page<unknown> | undefined): unknown {
  if (!io.signal.aborted || !page?.nextPage) return error
  return new CliError(`interrupted after page ${page.page} of ${page.totalPages}`, exitCodes.interrupted, {
    code: "interrupted",
    hint: `To go on: mas ${command.words.join(" ")} --all --page ${page.nextPage}`,
    cause: error,
  })
}

function totalOf({ totalCount }: Page<unknown>, limit: number | undefined): { total?: number } {
  return totalCount === null ? {} : { total: Math.min(totalCount, limit ?? totalCount) }
}

/** Says which page this is, and how to see the rest. */
export function tellOfMore({ note }: Context, { page, totalPages, totalCount, nextPage }: Page<unknown>): void {
  if (nextPage === null || totalCount === null) return
  note(
    `Page ${page} of ${totalPages}, ${countText(totalCount)} rows in all. Next: --page ${nextPage}. Everything: --all.`,
  )
}
