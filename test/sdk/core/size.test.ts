import { describe, expect, it } from "vitest"
import { bundle } from "../../../bench/support/bundle.ts"

const packages = ["undici", "zod"]

describe("the client in somebody's bundle", () => {
  it("loads undici, zod and the contract's schemas on demand, and nothing else", async () => {
    const { initial, onDemand } = await bundle('export * from "./sdk/index.ts"', packages)
    expect(initial.contents.filter((name) => packages.includes(name))).toEqual([])
    const contract = initial.contents.filter((name) => name.startsWith("sdk/contract/"))
    expect(contract.filter((name) => !name.startsWith("sdk/contract/core/"))).toEqual([])
    expect(onDemand.contents).toEqual(expect.arrayContaining(["zod", "sdk/contract/index.ts"]))
    const ours = onDemand.contents.filter((name) => name.startsWith("sdk/") && !name.startsWith("sdk/contract/"))
    expect(ours).toEqual(["sdk/request/validate.ts"])
  })

  it("is one file of at most 20 KB on Node, minified and gzipped", async () => {
    const { initial, onDemand } = await bundle('export { Mas } from "./sdk/index.ts"', [...packages, "*/validate.ts"])
    expect(onDemand.minified).toBe(0)
    expect(initial.gzipped).toBeLessThanOrEqual(20 * 1024)
  })

  it("asks for none of Node's modules that a bundler for another platform would miss", async () => {
    const { initial, onDemand } = await bundle('export { Mas } from "./sdk/index.ts"', packages)
    expect([...initial.contents, ...onDemand.contents].filter((name) => name.startsWith("node:"))).toEqual([])
  })
})
