import { afterEach, describe, expect, it, vi } from "vitest"
import { testWebhookStore } from "../../../mock-server/index.ts"
import { memorySetAside, postgresStore, redisStore, sqliteStore } from "../../../sdk/stores/index.ts"
import { memoryStore, type WebhookStore } from "../../../sdk/webhooks/index.ts"

import { freesImpossibleLeases, freesImpossibleRetries } from "./wrong-clocks.ts"

const hour = 3_600_000

async function handle(store: WebhookStore, id: string): Promise<string> {
  const claim = await store.claim(id, { lease: 1_000 })
  if (claim.state === "mine") await store.complete(id, claim.owner)
  return claim.state
}

afterEach(() => {
  vi.restoreAllMocks()
})

describe("memoryStore", () => {
  it("passes the store tests", () => {
    let time = 0
    const pass = (ms: number) => {
      time += ms
    }
    return testWebhookStore(() => ({ store: memoryStore({ now: () => time }), pass }))
  })

  it("keeps nobody waiting by what was written while its clock was ahead", async () => {
    let time = 10 * 365 * 24 * hour
    const pass = (ms: number) => {
      time += ms
    }
    await freesImpossibleLeases({ store: memoryStore({ now: () => time }), pass })
    await freesImpossibleRetries(memorySetAside({ now: () => time }), (ms) => pass(-ms))
  })

  it("forgets ids that can no longer be retried", async () => {
    let time = 0
    const store = memoryStore({ now: () => time })
    await handle(store, "a")
    time = 48 * hour - 1
    expect(await handle(store, "a")).toBe("done")
    time = 48 * hour
    expect(await handle(store, "a")).toBe("mine")
  })

  it.each(["maxEntries", "Keep", "lease"])("refuses an unknown option: %s", (name) => {
    expect(() => memoryStore({ [name]: 5 })).toThrow(new RegExp(`^${name} is not an option of memoryStore`))
  })

  it("deletes a few expired ids at a time, however many there are, and ignores the others", async () => {
    let time = 0
    const store = memoryStore({ now: () => time })
    const cleared = vi.spyOn(Map.prototype, "delete")
    for (let n = 0; n < 1_000; n++) await handle(store, `old_${n}`)
    time = 48 * hour
    cleared.mockClear()
    store.claim("new", { lease: 1_000 })
    expect(cleared.mock.calls.length).toBeLessThan(110)
    expect(await handle(store, "old_999")).toBe("mine")
    for (let n = 0; n < 10; n++) await handle(store, `new_${n}`)
    cleared.mockRestore()
    expect(await handle(store, "old_999")).toBe("done")
  })

  it("evicts the oldest ids above its maximum, and warns once", async () => {
    const warn = vi.spyOn(process, "emitWarning").mockReturnValue()
    const store = memoryStore({ max: 2 })
    for (const id of ["before", "a", "b", "c", "d"]) await handle(store, id)
    expect(warn.mock.calls).toEqual([["memoryStore forgets early: over 2"]])
    expect([await handle(store, "d"), await handle(store, "c"), await handle(store, "a")]).toEqual([
      "done",
      "done",
      "mine",
    ])
  })

  it("evicts without a warning if there is no process to warn", () => {
    for (const platform of [undefined, {}]) {
      const store = memoryStore({ max: 1 })
      vi.stubGlobal("process", platform)
      const isDone = ["a", "b"].map((id) => {
        const claim = store.claim(id, { lease: 1_000 })
        return claim.state === "mine" && store.complete(id, claim.owner)
      })
      vi.unstubAllGlobals()
      expect(isDone).toEqual([true, true])
    }
  })

  it("does not warn when ids expire", async () => {
    const warn = vi.spyOn(process, "emitWarning").mockReturnValue()
    let time = 0
    const store = memoryStore({ max: 2, now: () => time })
    for (const id of ["a", "b", "c", "d"]) {
      await handle(store, id)
      time += 25 * hour
    }
    expect(warn).not.toHaveBeenCalled()
  })

  it("is refused without room for one id, such as by a variable that is not set", () => {
    for (const max of [0, -1, Number.NaN]) expect(() => memoryStore({ max })).toThrow("max must be 1 or more")
  })
})

