import { MasError } from "../../base/mas-error.ts"
import { headerNames } from "../../contract/core/headers.ts"
import { refuseUnknownOptions } from "../../webhooks/store.ts"
import { defineNonEnumerable } from "../transport/fields.ts"
import { LazyResponse, type WithResponse } from "./api-promise.ts"

/** Loads a page by number; without a number, the page that the call asked for. */
export type PageLoader<Item> = (page?: number) => PagePromise<Item>

interface PageParts<Item>
  extends Pick<Page<Item>, "items" | "page" | "totalCount" | "totalPages" | "nextPage" | "prevPage"> {
  /** The requested page number. */
  readonly asked: number
  readonly load: PageLoader<Item>
  /** The header of the next page, if it is no number. */
  readonly unreadNext: string | undefined
}

/**
 * One page of a list. A loop over it continues through the following pages. `nextPage` is a plain number: store it to resume
 * later, even in another process: `mas.contacts.list({ limit: 100, page: saved })`. Spec: Paging.
 */
export class Page<Item> implements AsyncIterable<Item> {
  /** The rows of this page. */
  declare readonly items: Item[]
  /** Number of this page, from 1. */
  declare readonly page: number
  /** Rows in the whole list; null if the service does not send it. */
  declare readonly totalCount: number | null
  /** Pages in the whole list, 0 if it is empty; null if the service does not send it. */
  declare readonly totalPages: number | null
  /** Null on the last page. */
  declare readonly nextPage: number | null
  /** Null on the first page. */
  declare readonly prevPage: number | null
  declare private readonly asked: () => number
  declare private readonly load: PageLoader<Item>
  declare private readonly unreadNext: () => string | undefined

  constructor({ asked: requestedPage, load, unreadNext, ...fields }: PageParts<Item>) {
    Object.assign(this, fields)
    defineNonEnumerable(this, "asked", () => requestedPage)
    defineNonEnumerable(this, "unreadNext", () => unreadNext)
    defineNonEnumerable(this, "load", load)
  }

  /**
   * True when another page follows, also after an empty one. False when the service points backwards or to the same page, or
   * after an empty page to one beyond the list: iteration never loops forever.
   * @throws {MasError} when the service names a next page that is no number: more rows are there, but not how to get them.
   */
  hasNextPage(): boolean {
    const unread = this.unreadNext()
    if (unread !== undefined)
      throw new MasError(`${headerNames.nextPage} is no page number: ${JSON.stringify(unread.slice(0, 50))}`)
    const next = this.nextPage ?? 0
    // A page may be empty inside the list, as its rows were deleted. A list has no more pages than rows.
    return next > this.asked() && (this.items.length > 0 || next <= (this.totalPages ?? this.totalCount ?? 0))
  }

  /** The page after this one; null after the last. */
  async getNextPage(): Promise<Page<Item> | null> {
    return this.hasNextPage() ? this.load(Number(this.nextPage)) : null
  }

  /** This page and all following pages. */
  async *pages(): AsyncGenerator<Page<Item>, void, undefined> {
    for (let page: Page<Item> | null = this; page; page = await page.getNextPage()) yield page
  }

  /**
   * Every item of this page and of the following pages. Before you delete items, collect them first: each deletion moves the
   * remaining rows.
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* page.items
  }
}

/** Reads a page from a response. `asked` is its number when the service does not send one. */
export function readPage<Item>(
  { data, response }: WithResponse<Item[]>,
  requestedPage: number,
  load: PageLoader<Item>,
): WithResponse<Page<Item>> {
  const count = (name: string) => {
    // A header that a proxy sends twice has its value twice.
    const values = new Set(
      response
        .header(name)
        ?.split(",")
        .map((value) => value.trim()),
    )
    const [text = "", ...others] = values
    return others.length === 0 && /^\d+$/.test(text) ? Number(text) : null
  }
  const next = response.header(headerNames.nextPage)?.trim()
  const nextPage = count(headerNames.nextPage)
  const page = new Page({
    items: data,
    page: count(headerNames.pageNumber) ?? requestedPage,
    totalCount: count(headerNames.totalCount),
    totalPages: count(headerNames.totalPages),
    nextPage,
    unreadNext: nextPage === null && next ? next : undefined,
    prevPage: count(headerNames.prevPage),
    asked: requestedPage,
    load,
  })
  return { data: page, response }
}

/**
 * A list. Await it for the first page, or loop over it for every item of every page.
 *
 * Do not delete items inside the loop, and do not change fields that the list is filtered or sorted by: later rows then move to
 * earlier pages, and the loop skips them. Collect first: `for (const webhook of await mas.webhooks.list().toArray())`.
 * @example for await (const contact of mas.contacts.list({ limit: 100 })) console.log(contact.email)
 */
export class PagePromise<Item> extends LazyResponse<Page<Item>> implements AsyncIterable<Item> {
  readonly [Symbol.toStringTag] = "PagePromise"

  /** This page and all following pages. */
  async *pages(): AsyncGenerator<Page<Item>, void, undefined> {
    yield* (await this).pages()
  }

  /**
   * Every item of this page and of the following pages. To delete items, loop over `toArray()` instead: each deletion moves the
   * remaining rows.
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    yield* await this
  }

  /** The items of all pages from this one on, in one array; at most `limit` of them. Loop over this array to delete items. */
  async toArray(options: { limit?: number | undefined } = {}): Promise<Item[]> {
    const { limit = Infinity, ...others } = options
    // The request has started: if the promise is never awaited, a failure must not become an unhandled rejection.
    this.catch(() => {})
    refuseUnknownOptions("toArray", others)
    const items: Item[] = []
    if (limit <= 0) return items
    for await (const item of this) {
      items.push(item)
      if (items.length >= limit) break
    }
    return items
  }
}
