import { describe, expect, it } from "vitest"
import { Clock, type ClockMode } from "../../mock-server/base/clock.ts"
import { type Timer, Timers } from "../../mock-server/base/timers.ts"
import { Scheduler } from "../../mock-server/world/scheduler.ts"
import type { Advanced, Settle, TaskKind, TaskResult } from "../../mock-server/world/task-kinds.ts"
import { fakeHost } from "../support/fake-host.ts"

/** A scheduler on a host clock that the test moves; `run` gives the outcome of the timer for a subject. */
function schedulerWith(
  run: (subject: number) => TaskResult,
  { mode = "frozen" as ClockMode, takes = 0, movedBy = undefined as string | undefined, isInPieces = false } = {},
) {
  const host = fakeHost(0)
  const hostCalls = { elapsed: 0, soon: 0, after: [] as number[] }
  let elapsed = 0
  const hostClock = {
    ...host.hostClock,
    ...(movedBy === undefined ? {} : { movedBy }),
    elapsed: () => {
      hostCalls.elapsed++
      elapsed += takes
      return elapsed
    },
    soon: (callback: () => void) => {
      hostCalls.soon++
      host.hostClock.soon(callback)
    },
    after: (ms: number, callback: () => void) => {
      hostCalls.after.push(ms)
      return host.hostClock.after(ms, callback)
    },
  }
  const timers = new Timers<TaskKind>()
  const failed: unknown[] = []
  const scheduler = new Scheduler(
    new Clock(hostClock, { mode, now: 1_000 }),
    timers,
    (timer: Timer<TaskKind>) => run(timer.subject),
    (timer, error) => failed.push([timer.subject, String(error)]),
    undefined,
    () => isInPieces,
  )
  const at = (dueAt: number, subject: number) => timers.schedule(dueAt, "invite.expire", subject)
  return { ...host, hostCalls, timers, failed, scheduler, at }
}

const nothing = () => {}

const totalOf = ({ ran }: Advanced) => [...ran.values()].reduce((sum, count) => sum + count, 0)

