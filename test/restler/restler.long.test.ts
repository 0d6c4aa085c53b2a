import { describe, expect, it } from "vitest"
import { productWith } from "../support/planted-product.ts"
import { properties } from "./index.ts"
import { planted } from "./planted.ts"

type Name = keyof typeof properties
const names = Object.keys(properties) as Name[]

describe("the rules of RESTler", () => {
  it.each(names)(
    "hold of the service: %s",
    async (name) => {
      const seed = Number(process.env.FUZZ_SEED ?? 1)
      expect(await properties[name]({ seed, numRuns: 60 })).toBeUndefined()
    },
    600_000,
  )

  it.each(names)("find a planted fault in the service: %s", async (name) => {
    const faulty = await productWith<typeof import("./index.ts")>("test/restler/index.ts", planted[name])
    expect(await faulty.properties[name]({ seed: 5, numRuns: 1_000, endOnFailure: true })).toContain("Counterexample")
  })
})
