import { describe, expect, it } from "vitest"
import { testWebhookStore, type WebhookStoreSubject } from "../../../mock-server/index.ts"
import { memoryStore, type TransactionalStore } from "../../../sdk/webhooks/index.ts"
import { memoryTransactions } from "./memory-transactions.ts"

type Subject = WebhookStoreSubject<string[]>
type Store = TransactionalStore<string[]>

/** An in-memory store with transactions and a manual clock; `change` injects a fault. */
function subject(change: (store: Store, now: () => number) => Partial<Store> = () => ({})): Subject {
  let time = 0
  const pass = (ms: number) => {
    time += ms
  }
  const effects: string[] = []
  const plain = memoryStore({ now: () => time })
  const store: Store = {
    ...plain,
    transact: memoryTransactions(plain, effects),
  }
  Object.assign(
    store,
    change({ ...store }, () => time),
  )
  return {
    store,
    pass,
    effects: { write: (drafts, name) => drafts.push(name), written: () => effects },
  }
}

const failures = (make: () => Subject) =>
  testWebhookStore(make, { claims: 100 }).then(
    () => [],
    (error) => error.failures,
  )

describe("testWebhookStore", () => {
  it("passes a correct store, and closes it", async () => {
    let closed = 0
    await testWebhookStore(() => ({ ...subject(), close: () => closed++ }))
    expect(closed).toBe(1)
  })

  it.each([[undefined], [memoryStore()], [{ store: memoryStore() }], [{ pass: () => {} }]])(
    "says what make() must return, for %j",
    async (invalidResult) => {
      await expect(testWebhookStore(() => invalidResult as never)).rejects.toThrow(
        "make() must return { store, pass(milliseconds) }",
      )
    },
  )

  it("treats a store with an undefined transact as one without transactions", async () => {
    const { store, pass } = subject(() => ({ transact: undefined as never }))
    expect(await failures(() => ({ store, pass }))).toEqual([])
  })

  it("requires effects for a store with transactions", async () => {
    const { effects: _, ...rest } = subject()
    expect(await failures(() => rest)).toEqual([expect.stringContaining("effects is missing")])
  })

  it.each<[fault: string, says: string, change: Parameters<typeof subject>[0]]>([
    [
      "checks before it claims, as with has and add",
      "one of 100 concurrent claims should win, but 100 did",
      (store) => ({
        async claim(id, options) {
          const claim = await store.claim(id, options)
          await Promise.resolve()
          return claim.state === "busy" ? { state: "mine", owner: "anybody" } : claim
        },
      }),
    ],
    [
      "never takes over",
      "an event whose lease expired should be mine, but is busy",
      (store) => ({ claim: (id) => store.claim(id, { lease: Number.POSITIVE_INFINITY }) }),
    ],
    [
      "takes over too early",
      "an event whose lease lasts for 5 seconds more should be busy, but is mine",
      (store) => ({ claim: (id) => store.claim(id, { lease: 1 }) }),
    ],
    [
      "releases for an owner whose lease was taken over",
      "release should return false to an owner whose lease was taken over",
      (store) => ({
        async release(id, owner) {
          await store.release(id, owner)
          return true
        },
      }),
    ],
    [
      "completes for an owner whose lease was taken over",
      "complete should return false to an owner whose lease was taken over",
      (store) => ({
        async complete(id, owner) {
          await store.complete(id, owner)
          return true
        },
      }),
    ],
    ["never completes", "complete should return true to its owner", () => ({ complete: () => false })],
    ["never releases", "release should return true to its owner", () => ({ release: () => false })],
    [
      "forgets after a day",
      "an event, 34 h 36 min after it was completed, should be done, but is mine",
      forgetsAfterADay,
    ],
    [
      "ignores the case of ids",
      "a new event of the id EVT_TEST",
      (store) => ({
        claim: (id, options) => store.claim(id.toLowerCase(), options),
        complete: (id, owner) => store.complete(id.toLowerCase(), owner),
      }),
    ],
    [
      "has the same lease for all events",
      "an event whose lease of half a minute expired should be mine, but is busy",
      (store) => ({ claim: (id) => store.claim(id, { lease: 60_000 }) }),
    ],
    [
      "ends a long lease early",
      "an event whose lease of two minutes lasts should be busy, but is mine",
      (store) => ({ claim: (id, { lease }) => store.claim(id, { lease: Math.min(lease, 60_000) }) }),
    ],
    [
      "deletes expired leases",
      "complete should return true to a late owner whose lease was not taken over",
      forgetsOldLeases,
    ],
    ["keeps the first characters of ids", "xx2 should be mine, but is done", (store) => cutsIds(store, 0, 100)],
    ["keeps the last characters of ids", "a new event of the id 2xx", (store) => cutsIds(store, -100)],
    [
      "cannot complete late",
      "complete should return true to a late owner whose lease was not taken over",
      refusesTheLate,
    ],
    [
      "writes effects past the transaction",
      "a failed effect should be rolled back",
      (store) => ({ transact: (id, work, options) => store.transact(id, () => work(leak), options) }),
    ],
    [
      "hides the work's error",
      "transact should reject with the error of the work",
      (store) => ({ transact: (id, work, options) => store.transact(id, work, options).catch(() => "busy") }),
    ],
    [
      "repeats the work of an event that is done",
      "transact should return done for an event that was done before",
      (store) => ({
        transact: async (id, work, options) => {
          const state = await store.transact(id, work, options)
          return state === "done" ? store.transact(`${id}, again`, work, options) : state
        },
      }),
    ],
    [
      "does not mark its event as done",
      "an event that was done with its effect should be done, but is mine",
      (store) => ({ transact: (id, work, options) => store.transact(`${id}, unmarked`, work, options) }),
    ],
    [
      "ignores another owner's claim",
      "transact should return busy for an event of another owner",
      (store) => ({
        async transact(id, work, options) {
          const state = await store.transact(id, work, options)
          return state === "busy" ? store.transact(`${id}, taken`, work, options) : state
        },
      }),
    ],
  ])("finds a store that %s", async (_fault, expectedText, change) => {
    const leakingSubject = subject(change)
    const written = leakingSubject.effects
    const leaking = {
      ...leakingSubject,
      effects: written && { ...written, written: async () => [...(await written.written()), ...leak] },
    }
    expect((await failures(() => leaking)).join("\n")).toContain(expectedText)
    leak.length = 0
  })
})

