import { describe, expect, it } from "vitest"
import { planOf } from "./plan.ts"
import { planted, plantedNames, simulationWith } from "./planted.ts"

/** Days to run until one fails. */
const mostDays = 200
const fewFaults = 3

// Each builds the product with its defect: some seconds for all of them.
describe("a planted defect", () => {
  it.each(plantedNames)("is found: %s", async (name) => {
    const { live, usualLength } = await simulationWith(name)
    for (let seed = 1; seed <= mostDays; seed++) {
      const { broken } = await live(planOf(seed, usualLength))
      if (broken !== undefined && planted[name].says.test(broken)) return
    }
    throw new Error(`${mostDays} days do not break by it`)
  })

  // A day is reduced the same way whatever broke it: by one invariant of the client and one of the service.
  it.each(["a POST without a key that is repeated", "a ladder that is off by a second"] as const)(
    "is minimized: %s",
    async (name) => {
      const { live, smallest, usualLength } = await simulationWith(name)
      for (let seed = 1; seed <= mostDays; seed++) {
        const brokenReport = await live(planOf(seed, usualLength))
        if (brokenReport.broken === undefined) continue
        const small = await smallest(brokenReport)
        if (small.plan.faults.length > fewFaults || !planted[name].says.test(small.broken ?? "")) continue
        expect(small.plan.steps.length).toBeLessThanOrEqual(5)
        return
      }
      throw new Error(`${mostDays} days do not break by ${fewFaults} faults`)
    },
  )
})
