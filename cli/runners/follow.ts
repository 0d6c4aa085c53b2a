import type { JournalEntry } from "../../mock-server/world/journal.ts"
import { APIError } from "../../sdk/client/errors.ts"
import type { Context } from "../connection/context.ts"
import { type ExitCode, exitCodes } from "../terminal/errors/exit-codes.ts"
import type { Screen } from "../terminal/output/output.ts"
import { control, type Parts } from "./control.ts"
import { requestLine } from "./request-line.ts"

/** How many existing rows are shown first. */
export const shownBefore = 10
/** Milliseconds until the server says that nothing arrived, so that a reset world is noticed. */
const pollTimeout = 2_000

interface Row {
  readonly id: number
}

/**
 * Prints the rows of a list, then each new one, until Ctrl-C (130). Uses long polling: the server responds when there is
 * a row.
 */
export async function follow(
  context: Context,
  list: string,
  { query = {}, columns }: Pick<Parts, "query" | "columns">,
): Promise<ExitCode> {
  const rows = rowsOf(context, list, query)
  const line = (row: Row, screen: Screen) => requestLine(row as JournalEntry, screen)
  return showAsTheyCome(context, rows, { columns, ...(list === "requests" ? { line } : {}) })
}

interface Shown<T> {
  readonly columns?: readonly string[] | undefined
  /** A row as one line for people; if absent, the row is printed as a table. */
  readonly line?: (row: T, screen: Screen) => string
}

/** Prints rows one by one until Ctrl-C (130); as lines of JSON without a terminal. */
export async function showAsTheyCome<T extends object>(
  { output, io }: Context,
  rows: AsyncIterable<T>,
  { columns, line }: Shown<T>,
): Promise<ExitCode> {
  if (output.showsCharts && line) {
    for await (const row of rows) await output.record(row, { draw: (screen) => line(row, screen) })
  } else if (output.format === "table") for await (const row of rows) await output.rows([row], { columns })
  else await output.rows(rows, { columns, isStream: true })
  return io.signal.aborted ? exitCodes.interrupted : exitCodes.ok
}

async function* rowsOf(context: Context, list: string, filters: object): AsyncGenerator<Row, void, undefined> {
  const { limit = shownBefore, ...filter }: { limit?: unknown } = { ...filters }
  const before = await control<Row[]>(context, `GET /${list}`, { query: filter })
  yield* before.slice(-Number(limit))
  let after = before.at(-1)?.id ?? 0
  for (;;) {
    const batch = await next(context, list, { ...filter, after })
    if (batch === undefined) return
    if (batch.length === 0 && (await newest(context, list)) < after) after = 0
    for (const row of batch) {
      after = row.id
      yield row
    }
  }
}

/** The rows after the last one; empty when nothing arrived in time, undefined when the command was interrupted. */
async function next(context: Context, list: string, query: object): Promise<Row[] | undefined> {
  const { signal } = context.io
  try {
    return await control<Row[]>(context, `GET /${list}/wait`, { query: { ...query, timeout: pollTimeout } })
  } catch (error) {
    if (signal.aborted) return undefined
    if (error instanceof APIError && error.status === 408) return []
    throw error
  }
}

async function newest(context: Context, list: string): Promise<number> {
  const rows = await control<Row[]>(context, `GET /${list}`, { query: { limit: 1 } })
  return rows.at(-1)?.id ?? 0
}
