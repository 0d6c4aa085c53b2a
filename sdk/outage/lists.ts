import type { PagePromise } from "../client/response/page.ts"

/** The page of a list. */
export interface PageOf {
  readonly limit: number
  readonly page?: number
}

/** Rows per page: the service's maximum. */
const limit = 100
/** Maximum number of reads of a list that loses rows meanwhile. */
const tries = 3

/** Reads every row once. A row removed during the read moves later rows to pages already read: then the list is read again. */
export async function readWhole<Row extends { readonly id: number }>(
  list: (page: PageOf) => PagePromise<Row>,
): Promise<Row[]> {
  const rows = new Map<number, Row>()
  for (let remaining = tries; remaining > 0; remaining--) {
    const first = await list({ limit })
    for await (const row of first) rows.set(row.id, row)
    if (rows.size >= (first.totalCount ?? 0)) break
  }
  return [...rows.values()]
}

/** The rows of a list, newest page first, whichever order the service uses. The caller may stop early. */
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
