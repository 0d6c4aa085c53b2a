import { describe, expect, it } from "vitest"
import { planOf } from "./plan.ts"
import { planted, plantedNames, simulationWith } from "./planted.ts"

/** Days to run until one fails with few faults. */
const mostDays = 200
const fewFaults = 3

// Each builds the product with its defect: some seconds for all of them.
describe("a planted defect", () => {
  it.each(plantedNames)(
    "is found and minimized: %s",
    async (name) => {
      const { live, smallest, usualLength } = await simulationWith(name)
      for (let seed = 1; seed <= mostDays; seed++) {
        const found = await live(planOf(seed, usualLength))
        if (found.broken === undefined) continue
        const small = await smallest(found)
        if (small.plan.faults.length > fewFaults || !planted[name].says.test(small.broken ?? "")) continue
        expect(small.plan.steps.length).toBeLessThanOrEqual(5)
        return
      }
      throw new Error(`${mostDays} days do not break by ${fewFaults} faults`)
    },
    300_000,
  )
})
