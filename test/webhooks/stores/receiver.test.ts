import { describe, expect, it, onTestFinished, vi } from "vitest"
import { MasError } from "../../../sdk/base/mas-error.ts"
import { withTransactionTimeout } from "../../../sdk/stores/transaction-timeout.ts"
import {
  createWebhookHandler,
  memoryStore,
  type TransactionalStore,
  type WebhookEvent,
  type WebhookHandlerOptions,
  type WebhookStore,
} from "../../../sdk/webhooks/index.ts"
import { delivery, gate, listening } from "../fetch-support.ts"
import { now, secret } from "../support.ts"
import { memoryTransactions } from "./memory-transactions.ts"

/** A store whose effects are a list, kept once their event is done. */
function transactional(isTaken: () => boolean = () => false) {
  const committedWrites: string[] = []
  const plain = memoryStore()
  const transact = memoryTransactions(plain, committedWrites)
  const store: TransactionalStore<string[]> = {
    ...plain,
    transact: async (...call) => (isTaken() ? "busy" : transact(...call)),
  }
  return { store, committedWrites, complete: vi.spyOn(store, "complete") }
}

describe("two receivers that share a store", () => {
  it("handle an event once: the other responds 503 with Retry-After", async () => {
    const { open, opened } = gate()
    const store = memoryStore()
    const begun = gate()
    const first = listening({
      store,
      onEvent: () => {
        begun.open()
        return opened
      },
    })
    const second = listening({ store })
    const status = first.send(delivery())
    await begun.opened
    const busy = await second.handler(delivery())
    expect([busy.status, busy.headers.get("Retry-After"), await busy.text()]).toEqual([503, "39", "Being handled"])
    open()
    expect(await status).toBe(200)
    expect(await second.send(delivery())).toBe(200)
    expect(second.events).toEqual([])
    expect(second.errors).toMatchObject([
      { name: "MasError", message: "evt_1 is still being handled, by another process or an earlier attempt" },
    ])
  })

  it("never send a Retry-After beyond the service's retries, even for an endless lease", async () => {
    const store = memoryStore()
    store.claim(delivery().headers.get("webhook-id") ?? "", { lease: Number.POSITIVE_INFINITY })
    const { handler } = listening({ store, lease: Number.POSITIVE_INFINITY })
    const busy = await handler(delivery())
    expect([busy.status, busy.headers.get("Retry-After")]).toEqual([503, "126000"])
  })

  it.each([true, {}, { state: "new" }])("report a store that returns an invalid claim: %j", async (claim) => {
    const store = { ...memoryStore(), claim: () => claim as never }
    const { send, events, errors } = listening({ store })
    expect([await send(delivery()), events, String(errors)]).toEqual([
      500,
      [],
      expect.stringContaining("store.claim responded with "),
    ])
  })

  it("accept a failed event again at once", async () => {
    const store = memoryStore()
    const failing = listening({
      store,
      onEvent: () => {
        throw new Error("no disk")
      },
    })
    expect(await failing.send(delivery())).toBe(500)
    const second = listening({ store })
    expect(await second.send(delivery())).toBe(200)
    expect(second.events).toHaveLength(1)
  })

  it("take over an expired lease, and report work that outlived it", async () => {
    let time = 0
    const store = memoryStore({ now: () => time })
    const { open, opened } = gate()
    const begun = gate()
    const late = listening({
      store,
      ...{ timeout: 999, lease: 1_000 },
      onEvent: () => {
        begun.open()
        return opened
      },
    })
    const status = late.send(delivery())
    await begun.opened
    time = 1_000
    const second = listening({ store })
    expect(await second.send(delivery())).toBe(200)
    open()
    expect(await status).toBe(200)
    expect(late.errors).toMatchObject([{ message: "evt_1 outlived its lease: it may be handled twice" }])
    expect(second.events).toHaveLength(1)
  })
})

