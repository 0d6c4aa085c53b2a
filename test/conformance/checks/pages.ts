import { headerNames } from "../../../sdk/contract/core/headers.ts"
import { limits } from "../../../sdk/contract/core/limits.ts"
import { rowOf } from "../../spec/index.ts"
import type { Called } from "../../support/mock.ts"
import { pathOf } from "../../support/samples.ts"
import type { Check, Look } from "../check.ts"
import { reads, type Service } from "../service.ts"

/** A list that this key can read, with its first page. */
interface List {
  readonly name: string
  readonly size: number
  readonly first: Called
  readonly page: (query: string) => Promise<Called>
}

async function lists(service: Service): Promise<List[]> {
  const paginatedLists: List[] = []
  for (const endpoint of reads.filter(({ spec }) => spec.paginated !== undefined)) {
    const { name } = endpoint
    const first = (await service.read(endpoint))?.called
    const spec = (await service.locate(endpoint))?.spec
    if (first?.status !== 200 || spec === undefined || !Array.isArray(first.body)) continue
    const path = pathOf(spec, spec.example?.params)
    paginatedLists.push({ name, size: rowOf(name).page ?? 0, first, page: (query) => service.get(`${path}?${query}`) })
  }
  return paginatedLists
}

const number = ({ headers }: Called, name: string) => (headers.has(name) ? Number(headers.get(name)) : null)
const numbersOf = (page: Called) => ({
  total: number(page, headerNames.totalCount),
  pages: number(page, headerNames.totalPages),
  page: number(page, headerNames.pageNumber),
  next: number(page, headerNames.nextPage),
  prev: number(page, headerNames.prevPage),
})

/** Compares the headers of a page with those computed from the total. */
function compareNumbers(look: Look, what: string, page: Called, requestedPage: { number: number; size: number }): void {
  const { total } = numbersOf(page)
  const rows = total ?? 0
  const pages = Math.ceil(rows / requestedPage.size)
  const next = requestedPage.number < pages ? requestedPage.number + 1 : null
  const prev = requestedPage.number > 1 ? Math.min(requestedPage.number - 1, pages) : null
  look.same(what, numbersOf(page), {
    total: rows,
    pages,
    page: requestedPage.number,
    next,
    prev: prev === 0 ? null : prev,
  })
  const expectedRows = Math.max(0, Math.min(requestedPage.size, rows - (requestedPage.number - 1) * requestedPage.size))
  look.same(`${what}, its rows`, page.body.length, expectedRows)
}

const ids = (page: Called): unknown[] => page.body.map((row: { id: unknown }) => row.id)

/** Lists that are not ordered by id. */
const otherOrders = new Set(["managedAccounts.list", "webhooks.deliveries"])

export const pages: readonly Check[] = [
  {
    rule: "36.1",
    async run(service, look) {
      for (const { name, size, first, page } of await lists(service)) {
        if (size !== limits.pageSizeDefault) continue
        compareNumbers(look, `${name}, its first page`, first, { number: 1, size })
        compareNumbers(look, `${name} with limit=1000`, await page("limit=1000"), { number: 1, size: 100 })
      }
    },
  },
  {
    rule: "36.1",
    async run(service, look) {
      for (const { name, page } of await lists(service)) {
        const [one, two, both] = [await page("limit=1"), await page("limit=1&page=2"), await page("limit=2")]
        compareNumbers(look, `${name} with limit=1`, one, { number: 1, size: 1 })
        if (number(one, headerNames.totalCount) === 0) continue
        compareNumbers(look, `${name} with limit=1&page=2`, two, { number: 2, size: 1 })
        look.same(`${name}: two pages of one, and one of two`, [...ids(one), ...ids(two)], ids(both))
        for (const alias of ["per", "per_page"])
          look.same(`${name} with ${alias}=1`, ids(await page(`${alias}=1`)), ids(one))
      }
    },
  },
  {
    rule: "36.1",
    async run(service, look) {
      for (const { name, first } of await lists(service)) {
        if (otherOrders.has(name)) continue
        const shownIds = ids(first).map(Number)
        look.same(
          `${name}, its ids`,
          shownIds,
          [...shownIds].sort((a, b) => a - b),
        )
      }
    },
  },
  {
    rule: "36.1",
    async run(service, look) {
      for (const { name, page } of await lists(service)) {
        for (const query of ["page=0", "limit=0", "limit=-1", "limit=1.5", "page=x"]) {
          look.same(`${name} with ${query} answers`, (await page(query)).status, 422)
        }
      }
    },
  },
  {
    rule: "36.2",
    async run(service, look) {
      for (const { name, size, first } of await lists(service)) {
        if (size !== limits.pageSizeDefault) compareNumbers(look, `${name}, its first page`, first, { number: 1, size })
      }
    },
  },
  {
    rule: "36.10",
    async run(service, look) {
      for (const { name, page } of await lists(service)) {
        compareNumbers(look, `${name} with page=1000`, await page("limit=100&page=1000"), { number: 1000, size: 100 })
      }
    },
  },
  {
    rule: "36.11",
    async run(service, look) {
      const huge = "9".repeat(30)
      for (const { name, page } of await lists(service)) {
        const [far, wide] = [await page(`page=${huge}`), await page(`limit=${huge}`)]
        look.same(`${name} with page=${huge} answers`, far.status, 422)
        look.same(`${name} with limit=${huge} answers`, wide.status, 200)
      }
    },
  },
]
