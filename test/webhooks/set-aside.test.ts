import { describe, expect, it } from "vitest"
import { memorySetAside, postgresSetAside, redisSetAside, sqliteSetAside } from "../../sdk/stores/index.ts"
import {
  createWebhookHandler,
  memoryStore,
  type SetAside,
  type TransactionalStore,
  type WebhookEvent,
  type WebhookHandlerOptions,
  type WebhookStore,
} from "../../sdk/webhooks/index.ts"
import { delivery, listening } from "./fetch-support.ts"
import { memoryTransactions } from "./stores/memory-transactions.ts"
import { holdsSetAside } from "./stores/set-aside-checks.ts"
import { noSqlite, sqlites } from "./stores/sqlite.ts"
import { secret } from "./support.ts"

/** A receiver whose work fails until `mend()`. */
function failing(setAside: SetAside, more: Partial<WebhookHandlerOptions> = {}) {
  let error: Error | undefined = new Error("null character not permitted")
  let calls = 0
  const { send, errors } = listening({
    setAside,
    onEvent() {
      calls += 1
      if (error) throw error
    },
    ...more,
  })
  return {
    send,
    errors,
    get calls() {
      return calls
    },
    mend() {
      error = undefined
    },
  }
}

describe.each<[string, () => Partial<WebhookHandlerOptions>]>([
  ["a store of leases", () => ({ store: memoryStore() })],
  [
    "a store of transactions",
    () => {
      const plain = memoryStore()
      const store: TransactionalStore<string[]> = { ...plain, transact: memoryTransactions(plain, []) }
      return { store: store as WebhookStore }
    },
  ],
])("an event that fails repeatedly, with %s", (_, more) => {
  it("is set aside after `after` failures, acknowledged, and not handled again", async () => {
    const store = memorySetAside()
    const receiver = failing({ after: 3, store }, more())
    const statuses = []
    for (let n = 0; n < 5; n++) statuses.push(await receiver.send(delivery("evt_1")))
    expect(statuses).toEqual([500, 500, 200, 200, 200])
    expect([receiver.calls, receiver.errors.length]).toEqual([3, 3])
    expect(await store.list()).toMatchObject([
      {
        id: "evt_1",
        failures: 3,
        error: "null character not permitted",
        event: { id: "evt_1", type: "email.bounced" },
      },
    ])
  })

  it("is retried below that number, and can then succeed", async () => {
    const store = memorySetAside()
    const receiver = failing({ after: 3, store }, more())
    expect(await receiver.send(delivery("evt_1"))).toBe(500)
    receiver.mend()
    expect([await receiver.send(delivery("evt_1")), await receiver.send(delivery("evt_1"))]).toEqual([200, 200])
    expect([receiver.calls, await store.list()]).toEqual([2, []])
  })

  it("fails as usual if it cannot be set aside", async () => {
    const away = () => Promise.reject(new Error("the database is away"))
    const store = { ...memorySetAside(), fail: away }
    const receiver = failing({ after: 1, store }, more())
    expect([await receiver.send(delivery("evt_1")), await receiver.send(delivery("evt_1"))]).toEqual([500, 500])
    // Both are reported: that the work fails, and that nothing keeps the event.
    const texts = receiver.errors.map((error) => Object(error).message)
    expect(texts.toSorted().slice(1, 3)).toEqual(["null character not permitted", "the database is away"])
  })
})

it("an event whose transaction always takes too long is set aside, and one that never got a transaction is not", async () => {
  const plain = memoryStore()
  const aside = memorySetAside()
  const mark = memoryTransactions(plain, [])
  let isFull = true
  const transact: TransactionalStore<string[]>["transact"] = (id, work, options) => {
    const tooLate = async (tx: string[]) => {
      if (!isFull) await work(tx)
      throw Object.assign(new Error("It took too long"), { name: "TimeoutError" })
    }
    return mark(id, work.length > 0 ? tooLate : work, options)
  }
  const { send } = listening({
    setAside: { after: 2, store: aside },
    store: { ...plain, transact } as WebhookStore,
    onEvent: () => {},
  })
  const statuses = [await send(delivery("evt_1"))]
  isFull = false
  for (let n = 0; n < 3; n++) statuses.push(await send(delivery("evt_1")))
  expect(statuses).toEqual([503, 503, 200, 200])
  expect(await aside.list()).toMatchObject([{ id: "evt_1", failures: 2, error: "It took too long" }])
})

