import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Timer, Timers } from "../../mock-server/base/timers.ts"
import { type TaskKind, taskKinds } from "../../mock-server/world/tasks.ts"

const kind = fc.constantFrom(...taskKinds)
const command = fc.oneof(
  { weight: 5, arbitrary: fc.record({ add: fc.nat(50), kind, subject: fc.nat(1_000_000) }) },
  { weight: 2, arbitrary: fc.record({ take: fc.nat(60) }) },
  { weight: 1, arbitrary: fc.record({ cancel: fc.nat(100) }) },
  { weight: 1, arbitrary: fc.record({ reload: fc.constant(true) }) },
)
const inOrder = (a: Timer, b: Timer) => a.dueAt - b.dueAt || a.id - b.id

describe("timers", () => {
  it("are taken by due time, then by id, as from a sorted list", () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 300 }), (commands) => {
        let timers = new Timers()
        let model: Timer[] = []
        for (const each of commands) {
          if ("add" in each) {
            const id = timers.schedule(each.add, each.kind as TaskKind, each.subject)
            model.push({ id, dueAt: each.add, kind: each.kind, subject: each.subject })
            model.sort(inOrder)
          } else if ("take" in each) {
            const expected = (model[0]?.dueAt ?? Number.POSITIVE_INFINITY) <= each.take ? model.shift() : undefined
            expect(timers.take(each.take)).toEqual(expected)
          } else if ("cancel" in each) {
            const [gone] = model.splice(each.cancel % Math.max(1, model.length), 1)
            if (gone !== undefined) timers.cancel(gone.id)
          } else {
            const copy = new Timers()
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

  it("whose work is under way are in a snapshot, and cannot be called off any more", () => {
    const timers = new Timers()
    timers.schedule(1, "webhook.attempt", 7)
    const taken = timers.take(1)
    if (taken === undefined) throw new Error("Nothing was due")
    timers.started(taken)
    timers.cancel(taken.id)
    expect([timers.size, timers.list(), timers.dump().timers]).toEqual([0, [], [taken]])
    timers.finished(taken)
    expect(timers.dump().timers).toEqual([])
  })

  it("by the hundred thousand come out in order, and leave nothing behind", () => {
    const timers = new Timers()
    for (let i = 0; i < 100_000; i++) timers.schedule((i * 7_919) % 3_600, "webhook.attempt", i)
    let last = -1
    for (let timer = timers.take(3_600); timer !== undefined; timer = timers.take(3_600)) {
      if (timer.dueAt < last) throw new Error("Out of order")
      last = timer.dueAt
    }
    expect([timers.size, timers.list()]).toEqual([0, []])
    timers.schedule(5, "webhook.attempt", 1)
    expect(timers.take(5)).toMatchObject({ subject: 1 })
  })
})
