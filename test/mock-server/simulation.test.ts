import { afterEach, describe, expect, it, vi } from "vitest"
import { Timers } from "../../mock-server/base/timers.ts"
import { Collection } from "../../mock-server/store/collection.ts"
import { IdempotencyRecords } from "../../mock-server/world/idempotency.ts"
import { SendLedger } from "../../mock-server/world/send-ledger.ts"
import type { TaskKind } from "../../mock-server/world/task-kinds.ts"
import { simulate } from "../simulation/simulate.ts"
import { rounds } from "../support/slow.ts"

afterEach(() => vi.restoreAllMocks())

describe("the service", () => {
  it.each(Array.from({ length: 10 }, (_, tenth) => tenth))(
    "keeps every invariant on days full of faults, tenth %i",
    async (tenth) => {
      const runs = rounds(20, 500)
      for (let seed = 1 + tenth * runs; seed <= (tenth + 1) * runs; seed++) await simulate(seed)
    },
    600_000,
  )

  it("lives through the same day for the same seed", async () => {
    expect(await simulate(7)).toEqual(await simulate(7))
  })
})

/** Lives through days until one breaks; answers what was said. */
async function firstBreak(): Promise<string> {
  for (let seed = 1; seed <= 200; seed++) {
    const broken = await simulate(seed).then(
      () => undefined,
      (error: Error) => error.message,
    )
    if (broken !== undefined) return broken
  }
  return "nothing broke"
}

describe("the simulation finds", () => {
  it("a key that is forgotten", async () => {
    vi.spyOn(IdempotencyRecords.prototype, "get").mockReturnValue(undefined)
    expect(await firstBreak()).toMatch(/had 2 effects|messages were asked for/)
  })

  it("a retry that is a second late", async () => {
    const schedule = Timers.prototype.schedule
    vi.spyOn(Timers.prototype, "schedule").mockImplementation(function (this: Timers<TaskKind>, dueAt, kind, subject) {
      return schedule.call(
        this,
        kind === "webhook.attempt" ? Math.ceil(dueAt / 60_000) * 60_000 + 1_000 : dueAt,
        kind,
        subject,
      )
    })
    expect(await firstBreak()).toMatch(/attempt \d after \d+ ms/)
  })

  it("a timer that a snapshot loses", async () => {
    const dump = Timers.prototype.dump
    vi.spyOn(Timers.prototype, "dump").mockImplementation(function (this: Timers<TaskKind>) {
      const state = dump.call(this)
      return { ...state, timers: state.timers.slice(1) }
    })
    expect(await firstBreak()).toContain("Seed")
  })

  it("sends that the allowance does not count", async () => {
    vi.spyOn(SendLedger.prototype, "used").mockReturnValue(0)
    expect(await firstBreak()).toContain("sent in a day")
  })

  it("rows that are dropped from a snapshot", async () => {
    const load = Collection.prototype.load
    vi.spyOn(Collection.prototype, "load").mockImplementation(function (this: Collection<{ id: number }>, state) {
      return load.call(this, { ...state, rows: state.rows.slice(0, -1) })
    })
    expect(await firstBreak()).toContain("not the same bytes")
  })
})
