import { describe, expect, it } from "vitest"
import { memorySetAside } from "../../sdk/stores/index.ts"
import {
  createWebhookHandler,
  memoryStore,
  type SetAside,
  type TransactionalStore,
  type WebhookHandlerOptions,
  type WebhookStore,
} from "../../sdk/webhooks/index.ts"
import { delivery, listening } from "./fetch-support.ts"
import { memoryTransactions } from "./stores/memory-transactions.ts"
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
