import { describe, expect, it } from "vitest"
import { repetitions } from "../support/repetitions.ts"
import { endpoints } from "../support/samples.ts"
import { failedSeeds } from "./failed-seeds.ts"
import { planOf } from "./plan.ts"
import { live, liveTwice, smallest, tell, usualLength } from "./simulate.ts"
import { writes } from "./writes.ts"

/** Days of a tenth. */
const runs = repetitions(8, 20)

/** Runs a seed's day twice; throws its failure, minimized. */
async function expectToHold(seed: number): Promise<void> {
  const report = await liveTwice(seed)
  if (report.broken !== undefined) throw new Error(tell(await smallest(report)))
}

describe("the product", () => {
  it.each(Array.from({ length: 10 }, (_, tenth) => tenth))(
    "keeps every invariant on days full of faults, with two equal runs each, tenth %i",
    async (tenth) => {
      for (let seed = 1 + tenth * runs; seed <= (tenth + 1) * runs; seed++) await expectToHold(seed)
    },
    1_800_000,
  )

  it("keeps them on every day that once failed", async () => {
    for (const seed of failedSeeds) if (seed > 10 * runs) await expectToHold(seed)
  })
})

describe("a simulated day", () => {
  it("can have every write of the contract", () => {
    const writeNames = endpoints.filter(({ spec }) => spec.method !== "GET").map(({ name }) => name)
    expect(Object.keys(writes).sort()).toEqual(writeNames.sort())
  })

  it("is full: the days of a test contain every write and every kind of fault", () => {
    const plans = Array.from({ length: 200 }, (_, at) => planOf(at + 1, usualLength))
    const stepKinds = new Set(
      plans.flatMap(({ steps }) => steps.map((step) => ("endpoint" in step ? step.endpoint : step.do))),
    )
    expect([...Object.keys(writes)].filter((name) => !stepKinds.has(name))).toEqual([])
    const kinds = new Set(plans.flatMap(({ faults }) => faults.map(({ on }) => on)))
    expect([...kinds].sort()).toEqual(
      ["delivery", "endpoint off", "key revoked", "kill", "receiver", "request", "rewind", "secret rotated"].sort(),
    )
  })

  it("is reported in at most 40 log lines, with the line that repeats it", async () => {
    const report = await live(planOf(2, 120))
    const text = tell({ ...report, broken: "something" }).split("\n")
    expect(text.length - report.plan.faults.length - 3).toBe(40)
    expect(text.at(-1)).toBe("Again: npm run simulate -- --seed 2 --runs 1")
  })
})
