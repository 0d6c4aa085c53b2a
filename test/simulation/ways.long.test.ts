import { describe, expect, it } from "vitest"
import { difference } from "./durable.ts"
import { planOf } from "./plan.ts"
import { usualLength } from "./simulate.ts"
import type { Plan } from "./steps.ts"
import { type Connector, connectors } from "./ways.ts"

const isKilled = ({ faults }: Plan) => faults.some(({ on }) => on === "kill")

describe("a day of faults", () => {
  it("ends in the same world in process, over HTTP and through MSW, with each transport", async () => {
    const plans = Array.from({ length: 200 }, (_, at) => planOf(at + 1, usualLength)).filter(isKilled)
    for (const plan of plans.slice(0, 4)) expect(await difference(plan, connectors)).toBeUndefined()
  })

  it("is reported to end differently by a way that adds a contact", async () => {
    const inProcess = connectors["in process"]
    const crooked: Connector = async (options) => {
      const reached = await inProcess(options)
      await reached.world.contacts.fill({ count: 1 })
      return reached
    }
    const differenceText = await difference(planOf(3, 4), { straight: inProcess, crooked })
    expect(differenceText).toContain("straight and crooked differ")
  })
})
