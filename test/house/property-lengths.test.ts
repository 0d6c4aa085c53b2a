import * as fc from "fast-check"
import { expect, it } from "vitest"

it("properties are tested with lists up to their declared length, not only up to a dozen entries", () => {
  const lengths = fc
    .sample(fc.array(fc.nat(), { maxLength: 300 }), { numRuns: 100, seed: 1 })
    .map(({ length }) => length)
  expect(Math.max(...lengths)).toBeGreaterThan(250)
})