describe("a keep shorter than the retries, or longer than engines support", () => {
  it.each([
    ["memoryStore", (keep: number) => memoryStore({ keep })],
    ["redisStore", (keep: number) => redisStore({ call: true, eval: async () => 1 }, { keep })],
    ["postgresStore", (keep: number) => postgresStore({ query: never, transaction: never }, { keep })],
    ["sqliteStore", (keep: number) => sqliteStore({ exec: never, prepare: () => ({ get: never }) }, { keep })],
  ])("is refused by %s", (_name, make) => {
    for (const keep of [35 * hour - 1, 0, -1, Number.NaN, 1e16, Number.POSITIVE_INFINITY]) {
      expect(() => make(keep)).toThrow(new RangeError("keep must be 126000000 (35 h) to 1e15 ms"))
    }
    for (const keep of [35 * hour, 1e15]) expect(() => make(keep)).not.toThrow()
  })
})

describe("an invalid client", () => {
  const redis =
    "redisStore takes a connected client of redis 4 or later, or of ioredis: no promise, pipeline, transaction or legacy() of it"
  const postgres = "postgresStore takes a Pool of pg, postgres() or PGlite"
  const client = { connect: never, query: never, escapeLiteral: never }
  it.each<[string, (db: never) => unknown, unknown[]]>([
    [redis, redisStore, [undefined, "redis://", Promise.resolve()]],
    [postgres, (db) => postgresStore(db), [undefined, "postgres://", client, { unsafe: never, savepoint: never }]],
    ["sqliteStore takes a database of node:sqlite or better-sqlite3", sqliteStore, [undefined, "webhooks.db"]],
  ])("is refused when the store is created: %s", (takes, make, wrong) => {
    for (const db of wrong) expect(() => make(db as never)).toThrow(new TypeError(takes))
  })
})

describe("an unknown option", () => {
  const db = { exec: never, prepare: () => ({ get: never }) }
  it.each<[string, string, (options: object) => unknown]>([
    ["redisStore", "table", (options) => redisStore({ call: never, eval: never }, options)],
    ["postgresStore", "prefix", (options) => postgresStore({ query: never, transaction: never }, options)],
    ["sqliteStore", "prepare", (options) => sqliteStore(db, options)],
  ])("is refused when %s is created: ignoring %s would let stores share data by mistake", (store, name, make) => {
    expect(() => make({ [name]: "mine" })).toThrow(
      new TypeError(`${name} is not an option of ${store}, but of a store`),
    )
    expect(() => make({ kepp: undefined })).toThrow(new TypeError(`kepp is not an option of ${store}`))
    const lease = `lease is not an option of ${store}, but of the webhook handler`
    expect(() => make({ lease: 30_000 })).toThrow(new TypeError(lease))
    make({ keep: undefined })
  })
})

describe("an invalid table name", () => {
  it.each(["", "a b", "a;drop", 'a"b', "a.b.c", "1a"])("is refused: %j", (table) => {
    const message = "table must be a name of letters, digits and _"
    expect(() => postgresStore({ query: never, transaction: never }, { table })).toThrow(message)
    expect(() => sqliteStore({ exec: never, prepare: () => ({ get: never }) }, { table })).toThrow(message)
  })

  it("is refused if a database would cut it, or the name of its indexes", () => {
    const make = (table: string) => postgresStore({ query: never, transaction: never }, { table })
    make(`${"s".repeat(63)}.${"t".repeat(50)}`)
    for (const table of ["t".repeat(51), `${"s".repeat(64)}.t`])
      expect(() => make(table)).toThrow("table must be at most 50 characters")
  })
})

function never(): never {
  throw new Error("Nothing is to be asked")
}
