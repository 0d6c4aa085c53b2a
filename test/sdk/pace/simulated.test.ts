import { afterEach, expect, it, vi } from "vitest"
import { simulate } from "../../../mock-server/index.ts"
import { Mas } from "../../../sdk/index.ts"
import { memoryPace } from "../../../sdk/stores/index.ts"
import { platformClock } from "../../../sdk/stores/pace.ts"

afterEach(() => {
  vi.useRealTimers()
})

it("a pace follows the clock of a simulated day", { tags: "slow" }, () =>
  simulate({ runs: 2, faults: "calm", for: "1h" }, async (day) => {
    const rows = Array.from({ length: 300 }, (_, id) => ({ id }))
    const message = () => ({ channel: "email" as const, to: "ana@example.test", subject: "News", html: "<p>Hi" })
    day.process("sender", async ({ clientOptions }) => {
      const mas = new Mas({ ...clientOptions, pace: memoryPace({ perSecond: 1 }) })
      for await (const { error } of mas.messages.sendEach(rows, { key: ({ id }) => ["news", id], message }))
        if (error) throw error
    })
    day.eventually("everybody gets one", () => day.world.messages.list({ limit: 1_000 }).length === 300)
    await day.sleep("10m")
    const moments = day.world.messages.list({ limit: 1_000 }).map(({ created_at }) => Date.parse(created_at))
    const all = moments.sort((one, other) => one - other)
    // A turn comes every 1,031 ms; a request takes up to 40 ms on its way.
    const closest = Math.min(...all.slice(1).map((moment, at) => moment - (all[at] ?? 0)))
    expect(all).toHaveLength(300)
    expect(closest).toBeGreaterThan(980)
  }),
)

it("the clock of a pace does not go back when the system time is set back", () => {
  vi.useFakeTimers({ now: 1_000_000 })
  const before = platformClock.now()
  vi.setSystemTime(1_000_500)
  expect(platformClock.now()).toBe(before + 500)
  vi.setSystemTime(0)
  expect(platformClock.now()).toBe(before + 500)
  vi.setSystemTime(20)
  expect(platformClock.now()).toBe(before + 520)
})