describe("a scheduler", () => {
  it("settles immediate work before the next begins, and isolates failures", async () => {
    const log: string[] = []
    const { scheduler, timers, failed, at } = schedulerWith((subject) => {
      log.push(`run ${subject}`)
      if (subject === 2) return Promise.reject(new Error("broken"))
      return () => void log.push(`settle ${subject}`)
    })
    at(2_000, 0)
    at(2_000, 1)
    expect(totalOf(await scheduler.advance(2_000))).toBe(2)
    expect(log).toEqual(["run 0", "settle 0", "run 1", "settle 1"])
    at(3_000, 2)
    at(3_000, 3)
    expect(totalOf(await scheduler.advance(3_000))).toBe(2)
    expect(log.slice(4)).toEqual(["run 2", "run 3", "settle 3"])
    expect(failed).toEqual([[2, "Error: broken"]])
    expect(timers.overview().map(({ subject }) => subject)).toEqual([2])
  })

  it("yields after running for long, and only then", async () => {
    for (const [takes, soon] of [
      [0, 0],
      // Yields after 10 ms, checked after each step.
      [20, 10],
      [7, 5],
    ] as const) {
      const { scheduler, hostCalls, at } = schedulerWith(() => undefined, { takes })
      for (let step = 1; step <= 10; step++) at(1_000 + step, step)
      expect(totalOf(await scheduler.advance(5_000))).toBe(10)
      expect([takes, hostCalls.soon]).toEqual([takes, soon])
    }
  })

  it("checks the time after every thousand timers of one due time, and starts all that leave the process at once", async () => {
    const { scheduler, hostCalls, at } = schedulerWith(() => undefined)
    for (let subject = 0; subject < 3_000; subject++) at(2_000, subject)
    expect(totalOf(await scheduler.advance(2_000))).toBe(3_000)
    expect(hostCalls.elapsed).toBe(1 + 3)

    let inside = 0
    let most = 0
    const outside = schedulerWith(() => {
      most = Math.max(most, ++inside)
      return Promise.resolve(() => void inside--)
    })
    for (let subject = 0; subject < 3_000; subject++) outside.at(2_000, subject)
    expect(totalOf(await outside.scheduler.advance(2_000))).toBe(3_000)
    expect([inside, most]).toEqual([0, 3_000])
  })

  it("starts due work beside work in progress: one may wait for the other", async () => {
    const started: number[] = []
    let second: (settle: Settle) => void = nothing
    const { scheduler, settle, at } = schedulerWith((subject) => {
      started.push(subject)
      if (subject === 1) return new Promise((resolve) => (second = resolve))
      second(nothing)
      return subject === 2 ? undefined : Promise.resolve(nothing)
    })
    at(1_000, 1)
    scheduler.catchUp()
    at(1_000, 2)
    at(1_000, 3)
    const advanced = scheduler.advanceBy(0)
    await settle()
    expect(started).toEqual([1, 2, 3])
    expect(totalOf(await advanced)).toBe(2)
    expect(totalOf(await scheduler.advanceBy(0))).toBe(0)
  })

  it("counts the work due when the clock was set in the advance that waited for it, or in none", async () => {
    const { scheduler, at } = schedulerWith(() => undefined)
    at(1_000, 1)
    const set = scheduler.setClock({ mode: "frozen" })
    const advanced = scheduler.advanceBy(0)
    await set
    expect(totalOf(await advanced)).toBe(1)
    at(1_000, 2)
    await scheduler.setClock({ mode: "frozen" })
    expect(totalOf(await scheduler.advanceBy(0))).toBe(0)
  })

  it("tells each of several calls the time that it reached", async () => {
    const { scheduler } = schedulerWith(() => undefined)
    const advances = [scheduler.advanceBy(1_000), scheduler.advanceBy(1_000), scheduler.advance(5_000)]
    const set = scheduler.setClock({ mode: "frozen", now: 6_000 })
    await scheduler.advanceBy(1_000)
    expect((await Promise.all(advances)).map(({ now }) => now)).toEqual([2_000, 3_000, 5_000])
    expect([await set, scheduler.clock.now()]).toEqual([6_000, 7_000])
  })

  it("is idle when all started work has ended, including what that started", async () => {
    let end: (settle: Settle) => void = nothing
    const { scheduler, settle, at } = schedulerWith(() => new Promise((resolve) => (end = resolve)))
    at(1_000, 1)
    scheduler.catchUp()
    let isIdle = false
    const idle = scheduler.idle().then(() => {
      isIdle = true
    })
    at(1_000, 2)
    end(() => scheduler.catchUp())
    await settle()
    expect(isIdle).toBe(false)
    end(nothing)
    await idle
  })

  it.each([
    ["close", "automatically", (scheduler: Scheduler) => scheduler.catchUp()],
    ["close", "in an advance", (scheduler: Scheduler) => scheduler.advance(1_000)],
    ["discard", "automatically", (scheduler: Scheduler) => scheduler.catchUp()],
    ["discard", "in an advance", (scheduler: Scheduler) => scheduler.advance(1_000)],
  ] as const)("settles work that ends after a %s only if that is a close, begun %s", async (how, _, begin) => {
    let end: (settle: Settle) => void = nothing
    let settled = 0
    const { scheduler, settle, timers, at } = schedulerWith(() => new Promise((resolve) => (end = resolve)))
    at(1_000, 1)
    const begun = begin(scheduler)
    expect(scheduler.isClosed).toBe(false)
    scheduler[how]()
    expect(scheduler.isClosed).toBe(true)
    at(1_000, 2)
    end(() => settled++)
    await begun
    await settle()
    scheduler.catchUp()
    expect([settled, timers.size]).toEqual([how === "close" ? 1 : 0, 1])
  })

  it("keeps the timer of work that its world's end kept from beginning", async () => {
    let end: (settle: undefined) => void = nothing
    const { scheduler, timers, at } = schedulerWith(() => new Promise((resolve) => (end = resolve)))
    at(1_000, 1)
    scheduler.catchUp()
    scheduler.close()
    end(undefined)
    await scheduler.idle()
    expect(timers.dump().timers).toMatchObject([{ dueAt: 1_000, subject: 1 }])
  })

  it("leaves time where its world ends, if work on the way is left", async () => {
    let end: (settle: Settle) => void = nothing
    const { scheduler, settle, at } = schedulerWith(() => new Promise((resolve) => (end = resolve)))
    at(2_000, 1)
    at(3_000, 2)
    const advances = Promise.all([4_000, 3_500, 2_500].map((moment) => scheduler.advance(moment)))
    await settle()
    scheduler.close()
    end(nothing)
    await scheduler.idle()
    expect((await advances).map(totalOf)).toEqual([1, 0, 0])
    expect(scheduler.clock.now()).toBe(2_500)
  })

  it("is stopped while nobody advances its frozen clock", async () => {
    const { scheduler, at } = schedulerWith(() => void outcomes.push(scheduler.isStopped))
    const outcomes: boolean[] = []
    at(2_000, 1)
    expect(scheduler.isStopped).toBe(true)
    await scheduler.advance(2_000)
    expect([outcomes, scheduler.isStopped]).toEqual([[false], true])
    await scheduler.setClock({ mode: "real" })
    expect(scheduler.isStopped).toBe(false)
  })

  it("refuses to move time if the host owns it, and names the owner", async () => {
    const { scheduler, at } = schedulerWith(() => undefined, { movedBy: "the test" })
    at(1_500, 1)
    const moves = [
      () => scheduler.advance(2_000),
      () => scheduler.advanceBy(1_000),
      () => scheduler.advanceToNext(),
      () => scheduler.setClock({ mode: "real" }),
      async () => scheduler.refuseOtherTime(),
    ]
    for (const move of moves)
      await expect(move()).rejects.toMatchObject({
        errorCode: "clock_not_own",
        message: "Time is moved by the test alone",
      })
    expect([scheduler.clock.now(), scheduler.clock.mode, scheduler.timers.size]).toEqual([1_000, "frozen", 1])
  })

  it("requests the next due time from the host once, and none if nothing waits", async () => {
    const { scheduler, hostCalls, pass, at } = schedulerWith(() => undefined, { mode: "real" })
    scheduler.catchUp()
    at(1_500, 1)
    scheduler.wake()
    scheduler.wake()
    expect(hostCalls.after).toEqual([500])
    await pass(500)
    expect(hostCalls.after).toEqual([500])
    // A requested time that is cancelled.
    const id = at(2_000, 2)
    scheduler.wake()
    scheduler.timers.cancel(id)
    scheduler.wake()
    at(2_500, 3)
    scheduler.wake()
    expect(hostCalls.after).toEqual([500, 500, 1_000])
  })

  it("keeps time frozen while other advances wait for their turn", async () => {
    const { scheduler, pass } = schedulerWith(() => undefined, { mode: "real" })
    const first = scheduler.advanceBy(1_000)
    const second = scheduler.advanceBy(1_000)
    const third = scheduler.advanceBy(1_000)
    await first
    void pass(5)
    await Promise.all([second, third])
    expect(scheduler.clock.now() - 5).toBeLessThanOrEqual(4_000)
    await pass(1)
    expect(scheduler.clock.now()).toBeGreaterThan(4_000)
  })
})

