import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { onlyPaging, readQuery, takePage } from "../../mock-server/service/request/input/query.ts"
import { rowOf } from "../spec/index.ts"
import { mock } from "../support/mock.ts"
import { prepare } from "../support/prepare.ts"
import { endpoints, type Mock, sample } from "../support/samples.ts"

const lists = endpoints.filter(({ spec }) => spec.paginated !== undefined)

/** A page of any list. */
async function page({ call }: Mock, endpoint: (typeof lists)[number], query: Record<string, string | number>) {
  const { status, headers, body } = await call(...sample(endpoint, { query, ...rowOf(endpoint.name).caller }))
  const headerNames = ["total-count", "total-pages", "page-number", "next-page", "prev-page"]
  const numbers = headerNames
    .map((name) => headers.get(`x-${name}`))
    .map((text) => (text === null ? null : Number(text)))
  return { status, body, numbers }
}

describe.each(lists.map((endpoint) => [endpoint.name, endpoint] as const))("the list of %s", (_name, endpoint) => {
  it("has page numbers and totals in headers, next and previous only if they exist [36.1]", async () => {
    const service = mock()
    await prepare(service)
    const { numbers } = await page(service, endpoint, {})
    const [total = 0] = numbers
    expect(numbers).toEqual([total, total === 0 ? 0 : 1, 1, null, null])
    const beyond = await page(service, endpoint, { page: 7, limit: 1 })
    expect(beyond).toEqual({ status: 200, body: [], numbers: [total, total, 7, null, total === 0 ? null : total] })
  })

  it("refuses a page or a size that is not a positive whole number with 422 [36.1]", async () => {
    const service = mock()
    await prepare(service)
    for (const name of ["page", "limit", "per", "per_page"]) {
      for (const value of ["0", "-1", "1.5", "many", "", "1e2"]) {
        const { status, body } = await page(service, endpoint, { [name]: value })
        expect([name, value, status]).toEqual([name, value, 422])
        expect(Object.keys(body.validation_errors)).toEqual([name])
      }
    }
  })
})

describe("pages of contacts", () => {
  async function setUp() {
    const service = mock()
    await service.control.contacts.fill({ count: 247 })
    const contacts = lists.find(({ name }) => name === "contacts.list")
    if (contacts === undefined) throw new Error("there is no list of contacts")
    return (query: Record<string, string | number>) => page(service, contacts, query)
  }

  it("accept limit, per or per_page, the first of them that is present, default 30 [36.1]", async () => {
    const contacts = await setUp()
    const sizes = [
      {},
      { limit: 7 },
      { per: 8 },
      { per_page: 9 },
      { limit: 1, per: 2, per_page: 3 },
      { per: 2, per_page: 3 },
    ]
    const pageSizes: number[] = []
    for (const size of sizes) pageSizes.push((await contacts(size)).body.length)
    expect(pageSizes).toEqual([30, 7, 8, 9, 1, 2])
  })

  it("clamp a size above the maximum to 100 [36.1]", async () => {
    const contacts = await setUp()
    const { body, numbers } = await contacts({ limit: 101 })
    expect(body).toHaveLength(100)
    expect(numbers).toEqual([250, 3, 1, 2, null])
    expect((await contacts({ per_page: 1_000_000, page: 3 })).body).toHaveLength(50)
  })

  it("are the last one before every page beyond it [36.10]", async () => {
    const contacts = await setUp()
    for (const number of [4, 5, 9]) {
      const { status, body, numbers } = await contacts({ page: number, limit: 100 })
      expect({ status, body, numbers }).toEqual({ status: 200, body: [], numbers: [250, 3, number, null, 3] })
    }
  })

  it("clamp a size beyond the safe integers, and refuse such a page, which no response could name [36.11]", async () => {
    const contacts = await setUp()
    for (const limit of ["9007199254740993", "9".repeat(400)])
      expect((await contacts({ limit })).body).toHaveLength(100)
    expect((await contacts({ page: "9007199254740991" })).numbers.slice(0, 3)).toEqual([250, 9, 2 ** 53 - 1])
    for (const page of ["9007199254740992", "9".repeat(20), "9".repeat(400), "0".repeat(20)]) {
      const { status, body } = await contacts({ page })
      expect([page, status, JSON.stringify(body)]).toEqual([page, 422, expect.stringContaining('"page":')])
    }
  })

  it("contain every row once, by ascending id [36.1]", async () => {
    const contacts = await setUp()
    const ids: number[] = []
    for (let number = 1; number <= 4; number++) {
      const { body, numbers } = await contacts({ page: number, limit: 80 })
      ids.push(...body.map(({ id }: { id: number }) => id))
      expect(numbers).toEqual([250, 4, number, number < 4 ? number + 1 : null, number > 1 ? number - 1 : null])
    }
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b))
    expect(ids).toHaveLength(250)
  })
})

describe("a query with only a page", () => {
  it("is read the same as by the general parser, for any query", () => {
    const parts = [
      "page=",
      "limit=",
      "per=",
      "per_page=",
      "q=",
      "&",
      "1",
      "20",
      "0",
      "9".repeat(15),
      "9".repeat(16),
      "x",
      "%31",
    ]
    const queries = fc.array(fc.constantFrom(...parts), { maxLength: 7 }).map((each) => each.join(""))
    let read = 0
    const check = (search: string) => {
      const page = onlyPaging(search, 30)
      if (page === undefined) return
      read++
      const query = readQuery(search)
      expect([page, query]).toEqual([takePage(query, 30), {}])
    }
    for (const search of ["", "page=2", "per_page=7", "page=2&", "page=2&limit=7", "page=2limit=7"]) check(search)
    expect(read).toBe(5)
    fc.assert(fc.property(queries, check), { numRuns: 2_000 })
  })
})
