import { beforeAll, describe, expect, it } from "vitest"
import { SimulationError, simulate } from "../../mock-server/index.ts"
import { dayOf } from "../support/day.ts"
import { buildPackage } from "../support/example.ts"

beforeAll(buildPackage)

describe("examples/simulation", () => {
  it.each([
    ["has-then-add", "no event is booked twice", / arrives \d times$/],
    ["remember-first", "every event that was taken is booked", /: crash$/],
  ])("%s.ts fails within 50 days: %s", async (name, title, fault) => {
    const day = await dayOf(name)
    const error = await simulate({ runs: 50 }, day).then(
      () => undefined,
      (reason: unknown) => reason,
    )
    if (!(error instanceof SimulationError)) throw error ?? new Error("It stands")
    expect(error.message).toContain(title)
    expect(error.faults.some((one) => fault.test(one))).toBe(true)
    expect(error.faults.length).toBeLessThanOrEqual(3)
  })

  it("claims.ts passes 300 days", async () => {
    expect(await simulate({ runs: 300 }, await dayOf("claims"))).toMatchObject({ runs: 300 })
  })
})
