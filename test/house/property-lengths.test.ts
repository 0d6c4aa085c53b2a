import * as fc from "fast-check"
import { expect, it } from "vitest"

it("properties are tried with lists as long as they say, not with a dozen entries at most", () => {
  const lengths = fc
    .sample(fc.array(fc.nat(), { maxLength: 300 }), { numRuns: 100, seed: 1 })
    .map(({ length }) => length)
  expect(Math.max(...lengths)).toBeGreaterThan(250)
})