describe("a scheduler that works in pieces", () => {
  const many = 200
  const subjects = Array.from({ length: many }, (_, n) => n)

  /** Work due at one moment, of which every `outside`th leaves the process; each timer schedules one more for the same moment. */
  function busy({ isInPieces = true, outside = 1 }) {
    const log: string[] = []
    const harness = schedulerWith(
      (subject) => {
        log.push(`run ${subject}`)
        const settle = () => {
          log.push(`settle ${subject}`)
          if (subject < many) harness.at(2_000, subject + many)
        }
        return (subject + 1) % outside === 0 ? Promise.resolve(settle) : settle
      },
      { takes: 1, isInPieces },
    )
    for (const subject of subjects) harness.at(2_000, subject)
    return { ...harness, log }
  }

  it.each([1, 3, many * 3])(
    "does in an advance what it would do at once, and answers others in between (%s)",
    async (outside) => {
      const inOnePiece = busy({ isInPieces: false, outside })
      const inPieces = busy({ outside })
      expect(await inPieces.scheduler.advance(2_000)).toEqual(await inOnePiece.scheduler.advance(2_000))
      expect(inPieces.log).toEqual(inOnePiece.log)
      // Each piece takes 10 of the milliseconds that a timer takes one of.
      expect(inPieces.hostCalls.soon).toBeGreaterThanOrEqual(many / 10)
      expect(inOnePiece.hostCalls.soon).toBeLessThan(many / 10)
    },
  )

  it("does what was due before an advance first, and counts it in the advance", async () => {
    const { scheduler, log } = busy({ outside: many * 3 })
    scheduler.clock.set({ mode: "frozen", now: 2_000 })
    expect(totalOf(await scheduler.advanceBy(60_000))).toBe(2 * many)
    expect(log.length).toBe(4 * many)
  })

  it("does due work that nobody waits for piece by piece, in one row however many requests come meanwhile", async () => {
    const { scheduler, hostCalls, timers, log } = busy({ outside: many * 3 })
    scheduler.clock.set({ mode: "frozen", now: 2_000 })
    scheduler.catchUp()
    const first = log.length
    expect(first).toBeLessThanOrEqual(20)
    for (let request = 0; request < 50; request++) {
      scheduler.catchUp()
      scheduler.wake()
    }
    expect([log.length, hostCalls.soon]).toEqual([first, 51])
    while (timers.size > 0) {
      const before = log.length
      await new Promise(setImmediate)
      expect(log.length - before).toBeLessThanOrEqual(40)
    }
    expect(log.length).toBe(4 * many)
    expect(log.filter((line) => line.startsWith("run"))).toEqual(
      [...subjects, ...subjects.map((n) => n + many)].map((n) => `run ${n}`),
    )
  })

  it("does all of it for a caller in the process", () => {
    const { scheduler, timers } = busy({ outside: many * 3 })
    scheduler.clock.set({ mode: "frozen", now: 2_000 })
    scheduler.catchUp()
    scheduler.catchUp(true)
    expect(timers.size).toBe(0)
  })

  it("ends when its world does", async () => {
    const { scheduler, log } = busy({ outside: many * 3 })
    const advanced = scheduler.advance(2_000)
    await new Promise(setImmediate)
    scheduler.discard()
    await advanced
    const done = log.length
    await new Promise(setImmediate)
    expect([log.length, done < 2 * many]).toEqual([done, true])
  })
})
