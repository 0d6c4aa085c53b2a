import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import fc from "fast-check"
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest"
import { fileCeiling } from "../../../sdk/files/file-ceiling.ts"
import { type CeilingStore, type CeilingUse, memoryCeiling, postgresCeiling } from "../../../sdk/stores/index.ts"
import { CeilingLedger } from "../../../sdk/stores/memory-ceiling.ts"
import { frozenPglite } from "../../support/engines/pglite.ts"
import { temporaryFolder } from "../../support/temporary-folder.ts"
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

/** Tells for how long sending has been started, which a stop does not change. */
async function knowsItsStart(store: CeilingStore, passTime: (ms: number) => unknown): Promise<void> {
  expect(await store.sinceStart?.()).toBeUndefined()
  await store.stop("why")
  await store.start()
  await passTime(5_000)
  await store.stop("again")
  expect(await store.sinceStart?.()).toBe(5_000)
}

describe("what a store keeps", () => {
  const limits = { total: { count: 1, ms: 60_000 } }
  /** Its 64th attempt to take looks for rows that are too old. */
  const takeOften = (ledger: CeilingLedger, now: number) => {
    for (let at = 0; at < 64; at++) ledger.take(use("other", ["x"], limits), now)
  }
  const begin = Date.parse("2026-03-01T12:00:00.000Z")
  const ledgerOfOne = () => {
    const ledger = new CeilingLedger()
    ledger.take(use("a", ["x"], limits), begin)
    ledger.settle(use("a", ["x"], limits), true, begin)
    return ledger
  }

  it("is forgotten after the longest window, with the next attempts", () => {
    const [young, old] = [ledgerOfOne(), ledgerOfOne()]
    takeOften(young, begin + 59_999)
    takeOften(old, begin + 60_000)
    expect(young.state.rows.map(({ id }) => id)).toEqual(["a"])
    expect(old.state.rows.map(({ id }) => id)).toEqual(["other"])
  })

  it("counts from now where it was counted by a clock that was ahead", () => {
    const [now, earlier] = [begin - 365 * 24 * hour, begin - 1_000]
    const ahead = ledgerOfOne()
    expect(ahead.take(use("b", ["x"], limits), now)).toMatchObject({ state: "full" })
    takeOften(ahead, now)
    expect(ahead.take(use("b", ["x"], limits), now)).toMatchObject({ state: "full", wait: 60_000 })
    const little = ledgerOfOne()
    takeOften(little, earlier)
    expect(little.take(use("b", ["x"], limits), earlier)).toMatchObject({ wait: 61_000 })
  })

  it("is not what was never taken", () => {
    const ledger = new CeilingLedger()
    ledger.settle(use("a", ["x"], limits), true, begin)
    expect(ledger.state.rows).toEqual([])
  })
})

describe("when sending was started", () => {
  it("is known in memory", () => knowsItsStart(memoryCeiling(), pass))

  it("is known by a file", async () => {
    let now = 0
    await knowsItsStart(
      fileCeiling(join(temporaryFolder(onTestFinished), "ceiling.json"), () => now),
      (ms) => {
        now += ms
      },
    )
  })

  it("is known by PostgreSQL", async () => {
    const { db, pass: passTime } = await frozenPglite()
    await knowsItsStart(postgresCeiling(db), passTime)
  })
})

describe("fileCeiling", () => {
  const one = use("a", ["x"], { total: { count: 1, ms: hour } })
  const fileIn = (folder: string) => join(folder, "folder", "ceiling.json")

  it("counts for all that share the file, from the first send on", async () => {
    const path = fileIn(temporaryFolder(onTestFinished))
    expect(await fileCeiling(path).stopped()).toBeUndefined()
    expect(await fileCeiling(path).take(one)).toEqual({ state: "taken" })
    expect(await fileCeiling(path).take({ ...one, id: "b" })).toMatchObject({ state: "full", used: 1 })
    await fileCeiling(path).stop("why")
    expect(await fileCeiling(path).stopped()).toMatchObject({ reason: "why" })
  })

  it("refuses a file that it cannot read", async () => {
    const path = fileIn(temporaryFolder(onTestFinished))
    await fileCeiling(path).start()
    writeFileSync(path, "{")
    await expect(fileCeiling(path).take(one)).rejects.toThrow("is damaged: remove it, and the counts begin again")
    rmSync(path)
    mkdirSync(path)
    await expect(fileCeiling(path).stopped()).rejects.toThrow("EISDIR")
    // Of a path below a file there is none.
    const file = join(temporaryFolder(onTestFinished), "file")
    writeFileSync(file, "")
    expect(await fileCeiling(fileIn(file)).stopped()).toBeUndefined()
    await expect(fileCeiling(fileIn(file)).take(one)).rejects.toThrow(/ENOTDIR|EEXIST/)
  })

  it("waits while another process counts", async () => {
    const path = fileIn(temporaryFolder(onTestFinished))
    await fileCeiling(path).start()
    writeFileSync(`${path}.lock`, String(process.ppid))
    const taking = fileCeiling(path).take(one)
    rmSync(`${path}.lock`)
    expect(await taking).toEqual({ state: "taken" })
    expect(await fileCeiling(path).take({ ...one, id: "b" })).toMatchObject({ state: "full" })
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
