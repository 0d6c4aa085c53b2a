import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { memoryPace } from "../../../sdk/stores/index.ts"
import { ratesOf } from "../../../sdk/stores/pace.ts"
import { paceOf } from "../../../sdk/stores/pace-of.ts"
import { fleet, mostWithin, read, send, turnOf } from "./support.ts"

describe("processes that share a pace", () => {
  it("never take more turns than perSecond in any second, and waste none", async () => {
    const asks = fc.array(fc.record({ process: fc.nat(4), at: fc.nat(3_000) }), { minLength: 1, maxLength: 120 })
    await fc.assert(
      fc.asyncProperty(asks, fc.integer({ min: 1, max: 400 }), async (calls, perSecond) => {
        const { paces, pass, now, hostClock } = fleet(5, { perSecond })
        const begin = now()
        const turns: number[] = []
        for (const { process, at } of calls)
          hostClock.after(at, () => void turnOf(paces[process]).then(() => turns.push(now())))
        // The time to send all calls at the rate, plus one turn per process.
        const enough = 3_000 + (calls.length + 5) * (1_000 / ratesOf(perSecond).max)
        await pass(enough)
        expect(turns).toHaveLength(calls.length)
        expect(mostWithin(turns, 1_000)).toBeLessThanOrEqual(perSecond)
        expect(Math.max(...turns) - begin).toBeLessThanOrEqual(enough)
      }),
      { numRuns: 60 },
    )
  })

  it("get equal numbers of turns while all are busy, however many calls wait in one of them", async () => {
    const { paces, pass } = fleet(4, { perSecond: 50 })
    const turnCounts = paces.map(() => 0)
    const loads = [400, 300, 200, 100]
    for (const [process, load] of loads.entries())
      for (let call = 0; call < load; call++)
        void turnOf(paces[process]).then(() => {
          turnCounts[process] = (turnCounts[process] ?? 0) + 1
        })
    await pass(8_000)
    expect(Math.max(...turnCounts) - Math.min(...turnCounts)).toBeLessThanOrEqual(1)
    expect(turnCounts.reduce((sum, one) => sum + one)).toBeGreaterThanOrEqual(8 * 48)
  })

  it("are not held back by one that died with its turns", async () => {
    const { paces, engine, pass } = fleet(2, { perSecond: 50 })
    // It takes a thousand turns and never uses them.
    await engine.take({ request: send, count: 1_000, within: 1_000, late: 0 })
    let turnCount = 0
    for (let call = 0; call < 60; call++) void turnOf(paces[0]).then(() => turnCount++)
    await pass(1_000)
    expect(turnCount).toBeGreaterThanOrEqual(47)
  })

  it("have a separate limit per credential", async () => {
    const { paces, pass, now } = fleet(1, { perSecond: 1 })
    await turnOf(paces[0])
    const begin = now()
    const other = turnOf(paces[0], { ...send, credential: "key-2" })
    await pass(0)
    expect(await other).toBe(undefined)
    expect(now()).toBe(begin)
  })
})

describe("a call", () => {
  it("of a higher priority is served before those waiting in its process, the others in order", async () => {
    const { paces, pass } = fleet(1, { perSecond: 10 })
    const gone: string[] = []
    const go = (name: string, priority = 0, request = send) =>
      void turnOf(paces[0], request, { priority }).then(() => gone.push(name))
    for (const name of ["first", "second", "third"]) go(name)
    await pass(1)
    go("read", 1, read)
    await pass(1_000)
    expect(gone).toEqual(["first", "read", "second", "third"])
  })

  it("keeps its place among calls to other endpoints", async () => {
    const { paces, pass } = fleet(1, { perSecond: 10 })
    const gone: number[] = []
    const calls = [send, send, read, send, read, read, send]
    for (const [index, request] of calls.entries()) void turnOf(paces[0], request).then(() => gone.push(index))
    await pass(2_000)
    expect(gone).toEqual([0, 1, 2, 3, 4, 5, 6])
  })

  it("is found among many waiting calls without scanning them all", async () => {
    const { engine, hostClock, pass } = fleet(1, { perSecond: 1_000 })
    let looks = 0
    const now = () => {
      looks++
      return hostClock.now()
    }
    const pace = paceOf(engine, {}, { ...hostClock, now })
    await turnOf(pace)
    await pace.slow(send, 1_000)
    let gone = 0
    for (let call = 0; call < 1_000; call++) void turnOf(pace).then(() => gone++)
    await pass(5_000)
    expect(gone).toBe(1_000)
    expect(looks / gone).toBeLessThan(20)
  })

  it("that may not wait for its turn gets the wait at once", async () => {
    const { paces, pass } = fleet(2, { perSecond: 1 })
    expect(await turnOf(paces[0])).toBe(undefined)
    const laterTurn = turnOf(paces[1], send, { longest: 1_000 })
    await pass(0)
    expect(await laterTurn).toBeCloseTo(1_000 / 0.97)
    // The turn was not taken: it is still free.
    const patient = turnOf(paces[1], send, { longest: 1_100 })
    await pass(1_031)
    expect(await patient).toBe(undefined)
  })

  it("that is aborted while it waits takes no turn", async () => {
    const { paces, pass } = fleet(1, { perSecond: 1 })
    const controller = new AbortController()
    await turnOf(paces[0])
    const ended = turnOf(paces[0], send, { signal: controller.signal })
    const next = turnOf(paces[0])
    await pass(10)
    controller.abort()
    // An estimate: a turn's time for each of the two calls that waited.
    expect(await ended).toBeCloseTo(2 * (1_000 / 0.97))
    await pass(1_031)
    expect(await next).toBe(undefined)
    expect(await turnOf(paces[0], send, { signal: controller.signal })).toBeGreaterThanOrEqual(0)
  })

  it("that is aborted before the store gave any turn has no time to wait", async () => {
    const { paces } = fleet(1, { perSecond: 1 })
    expect(await turnOf(paces[0], send, { signal: AbortSignal.abort() })).toBe(0)
  })
})

