import { describe, expect, it, onTestFinished } from "vitest"
import { startMockServer } from "../../../mock-server/index.ts"
import { type ContactListQuery, Mas, type Page, RateLimitError } from "../../../sdk/index.ts"
import { readProjectFile } from "../../support/files.ts"
import { connect, json, rejection, serve } from "./support.ts"

/** A list of `total` items; `change` overrides headers. */
async function list(total: number, change: (page: number) => Record<string, string> = () => ({})) {
  const service = await serve((response, { url }) => {
    const query = new URL(url, "http://api.test").searchParams
    const [page, size] = [Number(query.get("page") ?? 1), Number(query.get("limit") ?? 10)]
    const pages = Math.ceil(total / size)
    const items = Array.from({ length: total }, (_, index) => ({ id: index + 1 })).slice((page - 1) * size, page * size)
    json(response, 200, items, {
      "X-Total-Count": String(total),
      "X-Total-Pages": String(pages),
      "X-Page-Number": String(page),
      ...(page < pages ? { "X-Next-Page": String(page + 1) } : {}),
      ...(page > 1 ? { "X-Prev-Page": String(page - 1) } : {}),
      ...change(page),
    })
  })
  return { mas: connect(service.url), arrivals: service.arrivals }
}

const idsOf = (items: readonly { id: number }[]) => items.map(({ id }) => id)

