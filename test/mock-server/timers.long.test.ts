import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Timer as AnyTimer, Timers } from "../../mock-server/base/timers.ts"
import { type TaskKind, taskKinds } from "../../mock-server/world/task-kinds.ts"

type Timer = AnyTimer<TaskKind>

const kind = fc.constantFrom(...taskKinds)
const command = fc.oneof(
  { weight: 5, arbitrary: fc.record({ add: fc.nat(50), kind, subject: fc.nat(1_000_000) }) },
  { weight: 2, arbitrary: fc.record({ take: fc.nat(60) }) },
  { weight: 1, arbitrary: fc.record({ cancel: fc.nat(100) }) },
  { weight: 1, arbitrary: fc.record({ reload: fc.constant(true) }) },
)
const inOrder = (a: Timer, b: Timer) => a.dueAt - b.dueAt || a.id - b.id

/** Every pending timer, in due order. */
function takeAll(timers: Timers<TaskKind>): Timer[] {
  const timersTaken: Timer[] = []
  for (let timer = timers.take(3_600); timer !== undefined; timer = timers.take(3_600)) timersTaken.push(timer)
  return timersTaken
}

const textOf = (timers: readonly Timer[]) =>
  timers.map(({ id, dueAt, kind, subject }) => [id, dueAt, kind, subject].join(" ")).join("\n")