describe("an event that is handled in a transaction", () => {
  const receiver = (store: TransactionalStore<string[]>, work: () => unknown = () => {}) =>
    createWebhookHandler({
      ...{ secret, now, store, onError: () => {} },
      async onEvent({ id }, { tx }) {
        await work()
        tx.push(id)
      },
    })

  it("is marked done together with onEvent's writes", async () => {
    const { store, committedWrites, complete } = transactional()
    const handler = receiver(store)
    expect([(await handler(delivery())).status, (await handler(delivery())).status]).toEqual([200, 200])
    expect([committedWrites, complete.mock.calls]).toEqual([["evt_1"], []])
  })

  it("has the rest of the time limit for its transaction, or its lease if there is no limit", async () => {
    vi.useFakeTimers({ toFake: ["Date"] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const { store } = transactional()
    const transact = vi.spyOn(store, "transact")
    await receiver(store)(delivery())
    const handler = createWebhookHandler({ ...{ secret, now, store }, timeout: 0, lease: 5, onEvent: () => {} })
    await handler(delivery("evt_2"))
    expect(transact.mock.calls.map(([id, _, options]) => [id, options])).toEqual([
      ["evt_1", { lease: 9_010 }],
      ["evt_2", { lease: 5 }],
    ])
  })

  it("is released at once if its work fails", async () => {
    const { store, committedWrites } = transactional()
    const work = vi.fn().mockRejectedValueOnce(new Error("no disk"))
    const handler = receiver(store, work)
    expect([(await handler(delivery())).status, (await handler(delivery())).status]).toEqual([500, 200])
    expect(committedWrites).toEqual(["evt_1"])
  })

  it("gets 503 if the limit of its transaction ends before that of the response", async () => {
    const { store, committedWrites } = transactional()
    const transact: typeof store.transact = (_id, work) =>
      withTransactionTimeout(1, (limit) => limit.run([] as string[], work).then(() => "mine"))
    const { open, opened } = gate()
    const slow = await receiver({ ...store, transact }, () => opened)(delivery())
    open()
    expect([slow.status, slow.headers.get("Retry-After"), committedWrites]).toEqual([503, "39", []])
  })

  it("gets 500 if its own work times out", async () => {
    const { store } = transactional()
    const work = () => Promise.reject(new DOMException("The database took too long", "TimeoutError"))
    expect((await receiver(store, work)(delivery())).status).toBe(500)
  })

  it("gets 503 if another process has it", async () => {
    const { store, committedWrites } = transactional(() => true)
    expect((await receiver(store)(delivery())).status).toBe(503)
    expect(committedWrites).toEqual([])
  })

  type OnEvent = WebhookHandlerOptions<string[]>["onEvent"]

  it.each<[string, (see: (tx?: string[]) => unknown) => OnEvent]>([
    ["the event alone", (see) => (_event) => see()],
    ["nothing", (see) => () => see()],
    ["a context", (see) => (_event, context) => see(context.tx)],
    [
      "its tx",
      (see) =>
        (_event, { tx }) =>
          see(tx),
    ],
    [
      "a context with a default",
      (see) =>
        (_event, { tx } = { tx: [] }) =>
          see(tx),
    ],
    [
      "an event with a default",
      (see) =>
        (_event = {} as WebhookEvent, ...[context]) =>
          see(context?.tx),
    ],
    [
      "the rest",
      (see) =>
        (...[, context]) =>
          see(context.tx),
    ],
    ["arguments, as wrappers do", (see) => vi.fn((_event, { tx }) => see(tx))],
    ["a bound function's", (see) => ((_: null, ...[, { tx }]: Parameters<OnEvent>) => see(tx)).bind(null, null)],
    ["a proxy's", (see) => new Proxy<OnEvent>((_event, { tx }) => see(tx), {})],
  ])("has its transaction, whatever parameters onEvent declares: %s", async (_, make) => {
    const { store, committedWrites, complete } = transactional()
    const transactions: unknown[] = []
    const onEvent = make((tx) => {
      transactions.push(tx)
      tx?.push("written")
    })
    const wrapped: OnEvent = (...all) => onEvent(...all)
    for (const [id, each] of [
      ["evt_1", onEvent],
      ["evt_2", wrapped],
    ] as const) {
      const handler = createWebhookHandler({ secret, now, store, onEvent: each })
      expect((await handler(delivery(id))).status).toBe(200)
    }
    expect([transactions.length, complete.mock.calls]).toEqual([2, []])
    expect(committedWrites).toEqual(transactions[0] === undefined ? [] : ["written", "written"])
  })

  it("has no transaction with `transaction: false`: it is marked after its work", async () => {
    const { store, committedWrites, complete } = transactional()
    const onEvent = vi.fn<(event: WebhookEvent, context: { tx: undefined }) => void>()
    const handler = createWebhookHandler({ secret, now, store, transaction: false, onEvent })
    expect((await handler(delivery())).status).toBe(200)
    expect(onEvent.mock.calls).toMatchObject([[{ id: "evt_1" }, {}]])
    expect([committedWrites, complete.mock.calls.length]).toEqual([[], 1])
  })

  it("is refused with `transaction: true` if the store has no transactions", () => {
    const make = (store?: WebhookStore | false) => () =>
      createWebhookHandler({ secret, store, transaction: true, onEvent: () => {} })
    const problem = new MasError(
      "transaction is true, but the store has no transactions: use postgresStore or sqliteStore",
    )
    for (const store of [undefined, false as const, memoryStore()]) expect(make(store)).toThrow(problem)
    expect(make(transactional().store)).not.toThrow()
  })
})