describe("feedback from the service", () => {
  it("halves everyone's rate once for requests refused together; the rate then recovers", async () => {
    const { paces, pass, now } = fleet(8, { perSecond: 50 })
    const turns: number[] = []
    for (let call = 0; call < 3_000; call++) void turnOf(paces[call % 8]).then(() => turns.push(now()))
    await pass(1_000)
    await Promise.all(paces.map((pace) => pace.slow(send, 1_000)))
    const slowed = now()
    await pass(20_000)
    const between = (from: number, to: number) => turns.filter((at) => at >= slowed + from && at < slowed + to).length
    expect(between(0, 1_000)).toBe(0)
    expect(between(1_000, 2_000)).toBeGreaterThanOrEqual(24)
    expect(between(1_000, 2_000)).toBeLessThanOrEqual(30)
    expect(between(10_000, 11_000)).toBeGreaterThanOrEqual(47)
    expect(mostWithin(turns, 1_000)).toBeLessThanOrEqual(50)
  })

  it("teaches the rate if none is set: it grows by one a second while used, and not while idle", async () => {
    const { paces, pass, now } = fleet(2)
    const turns: number[] = []
    for (let call = 0; call < 2_000; call++) void turnOf(paces[call % 2]).then(() => turns.push(now()))
    const begin = now()
    await pass(30_000)
    const last = turns.filter((at) => at >= begin + 29_000).length
    expect(last).toBeGreaterThanOrEqual(37)
    expect(last).toBeLessThanOrEqual(41)

    const idle = fleet(1)
    for (let call = 0; call < 1_000; call++) {
      await turnOf(idle.paces[0])
      await idle.pass(1_000)
    }
    const { spacing } = await idle.engine.take({ request: send, count: 1, within: 0, late: 0 })
    expect(spacing).toBe(100)
  })

  it("for one endpoint holds back only that endpoint, in all processes, until the pause ends", async () => {
    const { paces, pass, now } = fleet(3, { perSecond: 50 })
    const gone: [string, number][] = []
    await paces[0]?.stop(send, 30_000)
    const begin = now()
    for (const pace of paces)
      for (const request of [send, read])
        void turnOf(pace, request).then(() => gone.push([request.endpoint, now() - begin]))
    await pass(29_999)
    expect(gone.map(([endpoint]) => endpoint)).toEqual([read, read, read].map(({ endpoint }) => endpoint))
    await pass(200)
    expect(gone.slice(3).every(([, at]) => at >= 30_000)).toBe(true)
    expect(gone).toHaveLength(6)
  })

  it("is reported at once to a call that may not wait that long, and a shorter pause does not end a longer one", async () => {
    const { paces, pass } = fleet(2, { perSecond: 50 })
    await paces[0]?.stop(send, 86_400_000)
    await paces[0]?.stop(send, 1_000)
    const laterTurn = turnOf(paces[1], send, { longest: 60_000 })
    await pass(0)
    expect(await laterTurn).toBe(86_400_000)
    expect(await turnOf(paces[1], read, { longest: 60_000 })).toBe(undefined)
  })

  it("applies for at most longestPause", async () => {
    const { paces, pass } = fleet(1, { perSecond: 50, longestPause: 900_000 })
    await paces[0]?.stop(send, 86_400_000)
    const laterTurn = turnOf(paces[0], send, { longest: 60_000 })
    await pass(0)
    expect(await laterTurn).toBe(900_000)
  })
})

describe("a failing store", () => {
  it("is retried for ten seconds, then the waiting calls fail", async () => {
    const { hostClock, pass, engine } = fleet(1, { perSecond: 50 })
    let isBroken = true
    const take: typeof engine.take = async (turnRequest) => {
      if (isBroken) throw new Error("The connection is lost")
      return engine.take(turnRequest)
    }
    const pace = paceOf({ ...engine, take }, {}, hostClock)
    const settledTurns = Promise.allSettled([turnOf(pace), turnOf(pace)])
    await pass(10_500)
    expect((await settledTurns).map(({ status }) => status)).toEqual(["rejected", "rejected"])
    const stop = new AbortController()
    const ended = turnOf(pace, send, { signal: stop.signal })
    ended.catch(() => {})
    const again = turnOf(pace)
    await pass(5_000)
    stop.abort()
    await expect(ended).rejects.toThrow("The connection is lost")
    isBroken = false
    await pass(250)
    expect(await again).toBe(undefined)
  })
})

it("an unknown option and an invalid rate are refused", () => {
  expect(() => memoryPace({ perSecond: 0 })).toThrow(RangeError)
  expect(() => memoryPace({ perSecond: Number.NaN })).toThrow(RangeError)
  expect(() => memoryPace({ longestPause: -1 })).toThrow(RangeError)
  expect(() => memoryPace({ table: "pace" } as never)).toThrow("table is not an option of memoryPace, but of a store")
})
