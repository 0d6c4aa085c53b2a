import { describe, expect, it } from "vitest"
import { planOf } from "./plan.ts"
import { planted, plantedNames, simulationWith } from "./planted.ts"

/** Days that are lived through until one breaks by few faults. */
const mostDays = 200
const fewFaults = 3

// Each makes the product anew with its fault: some seconds for all of them.
describe("a fault that is planted in the product", () => {
  it.each(plantedNames)(
    "is found and made small: %s",
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
