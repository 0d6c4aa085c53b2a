import { describe, expect, it } from "vitest"
import { createLimiter, type PaceStore } from "../../../examples/outbox/limiter.ts"

describe("the limiter of many senders", () => {
  it("holds back those who wait until a pause is over, and lets them go in the order they came", async () => {
    let pauses = 2
    const asked: number[] = []
    const store: PaceStore = {
      async take(count) {
        asked.push(count)
        return pauses-- > 0 ? { given: false, wait: 1 } : { given: true, wait: 0 }
      },
      pause: async () => {},
    }
    const limiter = createLimiter(store, { perSecond: 1_000, longestPause: 1_000 })
    const gone: number[] = []
    await Promise.all([1, 2, 3].map((one) => limiter.turn().then(() => gone.push(one))))
    expect(gone).toEqual([1, 2, 3])
    expect(asked).toEqual([1, 3, 3])
  })

  it("tells all who wait when its store fails, and asks anew for those who come later", async () => {
    let isBroken = true
    const store: PaceStore = {
      take: async () => {
        if (isBroken) throw new Error("The connection is lost")
        return { given: true, wait: 0 }
      },
      pause: async () => {},
    }
    const limiter = createLimiter(store, { perSecond: 10, longestPause: 1_000 })
    const waiting = [limiter.turn(), limiter.turn()]
    expect((await Promise.allSettled(waiting)).map(({ status }) => status)).toEqual(["rejected", "rejected"])
    isBroken = false
    await expect(limiter.turn()).resolves.toBeUndefined()
  })

  it("keeps no pause longer than it may be", async () => {
    const paused: number[] = []
    const store: PaceStore = {
      take: async () => ({ given: true, wait: 0 }),
      pause: async (ms) => void paused.push(ms),
    }
    const limiter = createLimiter(store, { perSecond: 10, longestPause: 900_000 })
    await limiter.pauseUntil(new Date(Date.now() + 86_400_000))
    await limiter.pauseUntil(new Date(0))
    expect(paused).toEqual([900_000, 0])
  })
})
