import { describe, expect, it } from "vitest"
import { bundle } from "../../../bench/support/bundle.ts"

const packages = ["undici", "zod"]

describe("the client in somebody's bundle", () => {
  it("has neither undici nor zod nor the contract's schemas in what is loaded at first", async () => {
    const { initial, onDemand } = await bundle('export * from "./sdk/index.ts"', packages)
    expect(initial.contents.filter((name) => packages.includes(name))).toEqual([])
    const contract = initial.contents.filter((name) => name.startsWith("sdk/contract/"))
    expect(contract.filter((name) => !/(headers|credentials|limits|errors)\.ts$/.test(name))).toEqual([])
    expect(onDemand.contents).toEqual(expect.arrayContaining(["zod", "sdk/transport/undici-exchange.ts"]))
  })

  it("is at most 14 KB at first, minified and gzipped", async () => {
    const { initial } = await bundle('export { Mas } from "./sdk/index.ts"', packages)
    expect(initial.gzipped).toBeLessThanOrEqual(14 * 1024)
  })

  it("asks for none of Node's modules that a bundler for another platform would miss", async () => {
    const { initial, onDemand } = await bundle('export { Mas } from "./sdk/index.ts"', packages)
    expect([...initial.contents, ...onDemand.contents].filter((name) => name.startsWith("node:"))).toEqual([])
  })
})
