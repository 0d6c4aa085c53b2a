import { describe, expect, it } from "vitest"
import { difference } from "./durable.ts"
import { planOf } from "./plan.ts"
import { usualLength } from "./simulate.ts"
import type { Plan } from "./steps.ts"
import { type Way, ways } from "./ways.ts"

const isKilled = ({ faults }: Plan) => faults.some(({ on }) => on === "kill")

describe("a day of faults", () => {
  it("ends in the same world in process, over HTTP and through MSW, with each transport", async () => {
    const plans = Array.from({ length: 200 }, (_, at) => planOf(at + 1, usualLength)).filter(isKilled)
    for (const plan of plans.slice(0, 4)) expect(await difference(plan, ways)).toBeUndefined()
  })

  it("is reported to end differently by a way that adds a contact", async () => {
    const inProcess = ways["in process"]
    const crooked: Way = async (options) => {
      const reached = await inProcess(options)
      await reached.world.contacts.fill({ count: 1 })
      return reached
    }
    const found = await difference(planOf(3, 4), { straight: inProcess, crooked })
    expect(found).toContain("straight and crooked differ")
  })
})