describe("a list", () => {
  it("resolves to its first page", async () => {
    const { mas } = await list(25)
    const page = await mas.contacts.list()
    expect(page).toMatchObject({ page: 1, totalCount: 25, totalPages: 3, nextPage: 2, prevPage: null })
    expect(idsOf(page.items)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  it("goes from page to page with the query and options of the call", async () => {
    const { mas, arrivals } = await list(5)
    const first = await mas.contacts.list({ limit: 2, search: "a", page: 2 }, { brandSid: "b" })
    const last = await first.getNextPage()
    expect([
      idsOf(first.items),
      idsOf(last?.items ?? []),
      last?.nextPage,
      last?.prevPage,
      await last?.getNextPage(),
    ]).toEqual([[3, 4], [5], null, 2, null])
    expect(arrivals.map(({ url, headers }) => [url, headers["x-brand-sid"]])).toEqual([
      ["/v1/my/contacts?limit=2&search=a&page=2", "b"],
      ["/v1/my/contacts?limit=2&search=a&page=3", "b"],
    ])
  })

  it.each<[string, object]>([
    ["a URLSearchParams", new URLSearchParams("limit=2&search=a")],
    ["a Map", new Map(Object.entries({ limit: 2, search: "a" }))],
  ])("goes from page to page with a query that is %s, as untyped programs pass it", async (_, query) => {
    const { mas, arrivals } = await list(5)
    expect(idsOf(await mas.contacts.list(query as ContactListQuery).toArray())).toEqual([1, 2, 3, 4, 5])
    const first = "/v1/my/contacts?limit=2&search=a"
    expect(arrivals.map(({ url }) => url)).toEqual([first, `${first}&page=2`, `${first}&page=3`])
  })

  it("loops over every item of every page", async () => {
    const { mas, arrivals } = await list(25)
    const ids: number[] = []
    for await (const { id } of mas.contacts.list()) ids.push(id)
    expect(ids).toEqual(Array.from({ length: 25 }, (_, index) => index + 1))
    expect(arrivals).toHaveLength(3)
  })

  it("continues from a page, by rows or by pages", async () => {
    const { mas, arrivals } = await list(25)
    const page = await mas.contacts.list({ page: 2 })
    const ids: number[] = []
    for await (const { id } of page) ids.push(id)
    expect(ids).toEqual(Array.from({ length: 15 }, (_, index) => index + 11))
    const numbers: number[] = []
    for await (const { page: number } of page.pages()) numbers.push(number)
    expect(numbers).toEqual([2, 3])
    expect(arrivals).toHaveLength(3)
  })

  it("knows of each page whether another follows", async () => {
    const { mas } = await list(25)
    const following: boolean[] = []
    for await (const page of mas.contacts.list().pages()) following.push(page.hasNextPage())
    expect(following).toEqual([true, true, false])
    expect((await (await list(0)).mas.contacts.list()).hasNextPage()).toBe(false)
  })

  it("continues in another process from a page number kept as JSON", async () => {
    const { mas } = await list(25)
    const page = await mas.contacts.list({ limit: 4 })
    const saved: { limit: number; page: number } = JSON.parse(JSON.stringify({ limit: 4, page: page.nextPage }))
    const rest = await mas.contacts.list(saved).toArray()
    expect(idsOf([...page.items, ...rest])).toEqual(Array.from({ length: 25 }, (_, index) => index + 1))
  })

  it("requests no page that the loop does not reach", async () => {
    const { mas, arrivals } = await list(25)
    for await (const { id } of mas.contacts.list()) if (id === 10) break
    expect(arrivals).toHaveLength(1)
    expect(idsOf(await mas.contacts.list().toArray({ limit: 12 }))).toHaveLength(12)
    expect(arrivals).toHaveLength(3)
  })

  it("gathers all items, some of them or none", async () => {
    const { mas } = await list(25)
    expect(await mas.contacts.list().toArray()).toHaveLength(25)
    expect(await mas.contacts.list().toArray({ limit: 10 })).toHaveLength(10)
    expect(await mas.contacts.list().toArray({ limit: 1 })).toHaveLength(1)
    expect(await mas.contacts.list().toArray({ limit: 0 })).toEqual([])
    expect(await mas.contacts.list().toArray({ limit: 99 })).toHaveLength(25)
  })

  it("loops by page, and more than once", async () => {
    const { mas } = await list(25)
    const contacts = mas.contacts.list()
    for (let round = 0; round < 2; round++) {
      const pages: Page<{ id: number }>[] = []
      for await (const page of contacts.pages()) pages.push(page)
      expect(pages.map(({ page, items }) => [page, items.length])).toEqual([
        [1, 10],
        [2, 10],
        [3, 5],
      ])
    }
  })

  it.each([
    ["in all", (page: number) => (page > 3 ? [] : ["X-Total-Pages", "3"])],
    ["of its rows", () => ["X-Total-Count", "4"]],
  ])("goes on after an empty page inside it, by the number %s", async (_, total) => {
    const pages = [[{ id: 1 }, { id: 2 }], [], [{ id: 3 }, { id: 4 }]]
    const { url, arrivals } = await serve((response, arrival) => {
      const page = Number(new URL(arrival.url, "http://api.test").searchParams.get("page") ?? 1)
      const [name = "X-Other", value = ""] = total(page)
      json(response, 200, pages[page - 1] ?? [], { "X-Next-Page": String(page + 1), [name]: value })
    })
    const mas = connect(url)
    expect(idsOf(await mas.contacts.list().toArray())).toEqual([1, 2, 3, 4])
    expect(arrivals).toHaveLength(4)
    const second = await mas.contacts.list({ page: 2 })
    expect([second.hasNextPage(), (await second.getNextPage())?.items.length]).toEqual([true, 2])
  })

  it("is empty without being an error", async () => {
    const { mas } = await list(0)
    expect(await mas.contacts.list()).toMatchObject({ items: [], totalCount: 0, totalPages: 0, nextPage: null })
    expect(await mas.contacts.list().toArray()).toEqual([])
  })

  it.each<[string, (page: number) => Record<string, string>, number]>([
    ["names the same next page for ever", () => ({ "X-Next-Page": "2" }), 2],
    ["names an earlier page", (page) => ({ "X-Next-Page": page === 3 ? "1" : String(page + 1) }), 3],
    ["promises a next page after an empty one", (page) => ({ "X-Next-Page": String(page + 1) }), 4],
    ["gives every page the same number", () => ({ "X-Next-Page": "2", "X-Page-Number": "1" }), 2],
  ])("ends if the service %s", async (_, change, requests) => {
    const { mas, arrivals } = await list(25, change)
    await mas.contacts.list().toArray()
    expect(arrivals).toHaveLength(requests)
    let page: Page<unknown> | null = await mas.contacts.list()
    while (page?.hasNextPage()) page = await page.getNextPage()
    expect([arrivals.length, await page?.getNextPage()]).toEqual([2 * requests, null])
  })

  it.each(["soon", "2, 3", "2.0", "-1"])("fails rather than end early if the next page is %s", async (next) => {
    const { mas, arrivals } = await list(25, () => ({ "X-Next-Page": next }))
    await expect(mas.contacts.list().toArray()).rejects.toThrow(`X-Next-Page is no page number: "${next}"`)
    const page = await mas.contacts.list()
    expect([page.items.length, page.nextPage, arrivals.length]).toEqual([10, null, 2])
    expect(() => page.hasNextPage()).toThrow("is no page number")
  })

  it("reads a page header that a proxy sends twice", async () => {
    const twice = (page: number) => ({ "X-Next-Page": page < 3 ? `${page + 1}, ${page + 1}` : "" })
    const { mas } = await list(25, twice)
    expect(await mas.contacts.list().toArray()).toHaveLength(25)
  })

  it("works without the page headers", async () => {
    const { url } = await serve((response) => json(response, 200, [{ id: 1 }]))
    const mas = connect(url)
    expect(await mas.contacts.list({ page: 4 })).toMatchObject({
      page: 4,
      totalCount: null,
      totalPages: null,
      nextPage: null,
      prevPage: null,
    })
    expect(await mas.contacts.list().toArray()).toHaveLength(1)
  })

  it("gives its HTTP response on request", async () => {
    const { mas } = await list(25)
    const { data, response } = await mas.contacts.list().withResponse()
    expect([data.items.length, response.header("X-Total-Count")]).toEqual([10, "25"])
  })

  it("fails in the loop when a page fails", async () => {
    const { url, arrivals } = await serve((response) => {
      if (arrivals.length === 1) json(response, 200, [{ id: 1 }], { "X-Next-Page": "2", "X-Page-Number": "1" })
      else json(response, 429, { message: "Slow down", code: 429 })
    })
    const ids: number[] = []
    const loop = async () => {
      for await (const { id } of connect(url, { maxRetries: 0 }).contacts.list()) ids.push(id)
    }
    expect(await rejection(loop())).toBeInstanceOf(RateLimitError)
    expect(ids).toEqual([1])
  })
})

describe("rows that are deleted during the iteration", () => {
  async function hooks() {
    const server = await startMockServer({ port: 0, clock: "frozen" })
    onTestFinished(() => server.close())
    const mas = new Mas(server.clientOptions)
    onTestFinished(() => mas.close())
    for (const { id } of await mas.webhooks.list().toArray()) await mas.webhooks.delete(id)
    for (let n = 0; n < 9; n++) await mas.webhooks.create({ url: `https://hooks${n}.test/`, events: ["email.sent"] })
    return mas
  }

  it("are all in toArray(), but not in the loop, as its docstring says", async () => {
    const mas = await hooks()
    for await (const { id } of mas.webhooks.list({ limit: 3 })) await mas.webhooks.delete(id)
    expect((await mas.webhooks.list()).items.length).toBeGreaterThan(0)
    for (const { id } of await mas.webhooks.list({ limit: 3 }).toArray()) await mas.webhooks.delete(id)
    expect((await mas.webhooks.list()).items).toEqual([])
    expect(readProjectFile("sdk/client/response/page.ts")).toMatch(/Do not delete.* inside the loop/)
  })
})