describe("timers", () => {
  it("are taken by due time, then by id, as from a sorted list", () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 300 }), (commands) => {
        let timers = new Timers<TaskKind>()
        let model: Timer[] = []
        for (const each of commands) {
          if ("add" in each) {
            const id = timers.schedule(each.add, each.kind, each.subject)
            model.push({ id, dueAt: each.add, kind: each.kind, subject: each.subject })
            model.sort(inOrder)
          } else if ("take" in each) {
            const expected = (model[0]?.dueAt ?? Number.POSITIVE_INFINITY) <= each.take ? model.shift() : undefined
            expect(timers.take(each.take)).toEqual(expected)
          } else if ("cancel" in each) {
            const [gone] = model.splice(each.cancel % Math.max(1, model.length), 1)
            if (gone !== undefined) timers.cancel(gone.id)
          } else {
            const copy = new Timers<TaskKind>()
            copy.load(JSON.parse(JSON.stringify(timers.dump())))
            timers = copy
          }
          expect(timers.size).toBe(model.length)
          expect(timers.nextDueAt()).toBe(model[0]?.dueAt ?? Number.POSITIVE_INFINITY)
        }
        expect(timers.list()).toEqual(model)
        model = []
      }),
    )
  })

  it("are moved, started, ended, failed and cancelled as in a plain list, and each change is reported", () => {
    const step = fc.record({
      act: fc.constantFrom("add", "add", "add", "move", "begin", "end", "fail", "call off", "reload"),
      pick: fc.nat(1_000),
      at: fc.nat(50),
      kind,
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const reported = new Set<number>()
        let before = new Map<number, string>()
        let timers = new Timers<TaskKind>()
        const follow = () => timers.watch((id) => reported.add(id))
        follow()
        const model = {
          waiting: new Map<number, Timer>(),
          running: new Map<number, Timer>(),
          failed: new Map<number, Timer>(),
        }
        const pickOf = (map: ReadonlyMap<number, Timer>, pick: number) =>
          [...map.values()][pick % Math.max(1, map.size)]
        for (const { act, pick, at, kind } of steps) {
          const waiting = pickOf(model.waiting, pick)
          const running = pickOf(model.running, pick)
          if (act === "add") {
            const id = timers.schedule(at, kind, pick)
            model.waiting.set(id, { id, dueAt: at, kind, subject: pick })
          } else if (act === "move") {
            const gone = pickOf(model.failed, pick)
            if (gone !== undefined) expect(timers.move(gone.id, at)).toBe(false)
            if (waiting === undefined) continue
            expect(timers.move(waiting.id, at)).toBe(true)
            model.waiting.set(waiting.id, { ...waiting, dueAt: at })
          } else if (act === "begin") {
            const timer = timers.take(at)
            const first = [...model.waiting.values()].sort(inOrder)[0]
            expect(timer).toEqual(first !== undefined && first.dueAt <= at ? first : undefined)
            if (timer === undefined) continue
            timers.started(timer)
            model.waiting.delete(timer.id)
            model.running.set(timer.id, timer)
          } else if (running !== undefined && (act === "end" || act === "fail")) {
            timers.finished(running)
            model.running.delete(running.id)
            if (act === "end") continue
            timers.park(running, new Error("it broke"))
            model.failed.set(running.id, { ...running, ...{ error: "Error: it broke" } })
          } else if (act === "call off") {
            for (const gone of [waiting, pickOf(model.failed, pick), running])
              if (gone !== undefined) timers.cancel(gone.id)
            if (waiting !== undefined) model.waiting.delete(waiting.id)
            const failed = pickOf(model.failed, pick)
            if (failed !== undefined) model.failed.delete(failed.id)
          } else if (act === "reload") {
            timers.watch()
            const copy = new Timers<TaskKind>()
            copy.load(JSON.parse(JSON.stringify(timers.dump())))
            timers = copy
            follow()
            for (const { id, dueAt, kind, subject } of [...model.running.values(), ...model.failed.values()])
              model.waiting.set(id, { id, dueAt, kind, subject })
            model.running.clear()
            model.failed.clear()
          }
          const all = [...model.waiting.values(), ...model.running.values(), ...model.failed.values()].sort(inOrder)
          const pending = [...model.waiting.values()].sort(inOrder)
          expect(timers.overview()).toEqual(all)
          expect([timers.list(), timers.size]).toEqual([pending, pending.length])
          for (const one of all) expect(timers.get(one.id)).toEqual(one)
          const after = new Map(all.map((one) => [one.id, JSON.stringify(one)]))
          const changed = [...before.keys(), ...after.keys()].filter((id) => before.get(id) !== after.get(id))
          if (act !== "reload") expect(changed.filter((id) => !reported.has(id))).toEqual([])
          before = after
          reported.clear()
          expect(timers.get(100_000)).toBeUndefined()
        }
      }),
      { numRuns: 50 },
    )
  })

  it("in progress are in a snapshot, and can no longer be cancelled", () => {
    const timers = new Timers<TaskKind>()
    timers.schedule(1, "webhook.attempt", 7)
    const dueTimer = timers.take(1)
    if (dueTimer === undefined) throw new Error("Nothing was due")
    timers.started(dueTimer)
    timers.cancel(dueTimer.id)
    expect([timers.size, timers.list(), timers.dump().timers]).toEqual([0, [], [dueTimer]])
    timers.finished(dueTimer)
    expect(timers.dump().timers).toEqual([])
  })

  it("come out in order by the hundred thousand, and leave nothing behind", () => {
    const timers = new Timers<TaskKind>()
    const expectedTimers: Timer[] = []
    for (let i = 0; i < 100_000; i++) {
      const timer = { dueAt: (i * 7_919) % 3_600, kind: taskKinds[i % taskKinds.length] ?? taskKinds[0], subject: i }
      expectedTimers.push({ ...timer, id: timers.schedule(timer.dueAt, timer.kind, timer.subject) })
    }
    expectedTimers.sort(inOrder)
    const copy = new Timers<TaskKind>()
    copy.load(timers.dump())
    for (const each of [timers, copy]) {
      // Compared as text: a diff of a hundred thousand rows would not help.
      expect(textOf(takeAll(each)) === textOf(expectedTimers)).toBe(true)
      expect([each.size, each.list()]).toEqual([0, []])
      each.schedule(5, "webhook.attempt", 1)
      expect(each.take(5)).toMatchObject({ id: 100_001, subject: 1 })
    }
    // Mutants get less time than this takes on a busy machine.
  }, 30_000)

  it.each([63, 64, 65, 128, 129])(
    "are all listed when there are %i, except a cancelled one, also after loading",
    (count) => {
      const timers = new Timers<TaskKind>()
      for (let i = 1; i <= count; i++) timers.schedule(count - i, "invite.expire", i)
      timers.cancel(count)
      const copy = new Timers<TaskKind>()
      copy.load(JSON.parse(JSON.stringify(timers.dump())))
      const subjects = Array.from({ length: count - 1 }, (_, at) => count - 1 - at)
      for (const each of [timers, copy]) {
        expect([each.size, each.list().map(({ subject }) => subject)]).toEqual([count - 1, subjects])
        expect(takeAll(each).map(({ subject }) => subject)).toEqual(subjects)
      }
    },
  )

  it("that are loaded replace the earlier ones, including cancelled ones and those in progress", () => {
    const timers = new Timers<TaskKind>()
    const empty = JSON.parse(JSON.stringify(timers.dump()))
    for (const dueAt of [1, 2, 3]) timers.schedule(dueAt, "invite.expire", dueAt)
    const full = JSON.parse(JSON.stringify(timers.dump()))
    const first = timers.take(1)
    if (first === undefined) throw new Error("Nothing was due")
    timers.started(first)
    timers.cancel(2)
    timers.load(full)
    expect(timers.dump()).toEqual(full)
    timers.started(first)
    timers.load(empty)
    expect([timers.size, timers.dump()]).toEqual([0, empty])
  })

  it("that are not pending cannot be moved, and failed ones can be parked or removed", () => {
    const timers = new Timers<TaskKind>()
    const id = timers.schedule(1, "invite.expire", 7)
    expect([timers.move(id + 1, 5), timers.list()]).toEqual([
      false,
      [{ id, dueAt: 1, kind: "invite.expire", subject: 7 }],
    ])
    const dueTimer = timers.take(1)
    if (dueTimer === undefined) throw new Error("Nothing was due")
    // Without an observer.
    timers.park(dueTimer, "broken")
    expect([timers.size, timers.get(id)]).toEqual([0, { ...dueTimer, error: "broken" }])
    timers.cancel(id)
    expect([timers.size, timers.get(id), timers.overview()]).toEqual([0, undefined, []])
  })
})
