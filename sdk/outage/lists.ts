import type { PagePromise } from "../answer/page.ts"

/** Which page of a list. */
export interface PageOf {
  readonly limit: number
  readonly page?: number
}

/** Rows a page: the most that the service gives. */
const limit = 100
/** How often a list is read that rows were taken out of meanwhile. */
const tries = 3

/** Every row once. Rows that leave a list while it is read move others to pages that were read before: then it is read again. */
export async function readWhole<Row extends { readonly id: number }>(
  list: (page: PageOf) => PagePromise<Row>,
): Promise<Row[]> {
  const rows = new Map<number, Row>()
  for (let left = tries; left > 0; left--) {
    const first = await list({ limit })
    for await (const row of first) rows.set(row.id, row)
    if (rows.size >= (first.totalCount ?? 0)) break
  }
  return [...rows.values()]
}

/** The rows of a list, the newest page first, whichever end the service begins with; who has enough, stops. */
export async function* newestFirst<Row extends { readonly created_at: string }>(
  list: (page: PageOf) => PagePromise<Row>,
): AsyncGenerator<Row, void, undefined> {
  const first = await list({ limit })
  const pages = first.totalPages ?? 1
  const last = pages > 1 ? await list({ limit, page: pages }) : first
  const [oldest = "", newest = ""] = [first.items[0]?.created_at, last.items.at(-1)?.created_at]
  if (oldest > newest) {
    yield* first
    return
  }
  yield* last.items.slice().reverse()
  for (let page = pages - 1; page > 1; page--) yield* (await list({ limit, page })).items.slice().reverse()
  if (pages > 1) yield* first.items.slice().reverse()
}
