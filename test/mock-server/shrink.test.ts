import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { shrink } from "../../mock-server/testing/simulation/shrink.ts"

describe("shrink", () => {
  it("finds exactly the needed elements, wherever they are", () =>
    fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.nat(40), { maxLength: 3 }), async (needed) => {
        const elements = Array.from({ length: 41 }, (_, at) => at)
        const smallest = await shrink(elements, async (some) => needed.every((one) => some.includes(one)), 1_000)
        expect([...smallest].sort((a, b) => a - b)).toEqual([...needed].sort((a, b) => a - b))
      }),
      { numRuns: 50 },
    ))

  it("stops after the given number of trials, with the smallest set found", async () => {
    let trials = 0
    const stillDoes = async (some: readonly number[]) => {
      trials++
      return some.includes(7)
    }
    const smallest = await shrink(
      Array.from({ length: 100 }, (_, at) => at),
      stillDoes,
      5,
    )
    expect(trials).toBe(5)
    expect(smallest).toContain(7)
    expect(smallest.length).toBeLessThan(100)
  })
})
