import type { ApiResponse, WithResponse } from "./answer.ts"

/** Gets a page by its number; without one, the page that the call asked for. */
export type PageLoader<Item> = (page?: number) => PagePromise<Item>

/** One page of a list. Spec: Limits, pagination response headers. */
export class Page<Item> {
  readonly #load: PageLoader<Item>

  constructor(
    readonly items: Item[],
    /** Number of this page, from 1. */
    readonly page: number,
    /** Rows in the whole list; null when the service does not say. */
    readonly totalCount: number | null,
    /** Pages in the whole list, 0 when it is empty; null when the service does not say. */
    readonly totalPages: number | null,
    /** Null on the last page. */
    readonly nextPage: number | null,
    /** Null on the first page. */
    readonly prevPage: number | null,
    load: PageLoader<Item>,
  ) {
    this.#load = load
  }

  /** The page after this one; null after the last. */
  async getNextPage(): Promise<Page<Item> | null> {
    return this.nextPage === null ? null : this.#load(this.nextPage)
  }
}

/**
 * A list: await it for its first page, or loop over it for every item of every page.
 * @example for await (const contact of mas.contacts.list({ limit: 100 })) console.log(contact.email)
 */
export class PagePromise<Item> implements Promise<Page<Item>>, AsyncIterable<Item> {
  readonly [Symbol.toStringTag] = "PagePromise"
  readonly #first: Promise<WithResponse<Page<Item>>>

  constructor(first: Promise<WithResponse<Page<Item>>>) {
    this.#first = first
  }

  // biome-ignore lint/suspicious/noThenProperty: being awaited is what this class is for
  then<A = Page<Item>, B = never>(
    onFulfilled?: ((page: Page<Item>) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#first.then(({ data }) => data).then(onFulfilled, onRejected)
  }

  catch<B = never>(onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<Page<Item> | B> {
    return this.then(null, onRejected)
  }

  finally(onFinally?: (() => void) | null): Promise<Page<Item>> {
    return this.then().finally(onFinally)
  }

  /** The first page together with status, headers and the number of attempts. */
  withResponse(): Promise<{ data: Page<Item>; response: ApiResponse }> {
    return this.#first
  }

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
