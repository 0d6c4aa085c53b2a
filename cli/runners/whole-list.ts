import type { Page, PagePromise } from "../../sdk/client/response/page.ts"
import { CliError } from "../terminal/errors/cli-error.ts"
import { exitCodes } from "../terminal/errors/exit-codes.ts"
import { countText } from "../terminal/output/numbers.ts"

interface Range {
  /** Rows that were asked for in each page. */
  readonly size: number
  /** Offset of the first page's first row in the whole list. */
  readonly start?: number
}

/**
 * The pages of a list up to its end. What they have counts as the whole list only if the service says so: a response that was
 * cut short, or a proxy that leaves out the headers of pages, would make a part of the contacts look like all of them.
 */
export async function* wholePages<Item>(
  list: PagePromise<Item>,
  { size, start = 0 }: Range,
): AsyncGenerator<Page<Item>, void, undefined> {
  let read = 0
  let total: number | null = null
  let isFull = false
  for await (const page of list.pages()) {
    read += page.items.length
    total = page.totalCount ?? total
    isFull = page.items.length >= size && page.totalPages === null && page.prevPage === null
    yield page
  }
  checkWhole({ read: start + read, total, isFull })
}

/** All rows of a list, for what is found by looking at each of them. */
export async function wholeList<Item>(list: PagePromise<Item>, range: Range): Promise<Item[]> {
  const rows: Item[] = []
  for await (const { items } of wholePages(list, range)) rows.push(...items)
  return rows
}

interface ListEnd {
  readonly read: number
  /** Rows of the list by the last header that counts them. */
  readonly total: number | null
  /** Whether the last page is as long as a page may be, and no header says anything of pages. */
  readonly isFull: boolean
}

/** Throws where a list ends before its end. */
export function checkWhole({ read, total, isFull }: ListEnd): void {
  if (total === null ? !isFull : read >= total) return
  const of = total === null ? "a full page, and no header says whether more follow" : `of ${countText(total)}`
  throw new CliError(`the list ended early: ${countText(read)} rows, ${of}`, exitCodes.network, {
    code: "incomplete_list",
    hint: "Run it again. A proxy that leaves out the headers X-Total-Count and X-Next-Page has this effect, too.",
  })
}
