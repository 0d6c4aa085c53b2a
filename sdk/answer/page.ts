import { headerNames } from "../contract/core/headers.ts"
import { hide } from "../transport/fields.ts"
import { refuseOthers } from "../webhooks/store.ts"
import { LazyResponse, type WithResponse } from "./api-promise.ts"

/** Gets a page by its number; without one, the page that the call asked for. */
export type PageLoader<Item> = (page?: number) => PagePromise<Item>

/** What a page is made of. */
interface PageParts<Item>
  extends Pick<Page<Item>, "items" | "page" | "totalCount" | "totalPages" | "nextPage" | "prevPage"> {
  /** The number that was asked for. */
  readonly asked: number
  readonly load: PageLoader<Item>
}

/**
 * One page of a list; a loop over it goes on through the pages that follow. `nextPage` is a plain number to go on from
 * later, in another process too: `mas.contacts.list({ limit: 100, page: saved })`.
 * Spec: Paging.
 */
export class Page<Item> implements AsyncIterable<Item> {
  declare readonly items: Item[]
  /** Number of this page, from 1. */
  declare readonly page: number
  /** Rows in the whole list; null when the service does not say. */
  declare readonly totalCount: number | null
  /** Pages in the whole list, 0 when it is empty; null when the service does not say. */
  declare readonly totalPages: number | null
  /** Null on the last page. */
  declare readonly nextPage: number | null
  /** Null on the first page. */
  declare readonly prevPage: number | null
  declare private readonly asked: () => number
  declare private readonly load: PageLoader<Item>

  constructor({ asked, load, ...shown }: PageParts<Item>) {
    Object.assign(this, shown)
    hide(this, { asked: () => asked, load })
  }

  /**
   * True when another page follows. Never after a page that is empty, and never where the service leads back or stays on
   * the spot: no walk goes in circles.
   */
  hasNextPage(): boolean {
    return (this.nextPage ?? 0) > this.asked() && this.items.length > 0
  }

  /** The page after this one; null after the last. */
  async getNextPage(): Promise<Page<Item> | null> {
    return this.hasNextPage() ? this.load(Number(this.nextPage)) : null
  }

  /** This page and all that follow. */
  async *pages(): AsyncGenerator<Page<Item>, void, undefined> {
    for (let page: Page<Item> | null = this; page; page = await page.getNextPage()) yield page
  }

  /** Every item of this page and of all that follow. To delete them as you go, collect them first: a page that shrinks moves rows. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* page.items
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
    return /^\d+$/.test(String(text)) ? Number(text) : null
  }
  const page = new Page({
    items: data,
    page: count(headerNames.pageNumber) ?? asked,
    totalCount: count(headerNames.totalCount),
    totalPages: count(headerNames.totalPages),
    nextPage: count(headerNames.nextPage),
    prevPage: count(headerNames.prevPage),
    asked,
    load,
  })
  return { data: page, response }
}

/**
 * A list: await it for its first page, or loop over it for every item of every page.
 *
 * Do not delete, or change what the list is filtered or sorted by, within the loop: the rows after it move to earlier pages, and
 * the loop skips as many. Collect them first, `for (const webhook of await mas.webhooks.list().toArray())`.
 * @example for await (const contact of mas.contacts.list({ limit: 100 })) console.log(contact.email)
 */
export class PagePromise<Item> extends LazyResponse<Page<Item>> implements AsyncIterable<Item> {
  readonly [Symbol.toStringTag] = "PagePromise"

  /** This page and all that follow. */
  async *pages(): AsyncGenerator<Page<Item>, void, undefined> {
    yield* (await this).pages()
  }

  /** Every item of this page and of all that follow. To delete them as you go, loop over `toArray()`: a page that shrinks moves rows. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    yield* await this
  }

  /** The items of all pages from this one on in one array, or the first `limit` of them: what to loop over to delete them. */
  async toArray(options: { limit?: number | undefined } = {}): Promise<Item[]> {
    const { limit = Infinity, ...others } = options
    // The request is under way: where nothing is read of it, its failure is nobody's.
    this.catch(() => {})
    refuseOthers("toArray", others)
    const items: Item[] = []
    if (limit <= 0) return items
    for await (const item of this) {
      items.push(item)
      if (items.length >= limit) break
    }
    return items
  }
}
