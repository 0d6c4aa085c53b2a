import { describe, expect, it } from "vitest"
import { bundle } from "../../../bench/support/bundle.ts"

const kilobyte = 1024
const client = 'export { Mas } from "./sdk/index.ts"'
/** What guards recipients, sends to many, keeps a pace, knows ids of templates or looks after webhook outages, and what of the contract nothing else of the client needs. */
const onDemandOnly =
  /^sdk\/(recipients\/|sending\/|outage\/|request\/(pacing|template-id)\.ts$|contract\/core\/(limits|text-patterns|message-names)\.ts$)/
const everything = 'export * from "./sdk/index.ts"'

describe("the client in somebody's bundle", () => {
  it("is whole off Node: no package, no module of Node, nothing on demand but what few programs do", async () => {
    const { initial, onDemand } = await bundle(everything, [], "browser")
    expect(initial.contents.filter((name) => !name.startsWith("sdk/") && name !== "entry.js")).toEqual([])
    expect(onDemand.contents.filter((name) => !onDemandOnly.test(name))).toEqual([])
  })

  it("is at most 29 KB on Node, without undici and what few programs do, which loads on demand", async () => {
    const { initial, onDemand } = await bundle(client, ["undici"])
    expect(initial.gzipped).toBeLessThanOrEqual(29 * kilobyte)
    expect(initial.contents.filter((name) => !name.startsWith("sdk/") && name !== "entry.js")).toEqual([])
    expect(
      onDemand.contents.filter((name) => !/^sdk\/(transport|files)\//.test(name) && !onDemandOnly.test(name)),
    ).toEqual([])
    // Of these the guard is 5 KB, what looks after outages 4, and what sends to many 1.
    expect(onDemand.gzipped).toBeLessThanOrEqual(17 * kilobyte)
  })

  it("holds neither the contract's schemas nor zod, which validation brings along", async () => {
    const { initial, onDemand } = await bundle(everything, ["undici"])
    const contract = [...initial.contents, ...onDemand.contents].filter((name) => /^sdk\/contract\/|zod/.test(name))
    expect(contract.filter((name) => !name.startsWith("sdk/contract/core/"))).toEqual([])
    const { initial: checked } = await bundle('export * from "./sdk/validation.ts"', ["zod"])
    expect(checked.contents).toEqual(expect.arrayContaining(["zod", "sdk/contract/index.ts"]))
  })
})
