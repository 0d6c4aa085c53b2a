import { describe, expect, it } from "vitest"
import { bundle } from "../../../bench/support/bundle.ts"

const kilobyte = 1024
const client = 'export { Mas } from "./sdk/index.ts"'
/** Modules for recipient guards, holds, ceilings, bulk sends, paces, template ids and outages, and contract parts only they need. */
const onDemandOnly =
  /^sdk\/(sending\/|outage\/|stores\/|client\/request\/(pacing|template-id|hold-call|account-key|account-of|ceiling|ceiling-store(\.portable)?|pause-on-health|sending-health)\.ts$|contract\/core\/(duration|limits|mailbox|text-patterns|message-names)\.ts$)/
const everything = 'export * from "./sdk/index.ts"'

describe("the client in a bundle", () => {
  it("is complete off Node: no package, no Node module, and only rarely used parts load on demand", async () => {
    const { initial, onDemand } = await bundle(everything, [], "browser")
    expect(initial.contents.filter((name) => !name.startsWith("sdk/") && name !== "entry.js")).toEqual([])
    expect(onDemand.contents.filter((name) => !onDemandOnly.test(name))).toEqual([])
  })

  it("is at most 36 KB on Node, without undici and rarely used parts, which load on demand", async () => {
    const { initial, onDemand } = await bundle(client, ["undici"])
    expect(initial.gzipped).toBeLessThanOrEqual(36 * kilobyte)
    expect(initial.contents.filter((name) => !name.startsWith("sdk/") && name !== "entry.js")).toEqual([])
    expect(
      onDemand.contents.filter((name) => !/^sdk\/(client\/transport|files)\//.test(name) && !onDemandOnly.test(name)),
    ).toEqual([])
    // Of these, ceilings with the stores that the environment can name are 10 KB, recipient guards 5, webhook outages 4, sending health 3, holds and bulk sends 1 each.
    expect(onDemand.gzipped).toBeLessThanOrEqual(36 * kilobyte)
  })

  it("contains neither the contract's schemas nor zod, which validation imports", async () => {
    const { initial, onDemand } = await bundle(everything, ["undici"])
    const contract = [...initial.contents, ...onDemand.contents].filter((name) => /^sdk\/contract\/|zod/.test(name))
    expect(contract.filter((name) => !name.startsWith("sdk/contract/core/"))).toEqual([])
    const { initial: checked } = await bundle('export * from "./sdk/client/validation.ts"', ["zod"])
    expect(checked.contents).toEqual(expect.arrayContaining(["zod", "sdk/contract/index.ts"]))
  })
})
