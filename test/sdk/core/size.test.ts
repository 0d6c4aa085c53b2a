import { describe, expect, it } from "vitest"
import { bundle } from "../../../bench/support/bundle.ts"

const kilobyte = 1024
const client = 'export { Mas } from "./sdk/index.ts"'
/** What guards recipients, and what of the contract nothing else of the client needs. */
const onlyGuard = /^sdk\/(recipients\/|contract\/core\/(limits|text-patterns|message-names)\.ts$)/
const everything = 'export * from "./sdk/index.ts"'

describe("the client in somebody's bundle", () => {
  it("is whole off Node: no package, no module of Node, nothing on demand but the recipient guard", async () => {
    const { initial, onDemand } = await bundle(everything, [], "browser")
    expect(initial.contents.filter((name) => !name.startsWith("sdk/") && name !== "entry.js")).toEqual([])
    expect(onDemand.contents.filter((name) => !onlyGuard.test(name))).toEqual([])
  })

  it("is at most 27 KB on Node, without undici and what sends and saves files or guards recipients, which load on demand", async () => {
    const { initial, onDemand } = await bundle(client, ["undici"])
    expect(initial.gzipped).toBeLessThanOrEqual(27 * kilobyte)
    expect(initial.contents.filter((name) => !name.startsWith("sdk/") && name !== "entry.js")).toEqual([])
    expect(
      onDemand.contents.filter((name) => !/^sdk\/(transport|files)\//.test(name) && !onlyGuard.test(name)),
    ).toEqual([])
    // Of these the guard is 5 KB.
    expect(onDemand.gzipped).toBeLessThanOrEqual(11 * kilobyte)
  })

  it("holds neither the contract's schemas nor zod, which validation brings along", async () => {
    const { initial, onDemand } = await bundle(everything, ["undici"])
    const contract = [...initial.contents, ...onDemand.contents].filter((name) => /^sdk\/contract\/|zod/.test(name))
    expect(contract.filter((name) => !name.startsWith("sdk/contract/core/"))).toEqual([])
    const { initial: checked } = await bundle('export * from "./sdk/validation.ts"', ["zod"])
    expect(checked.contents).toEqual(expect.arrayContaining(["zod", "sdk/contract/index.ts"]))
  })
})
