import { afterEach, describe, expect, it, vi } from "vitest"
import { defaultTransport as withoutNode } from "../../../sdk/client/transport/default.portable.ts"
import { defaultTransport } from "../../../sdk/client/transport/default.ts"
import { undiciTransport } from "../../../sdk/client/transport/undici.portable.ts"
import { connect, json, rejection, serve } from "./support.ts"

afterEach(() => vi.unstubAllGlobals())

async function respondingTo() {
  const { url } = await serve((response) => json(response, 200, { id: 7 }))
  const platformFetch = vi.fn(fetch)
  vi.stubGlobal("fetch", platformFetch)
  return { url, platformFetch }
}

describe("the default transport", () => {
  it("is undici on Node", async () => {
    const { url, platformFetch } = await respondingTo()
    const transport = defaultTransport()
    expect(await connect(url, { transport }).account.get()).toEqual({ id: 7 })
    expect(transport.name).toBe("undici")
    expect(platformFetch).not.toHaveBeenCalled()
  })

  it.each([
    ["has another package named undici", async () => ({ Pool: class {} })],
    ["has no undici", () => Promise.reject(new Error("Cannot find package 'undici'"))],
  ])("is fetch if the platform %s", async (_, load) => {
    const { url, platformFetch } = await respondingTo()
    const transport = defaultTransport(load)
    const mas = connect(url, { transport })
    await Promise.all([mas.account.get(), mas.account.get()])
    expect(transport.name).toBe("fetch")
    expect(platformFetch).toHaveBeenCalledTimes(2)
  })

  it("is the global fetch of the moment off Node", async () => {
    const transport = withoutNode()
    const { url, platformFetch } = await respondingTo()
    expect(await connect(url, { transport }).account.get()).toEqual({ id: 7 })
    expect(platformFetch).toHaveBeenCalledOnce()
    vi.stubGlobal("fetch", undefined)
    expect(await rejection(connect(url, { transport }).account.get())).toMatchObject({
      name: "InvalidArgumentError",
      argument: "fetch",
    })
  })

  it("is not undici off Node: an error says so", () => {
    expect(() => undiciTransport()).toThrow("dispatcher is for Node")
  })
})
