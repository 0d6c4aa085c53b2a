import { describe, expect, it, vi } from "vitest"
import { createWebhookHandler, memoryStore, type TransactionalStore } from "../../../sdk/webhooks/index.ts"
import { delivery, gate, listening } from "../fetch-support.ts"
import { now, secret } from "../support.ts"
import { memoryTransactions } from "./memory-transactions.ts"

/** A store whose effects are a list, kept when they are completed. */
function transactional(isTaken: () => boolean = () => false) {
  const kept: string[] = []
  const plain = memoryStore()
  const transact = memoryTransactions(plain, kept)
  const store: TransactionalStore<string[]> = {
    ...plain,
    transact: async (...call) => (isTaken() ? "busy" : transact(...call)),
  }
  return { store, kept, complete: vi.spyOn(store, "complete") }
}

describe("two receivers that share a store", () => {
  it("hand over an event once: the other says busy, and when to come again", async () => {
    const { open, opened } = gate()
    const dedupe = memoryStore()
    const begun = gate()
    const first = listening({
      dedupe,
      onEvent: () => {
        begun.open()
        return opened
      },
    })
    const second = listening({ dedupe })
    const answer = first.send(delivery())
    await begun.opened
    const busy = await second.handler(delivery())
    expect([busy.status, busy.headers.get("Retry-After"), await busy.text()]).toEqual([503, "39", "Being handled"])
    open()
    expect(await answer).toBe(200)
    expect(await second.send(delivery())).toBe(200)
    expect([second.seen, second.errors]).toEqual([[], []])
  })

  it("name a number of seconds also where a lease has no end", async () => {
    const dedupe = memoryStore()
    dedupe.claim(delivery().headers.get("webhook-id") ?? "", { lease: Number.POSITIVE_INFINITY })
    const { handler } = listening({ dedupe, lease: Number.POSITIVE_INFINITY })
    const busy = await handler(delivery())
    expect([busy.status, busy.headers.get("Retry-After")]).toEqual([503, "2000000000"])
  })

  it.each([true, {}, { state: "new" }])("tell of a store that knows no claims: %j", async (claim) => {
    const dedupe = { ...memoryStore(), claim: () => claim as never }
    const { send, seen, errors } = listening({ dedupe })
    expect([await send(delivery()), seen, String(errors)]).toEqual([500, [], expect.stringContaining("dedupe said ")])
  })

  it("hand over at once what failed", async () => {
    const dedupe = memoryStore()
    const failing = listening({
      dedupe,
      onEvent: () => {
        throw new Error("no disk")
      },
    })
    expect(await failing.send(delivery())).toBe(500)
    const second = listening({ dedupe })
    expect(await second.send(delivery())).toBe(200)
    expect(second.seen).toHaveLength(1)
  })

  it("take over when a lease ran out, and tell of work that outlived it", async () => {
    let time = 0
    const dedupe = memoryStore({ now: () => time })
    const { open, opened } = gate()
    const begun = gate()
    const late = listening({
      dedupe,
      ...{ timeout: 999, lease: 1_000 },
      onEvent: () => {
        begun.open()
        return opened
      },
    })
    const answer = late.send(delivery())
    await begun.opened
    time = 1_000
    const second = listening({ dedupe })
    expect(await second.send(delivery())).toBe(200)
    open()
    expect(await answer).toBe(200)
    expect(late.errors).toMatchObject([{ message: "evt_1 outlived its lease: it may be handled twice" }])
    expect(second.seen).toHaveLength(1)
  })
})

describe("an event that is handled in a transaction", () => {
  const receiver = (dedupe: TransactionalStore<string[]>, work: () => unknown = () => {}) =>
    createWebhookHandler({
      ...{ secret, now, dedupe, onError: () => {} },
      async onEvent({ id }, { tx }) {
        await work()
        tx.push(id)
      },
    })

  it("is marked done together with what onEvent writes", async () => {
    const { store, kept, complete } = transactional()
    const handler = receiver(store)
    expect([(await handler(delivery())).status, (await handler(delivery())).status]).toEqual([200, 200])
    expect([kept, complete.mock.calls]).toEqual([["evt_1"], []])
  })

  it("has its lease, after which it is undone", async () => {
    const { store } = transactional()
    const transact = vi.spyOn(store, "transact")
    await receiver(store)(delivery())
    expect(transact).toHaveBeenCalledWith("evt_1", expect.any(Function), { lease: 39_000 })
  })

  it("is free at once when its work fails", async () => {
    const { store, kept } = transactional()
    const work = vi.fn().mockRejectedValueOnce(new Error("no disk"))
    const handler = receiver(store, work)
    expect([(await handler(delivery())).status, (await handler(delivery())).status]).toEqual([500, 200])
    expect(kept).toEqual(["evt_1"])
  })

  it("says busy when another process has it", async () => {
    const { store, kept } = transactional(() => true)
    expect((await receiver(store)(delivery())).status).toBe(503)
    expect(kept).toEqual([])
  })

  it("has no transaction where onEvent takes the event alone", async () => {
    const { store, kept, complete } = transactional()
    const handler = createWebhookHandler({ secret, now, dedupe: store, onEvent: (event) => event.id })
    expect((await handler(delivery())).status).toBe(200)
    expect([kept, complete.mock.calls.length]).toEqual([[], 1])
  })
})
