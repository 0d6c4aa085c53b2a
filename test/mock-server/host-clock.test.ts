import { afterEach, describe, expect, it, vi } from "vitest"
import { freshModule } from "../support/fresh-module.ts"

const load = () => freshModule<typeof import("../../mock-server/base/host.ts")>("mock-server/base/host.ts")

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe("the host's clock", () => {
  it("runs while a test's fake timers are frozen", async () => {
    const { hostClock } = await load()
    vi.useFakeTimers({ now: 0 })
    expect(hostClock.now()).toBeGreaterThan(1_000_000)
    await new Promise<void>((resolve) => hostClock.soon(resolve))
    await new Promise<void>((resolve) => hostClock.after(1, resolve))
  })

  it("works without setImmediate, as in an environment that simulates a browser", async () => {
    vi.stubGlobal("setImmediate", undefined)
    const { hostClock } = await load()
    await expect(new Promise((resolve) => hostClock.soon(() => resolve("soon")))).resolves.toBe("soon")
  })
})