const leak: string[] = []

function forgetsAfterADay(store: Store, now: () => number): Partial<Store> {
  const done = new Map<string, number>()
  return {
    claim(id, options) {
      const at = done.get(id) ?? now()
      return now() - at > 86_400_000 ? { state: "mine", owner: "again" } : store.claim(id, options)
    },
    complete(id, owner) {
      done.set(id, now())
      return store.complete(id, owner)
    },
  }
}

function cutsIds(store: Store, ...part: [number, number?]): Partial<Store> {
  return {
    claim: (id, options) => store.claim(id.slice(...part), options),
    complete: (id, owner) => store.complete(id.slice(...part), owner),
  }
}

/** Deletes expired leases whenever another event is claimed. */
function forgetsOldLeases(store: Store, now: () => number): Partial<Store> {
  const leases = new Map<string, { owner: string; until: number }>()
  return {
    async claim(id, options) {
      for (const [old, { owner, until }] of leases) if (old !== id && until <= now()) await store.release(old, owner)
      const claim = await store.claim(id, options)
      if (claim.state === "mine") leases.set(id, { owner: claim.owner, until: now() + options.lease })
      return claim
    },
    async complete(id, owner) {
      leases.delete(id)
      return store.complete(id, owner)
    },
  }
}

function refusesTheLate(store: Store, now: () => number): Partial<Store> {
  const ends = new Map<string, number>()
  return {
    claim(id, options) {
      if ((ends.get(id) ?? 0) <= now()) ends.set(id, now() + options.lease)
      return store.claim(id, options)
    },
    complete: (id, owner) => now() < (ends.get(id) ?? 0) && store.complete(id, owner),
  }
}