it("an event is set aside without duplicate detection, too", async () => {
  const store = memorySetAside()
  const receiver = failing({ after: 2, store }, { store: false })
  expect([await receiver.send(delivery("evt_1")), await receiver.send(delivery("evt_1"))]).toEqual([500, 200])
})

it.each([
  [{ after: 0, store: memorySetAside() }, "setAside.after must be a whole number from 1 to 7"],
  [{ after: 8, store: memorySetAside() }, "setAside.after must be"],
  [{ after: 5 }, "setAside.store must have fail()"],
])("%j is refused when the handler is made", (setAside, message) => {
  const make = () => createWebhookHandler({ secret, onEvent: () => {}, setAside: setAside as SetAside })
  expect(make).toThrow(message)
})

const event = {
  id: "evt_1",
  type: "email.received",
  timestamp: "2026-03-01T12:00:00.000Z",
  data: {},
} as never as WebhookEvent

describe("set-aside events are kept, retried by one owner at a time, and dropped", () => {
  it("in memory", () => holdsSetAside(memorySetAside()))

  it.each(Object.keys(sqlites) as (keyof typeof sqlites)[])("in SQLite by %s, if installed", async (name) => {
    const open = sqlites[name]
    if (open === undefined) return expect(noSqlite(name)).toBeDefined()
    const db = open(":memory:")
    const store = sqliteSetAside(db)
    await store.migrate()
    await store.migrate()
    await holdsSetAside(store)
    expect(await store.retry("evt_3", () => {})).toBe(false)
    await store.fail({ ...event, id: "evt_4" }, { error: "it broke", after: 1 })
    db.exec("update mas_webhooks_set_aside set event = '{', first = -1, last = 9e15")
    const start = "1970-01-01T00:00:00.000Z"
    expect(await store.list()).toMatchObject([
      {
        ...{ id: "evt_4", failures: 1, error: "The stored event is not JSON. it broke" },
        ...{ firstFailure: start, lastFailure: start, event: { type: "unreadable", data: { stored: "{" } } },
      },
    ])
    expect(await store.drop("evt_4")).toBe(true)
    db.close()
  })

  it("in memory, where those that failed too rarely are forgotten after two days", async () => {
    let now = 0
    const store = memorySetAside({ now: () => now })
    const fail = (id: string) => store.fail({ ...event, id }, { error: "it broke", after: 2 })
    const two = 172_800_000
    expect([await fail("evt_1"), await fail("evt_2"), await fail("evt_2")]).toEqual([1, 1, 2])
    now = two
    await fail("evt_3")
    expect(await fail("evt_1")).toBe(2)
    expect(await fail("evt_4")).toBe(1)
    now = 2 * two + 1
    expect([await fail("evt_5"), await fail("evt_4")]).toEqual([1, 1])
    expect((await store.list()).map(({ id }) => id)).toEqual(["evt_1", "evt_2"])
  })

  it("in memory, where a retry that fails keeps nothing of an event that was dropped meanwhile", async () => {
    const store = memorySetAside()
    await store.fail(event, { error: "it broke", after: 1 })
    const retry = store.retry("evt_1", async () => {
      await store.drop("evt_1")
      throw new Error("still broken")
    })
    await expect(retry).rejects.toThrow("still broken")
    expect(await store.list()).toEqual([])
  })
})

it("an invalid client and an unknown option are refused", () => {
  expect(() => redisSetAside({} as never)).toThrow("redisSetAside takes a connected client")
  expect(() => sqliteSetAside({} as never)).toThrow("sqliteSetAside takes a database")
  expect(() => postgresSetAside({} as never)).toThrow("postgresSetAside takes a Pool")
  expect(() => postgresSetAside({} as never, { keep: 1 } as never)).toThrow("keep is not an option of postgresSetAside")
})
