import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Rows } from "../../mock-server/dashboard/app/rows.ts"
import { statusOfEvent } from "../../mock-server/dashboard/messages/rows.ts"

interface Row {
  readonly id: number
  readonly group: string
}

/** A server's rows, and the page's copy of them. */
function groupRows(ids: Iterable<number> = [], group = "a") {
  const server = new Map<number, Row>(Array.from(ids, (id) => [id, { id, group }]))
  const requests: (number | undefined)[] = []
  const page = async (size: number, before = Number.POSITIVE_INFINITY) => {
    requests.push(before === Number.POSITIVE_INFINITY ? undefined : before)
    const older = [...server.values()].filter(({ id }) => id < before).sort((a, b) => b.id - a.id)
    return { rows: older.slice(0, size), total: server.size }
  }
  const rows = new Rows<Row>({ page, groupsOf: ({ group }) => [group, "all"] })
  return { server, requests, rows }
}

/** Waits for all pending pages: each takes only a few microtasks. */
const settled = async () => {
  for (let turn = 0; turn < 40; turn++) await Promise.resolve()
}

const sorted = (server: ReadonlyMap<number, Row>) => [...server.keys()].sort((a, b) => a - b)

describe("a page's copy of the rows", () => {
  it("is empty until it is opened, despite refreshes and pushed changes", async () => {
    const { rows, requests } = groupRows([1, 2])
    rows.refresh()
    rows.apply([{ id: 3, row: { id: 3, group: "a" } }])
    await settled()
    expect([requests, rows.shown(), rows.total.value, rows.isReady.value]).toEqual([[], [], 0, false])
    rows.open()
    rows.open()
    await settled()
    expect([requests, rows.shown(), rows.total.value, rows.isReady.value]).toEqual([[undefined], [1, 2], 2, true])
  })

  it("equals the server's rows after any changes, pushed or missed", async () => {
    const change = fc.record({
      id: fc.integer({ min: 1, max: 6 }),
      group: fc.constantFrom("a", "b", undefined),
      how: fc.constantFrom("told", "missed", "anew", "filtered", "not filtered"),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 12 }), async (changes) => {
        const { server, rows } = groupRows([2, 4])
        let isFiltered = false
        rows.open()
        await settled()
        for (const { id, group, how } of changes) {
          const row = group === undefined ? undefined : { id, group }
          if (how === "told" || how === "missed") {
            if (row) server.set(id, row)
            else server.delete(id)
          }
          if (how === "told") rows.apply([{ id, row: row ?? null }])
          if (how === "anew") rows.refresh()
          if (how === "filtered" || how === "not filtered") {
            isFiltered = how === "filtered"
            rows.filter(isFiltered ? (one) => one.group === "a" : undefined)
          }
          await settled()
        }
        rows.refresh()
        await settled()
        const ids = sorted(server)
        expect(rows.shown()).toEqual(isFiltered ? ids.filter((id) => server.get(id)?.group === "a") : ids)
        expect(ids.map((id) => rows.get(id))).toEqual(ids.map((id) => server.get(id)))
        const countOf = (group: string) => [...server.values()].filter((one) => one.group === group).length
        expect([rows.count("a"), rows.count("b"), rows.count("all"), rows.count("none")]).toEqual([
          ...[countOf("a"), countOf("b"), ids.length, 0],
        ])
        expect(rows.find((one) => one.group === "b").map(({ id }) => id)).toEqual(
          ids.filter((id) => server.get(id)?.group === "b").reverse(),
        )
        expect(rows.total.value).toBe(server.size)
      }),
      { numRuns: 200 },
    )
  })

  it("is read page by page, newest first, and is ready after the first page", async () => {
    const { rows, requests } = groupRows(Array.from({ length: 2_000 }, (_, at) => at + 1))
    rows.open()
    while (!rows.isReady.value) await Promise.resolve()
    expect([rows.shown()[0], rows.shown().length, rows.total.value]).toEqual([1_901, 100, 2_000])
    await settled()
    expect([requests, rows.shown().length]).toEqual([[undefined, 1_901, 901], 2_000])
  })

  it("prefers changes from the stream to a page that was being read", async () => {
    const { server, rows } = groupRows([1, 2, 3])
    rows.open()
    rows.apply([
      { id: 2, row: null },
      { id: 3, row: { id: 3, group: "b" } },
    ])
    await settled()
    expect([rows.get(3)?.group, rows.shown()]).toEqual(["b", [1, 3]])
    server.set(3, { id: 3, group: "c" })
    rows.refresh()
    await settled()
    expect(rows.get(3)?.group).toBe("c")
  })

  it("lacks a row that is deleted before the first page arrives", async () => {
    const { rows } = groupRows([1, 2, 3])
    rows.open()
    rows.apply([{ id: 2, row: null }])
    await settled()
    expect(rows.shown()).toEqual([1, 3])
  })

  it("filters many rows a slice at a time, newest first", async () => {
    const { rows } = groupRows(Array.from({ length: 11_000 }, (_, at) => at + 1))
    rows.open()
    for (let turn = 0; turn < 40; turn++) await settled()
    const before = rows.version.value
    rows.filter(({ id }) => id % 2 === 0)
    expect(rows.version.value).toBe(before + 1)
    expect([rows.shown().length, rows.shown()[0], rows.shown().at(-1)]).toEqual([2_500, 6_002, 11_000])
    while (rows.shown().length < 5_500) await new Promise<void>((next) => setImmediate(next))
    expect(rows.shown()).toEqual(Array.from({ length: 5_500 }, (_, at) => 2 * at + 2))
  })
})

describe("the mark of an event", () => {
  it.each([
    ["email.queued", "quiet"],
    ["email.delivered", "good"],
    ["email.bounced", "bad"],
  ])("of %s is %s: only what went wrong looks like it", (event, tone) => {
    expect(statusOfEvent(event).tone).toBe(tone)
  })
})
