import { headerNames } from "../contract/core/headers.ts"
import { Answered, type WithResponse } from "./api-promise.ts"

/** Gets a page by its number; without one, the page that the call asked for. */
export type PageLoader<Item> = (page?: number) => PagePromise<Item>

/** What a page is made of. */
interface PageParts<Item>
  extends Pick<Page<Item>, "items" | "page" | "totalCount" | "totalPages" | "nextPage" | "prevPage"> {
  readonly load: PageLoader<Item>
}

/** One page of a list. Spec: Limits, pagination response headers. */
export class Page<Item> {
  readonly items: Item[]
  /** Number of this page, from 1. */
  readonly page: number
  /** Rows in the whole list; null when the service does not say. */
  readonly totalCount: number | null
  /** Pages in the whole list, 0 when it is empty; null when the service does not say. */
  readonly totalPages: number | null
  /** Null on the last page. */
  readonly nextPage: number | null
  /** Null on the first page. */
  readonly prevPage: number | null
  readonly #load: PageLoader<Item>

  constructor({ items, page, totalCount, totalPages, nextPage, prevPage, load }: PageParts<Item>) {
    this.items = items
    this.page = page
    this.totalCount = totalCount
    this.totalPages = totalPages
    this.nextPage = nextPage
    this.prevPage = prevPage
    this.#load = load
  }

  /** The page after this one; null after the last. */
  async getNextPage(): Promise<Page<Item> | null> {
    return this.nextPage === null ? null : this.#load(this.nextPage)
  }
}

/** The page that an answer holds; `asked` is its number where the service does not say. */
export function readPage<Item>(
  { data, response }: WithResponse<Item[]>,
  asked: number,
  load: PageLoader<Item>,
): WithResponse<Page<Item>> {
  const count = (name: string) => {
    const text = response.header(name)
    return text !== null && /^\d+$/.test(text) ? Number(text) : null
  }
  const page = new Page({
    items: data,
    page: count(headerNames.pageNumber) ?? asked,
    totalCount: count(headerNames.totalCount),
    totalPages: count(headerNames.totalPages),
    nextPage: count(headerNames.nextPage),
    prevPage: count(headerNames.prevPage),
    load,
  })
  return { data: page, response }
}

/**
 * A list: await it for its first page, or loop over it for every item of every page.
 * @example for await (const contact of mas.contacts.list({ limit: 100 })) console.log(contact.email)
 */
export class PagePromise<Item> extends Answered<Page<Item>> implements AsyncIterable<Item> {
  readonly [Symbol.toStringTag] = "PagePromise"

  /** Every page from this one on. The walk ends where the numbers stop rising or a page is empty: it cannot go in circles. */
  async *pages(): AsyncGenerator<Page<Item>, void, undefined> {
    let page: Page<Item> | null = await this
    let number = page.page
    while (page !== null) {
      yield page
      if (page.nextPage === null || page.nextPage <= number || page.items.length === 0) return
      number = page.nextPage
      page = await page.getNextPage()
    }
  }

  /** Every item of every page from this one on. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* page.items
  }

  /** The items of all pages from this one on in one array, or the first `limit` of them. */
  async toArray(options: { limit?: number | undefined } = {}): Promise<Item[]> {
    const { limit = Number.POSITIVE_INFINITY } = options
    const items: Item[] = []
    if (limit <= 0) return items
    for await (const item of this) {
      items.push(item)
      if (items.length >= limit) break
    }
    return items
  }
}
