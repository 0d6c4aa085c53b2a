import fc from "fast-check"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { type CeilingStore, type CeilingUse, memoryCeiling, postgresCeiling } from "../../../sdk/stores/index.ts"
import { frozenPglite } from "../../support/engines/pglite.ts"
import { hour, run, type Step, use } from "./support.ts"

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant("take" as const),
        id: fc.nat(8),
        to: fc.oneof(
          { weight: 5, arbitrary: fc.uniqueArray(fc.nat(3), { minLength: 1, maxLength: 3 }) },
          { weight: 1, arbitrary: fc.integer({ min: 1, max: 3 }) },
        ),
        limits: fc.nat(2),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant("settle" as const), which: fc.nat(9), maySent: fc.boolean() }),
    },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant("pass" as const), ms: fc.nat(30_000) }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant("stop" as const), reason: fc.constantFrom("", "why", "so") }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("start" as const) }) },
  ),
  { maxLength: 60 },
)

beforeEach(() => {
  // From the present: PGlite would set timers by the difference once the clock is back.
  vi.useFakeTimers({ toFake: ["Date"] })
})
afterEach(() => {
  vi.useRealTimers()
})
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)

/** A use that a list of all that happened counts: what a store must agree with. */
interface Counted {
  readonly id: string
  readonly key: string
  readonly count: number
  begun: number
  /** Undefined while it is under way, or after its process was killed. */
  ended?: number
  maySent: boolean
}

/**
 * Wraps a store with a list of everything that happened, which never forgets. It fails if a taken use is above a limit, or a
 * refused one is not.
 */
function judged(store: CeilingStore): CeilingStore {
  const log: Counted[] = []
  const isRow =
    ({ id }: CeilingUse, key: string) =>
    (row: Counted) =>
      row.id === id && row.key === key
  /** The number of people in a window, each call and recipient once. */
  const usedIn = (ms: number, key: string | undefined, request: CeilingUse) => {
    const now = Date.now()
    const inWindow = log.filter(
      (row) =>
        (key === undefined || row.key === key) &&
        (row.ended === undefined ? row.begun + request.lease > now - ms : row.maySent && row.ended > now - ms),
    )
    const others = inWindow.filter((row) => !request.recipients.some((one) => isRow(request, one.key)(row)))
    return [...new Map(others.map((row) => [`${row.id} ${row.key}`, row.count])).values()].reduce((a, b) => a + b, 0)
  }
  return {
    ...store,
    async take(request) {
      const reply = await store.take(request)
      const needed = request.recipients.reduce((sum, { count }) => sum + count, 0)
      const isAbove =
        (request.total && usedIn(request.total.ms, undefined, request) + needed > request.total.count) ||
        request.recipients.some(({ key, count }) => {
          const { perRecipient: limit } = request
          return limit !== undefined && usedIn(limit.ms, key, request) + count > limit.count
        })
      if (reply.state !== "stopped") expect(reply.state).toBe(isAbove ? "full" : "taken")
      if (reply.state === "full") expect(reply.wait).toBeGreaterThan(0)
      if (reply.state === "taken")
        for (const { key, count } of request.recipients) {
          // What is under way counts from its last repeat.
          for (const row of log) if (isRow(request, key)(row) && row.ended === undefined) row.begun = Date.now()
          log.push({ id: request.id, key, count, begun: Date.now(), maySent: true })
        }
      return reply
    },
    async settle(request, maySent) {
      for (const { key } of request.recipients) {
        const row = log.findLast((one) => isRow(request, key)(one) && one.ended === undefined)
        Object.assign(row ?? {}, { ended: Date.now(), maySent })
      }
      await store.settle(request, maySent)
    },
  }
}

describe("memoryCeiling", () => {
  it("is never one above and refuses none below, in any order of steps", () =>
    fc.assert(
      fc.asyncProperty(steps, async (list) => {
        await run(judged(memoryCeiling()), list, pass)
      }),
      { numRuns: 500 },
    ))

  it("such a fault is caught: a store that forgets, and one that gives nothing back", async () => {
    const forgetful = () => ({ ...memoryCeiling(), take: async () => ({ state: "taken" as const }) })
    const stingy = () => {
      const store = memoryCeiling()
      return { ...store, settle: (one: CeilingUse) => store.settle(one, true) }
    }
    for (const make of [forgetful, stingy])
      await expect(
        fc.assert(fc.asyncProperty(steps, (list) => run(judged(make()), list, pass).then(() => {}))),
      ).rejects.toThrow()
  })

  it("refuses until there is room, to the millisecond", async () => {
    const store = memoryCeiling()
    const limits = { total: { count: 2, ms: 60_000 } }
    for (const id of ["a", "b"]) {
      await store.take(use(id, ["x"], limits))
      await store.settle(use(id, ["x"], limits), true)
      pass(10_000)
    }
    expect(await store.take(use("c", ["x"], limits))).toEqual({
      state: "full",
      ceiling: "total",
      key: "",
      used: 2,
      wait: 40_000,
    })
    pass(39_999)
    expect(await store.take(use("c", ["x"], limits))).toMatchObject({ wait: 1 })
    pass(1)
    expect(await store.take(use("c", ["x"], limits))).toEqual({ state: "taken" })
  })

  it("keeps counted what a killed process had under way, until its lease and the window are over", async () => {
    const store = memoryCeiling()
    const limits = { perRecipient: { count: 1, ms: hour } }
    await store.take(use("a", ["x"], limits))
    pass(hour)
    expect(await store.take(use("b", ["x"], limits))).toMatchObject({ state: "full", wait: 1_000 })
    pass(1_000)
    expect(await store.take(use("b", ["x"], limits))).toEqual({ state: "taken" })
  })
})

describe("postgresCeiling, by PGlite", () => {
  it("replies as memoryCeiling in any order of steps", { timeout: 120_000 }, async () => {
    const frozen = await frozenPglite()
    const db = postgresCeiling(frozen.db)
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        await frozen.db.exec("drop table if exists mas_ceiling")
        vi.setSystemTime(frozen.now())
        const expected = await run(memoryCeiling(), list, pass)
        const replies = await run(db, list, frozen.pass)
        expect(replies.map(rounded)).toEqual(expected.map(rounded))
      }),
      { numRuns: 6 },
    )
  })
})

/** Without the time of a stop, which each engine has by its own clock, and without fractions. */
const rounded = (reply: object) =>
  Object.fromEntries(
    Object.entries(reply).flatMap(([name, value]) =>
      name === "since" ? [] : [[name, typeof value === "number" ? Math.round(value) : value]],
    ),
  )
