import { describe, expect, it } from "vitest"
import { repetitions } from "../../support/repetitions.ts"
import { editBothSides } from "./random-edits.ts"

const edits = repetitions(100, 10_000)

describe("random edits on both sides", () => {
  it("never lose a line", async () => {
    for (let done = 0, seed = 1; done < edits; done += 100, seed++) {
      const { lost, conflicts, late } = await editBothSides(seed, Math.min(100, edits - done))
      expect({ seed, lost }).toEqual({ seed, lost: [] })
      if (seed === 1) expect([conflicts > 0, late > 0]).toEqual([true, true])
    }
  })

  it.each(["base of the service", "no if_version"] as const)(
    "find a defect: %s",
    async (fault) => {
      expect((await editBothSides(1, 40, fault)).lost).not.toEqual([])
    },
    60_000,
  )
})
