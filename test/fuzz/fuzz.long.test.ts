import { describe, expect, it } from "vitest"
import { productWith } from "../support/planted-product.ts"
import { repetitions } from "../support/repetitions.ts"
import { fuzz } from "./fuzz.ts"
import { faults } from "./planted.ts"

// A longer run: npm run fuzz -- --requests 100000 --seed 7

describe("the service", () => {
  it("gives documented responses to any sequence of requests, and keeps its invariants", async () => {
    const { wrong, statuses } = await fuzz({ seed: 1, requests: 10_000 })
    expect(wrong).toBeUndefined()
    // Proof that successes and every kind of error occurred.
    for (const status of [200, 201, 400, 401, 403, 404, 405, 409, 415, 422]) expect(statuses[status]).toBeGreaterThan(0)
  }, 3_600_000)

  it("names the rule of each error, and explains each message up to its status, in thousands of worlds", async () => {
    const requests = repetitions(6_000, 36_000)
    const { wrong, sequences } = await fuzz({ seed: 2, requests, longest: 6 })
    expect(wrong).toBeUndefined()
    expect(sequences).toBeGreaterThan(requests / 4)
  }, 3_600_000)
})

// Each test bundles the product with its fault.
describe("the fuzzer", () => {
  it.each(faults)(
    "finds %s, and shrinks the sequence",
    async (_what, fault, pattern) => {
      const faulty = await productWith<typeof import("./fuzz.ts")>("test/fuzz/fuzz.ts", fault)
      const { wrong } = await faulty.fuzz({ seed: 1, requests: 30_000 })
      expect(wrong).toMatch(pattern)
    },
    300_000,
  )
})
