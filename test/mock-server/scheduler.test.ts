import { describe, expect, it } from "vitest"
import type { MockServiceOptions } from "../../mock-server/index.ts"
import { fakeHost } from "../support/fake-host.ts"
import { mock } from "../support/mock.ts"

const start = "2026-03-01T12:00:00.000Z"
const day = 86_400_000
const path = "/v1/my/webhooks"
const mail = { channel: "email", to: "ada@example.test", subject: "Hello", body: "Hello" }

type Deliver = NonNullable<MockServiceOptions["deliver"]>

/** A mock with an endpoint at each address, subscribed to delivered messages. */
async function withEndpoints(deliver: Deliver, urls = ["https://a.example.com/"], options: MockServiceOptions = {}) {
  const m = mock({ deliver, ...options })
  for (const url of urls) await m.call("POST", path, { body: { url, events: ["email.delivered"] } })
  return m
}

/** Lets everything happen that takes no time. */
const settle = async () => {
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate)
}

const firstInvite = async ({ call }: ReturnType<typeof mock>) => (await call("GET", "/v1/my/account/invites")).body[0]

describe("work in progress", () => {
  /** A mock whose first attempt ends when the test decides; the others get 204. */
  async function withSlowAttempt() {
    let end = (_status: number) => {}
    const sentAt: number[] = []
    const m = await withEndpoints(() => {
      sentAt.push(m.world.now() - Date.parse(start))
      if (sentAt.length > 1) return { status: 204, duration: 1 }
      return new Promise((resolve) => {
        end = (status) => resolve({ status, duration: 1 })
      })
    })
    await m.call("POST", "/v1/my/messages", { body: mail })
    await settle()
    expect(sentAt).toEqual([0])
    return { ...m, sentAt, end: (status: number) => end(status) }
  }

  it("is in a snapshot, and sent again after it is restored", async () => {
    const { control, sentAt, end } = await withSlowAttempt()
    const snapshot = JSON.stringify(control.state.snapshot())
    end(204)
    await settle()
    control.state.restore(JSON.parse(snapshot))
    await control.advance(0)
    expect(sentAt).toEqual([0, 0])
  })

  it("is awaited before time moves", async () => {
    const { control, sentAt, end } = await withSlowAttempt()
    const advanced = control.advance("1m")
    await settle()
    expect(control.clock.get().now).toBe(start)
    end(500)
    expect(await advanced).toMatchObject({ now: "2026-03-01T12:01:00.000Z", fired: 1 })
    expect(sentAt).toEqual([0, 60_000])
  })
})

describe("an advance", () => {
  it("settles immediate and slow results in the order in which they were due", async () => {
    const failed = { status: 500, duration: 1 }
    const m = await withEndpoints(
      ({ url }) => (url.includes("late") ? settle().then(() => failed) : failed),
      ["https://late.example.com/", "https://quick.example.com/"],
    )
    await m.call("POST", "/v1/my/messages", { body: mail })
    await m.advance(0)
    await m.control.advance("10m")
    expect(m.control.deliveries.list().map(({ attempt, webhook_id }) => [attempt, webhook_id])).toEqual([
      [1, 1],
      [1, 2],
      [2, 1],
      [2, 2],
      [3, 1],
      [3, 2],
    ])
  })

  it("runs work that a request adds meanwhile, at its due time, and counts it", async () => {
    const sentAt: number[] = []
    const m = await withEndpoints(async () => {
      sentAt.push(m.world.now() - Date.parse(start))
      if (sentAt.length === 2) await m.call("POST", "/v1/my/messages", { body: mail })
      await settle()
      return { status: sentAt.length === 1 ? 500 : 204, duration: 1 }
    })
    await m.call("POST", "/v1/my/messages", { body: mail })
    await m.advance(0)
    const { fired } = await m.control.advance("1h")
    // The retry, the new message, and its one event.
    expect([fired, sentAt]).toEqual([3, [0, 60_000, 60_000]])
    expect((await m.call("GET", `${path}/1/deliveries`)).body.map(({ status }: { status: string }) => status)).toEqual([
      "delivered",
      "delivered",
    ])
  })

  it("ends if its world is reset: pending work there is dropped", async () => {
    const sentAt: number[] = []
    const m = await withEndpoints(() => {
      sentAt.push(m.world.now() - Date.parse(start))
      if (sentAt.length === 2) m.control.reset()
      return { status: 500, duration: 1 }
    })
    await m.call("POST", "/v1/my/messages", { body: mail })
    await m.advance(0)
    // The retry; not the invitation that expires after a week.
    expect((await m.control.advance("8d")).fired).toBe(1)
    expect(sentAt).toEqual([0, 60_000])
    expect([(await firstInvite(m)).status, m.control.clock.get().now]).toEqual(["pending", start])
  })

  it("runs overdue work now: time never goes back", async () => {
    const { hostClock } = fakeHost(Date.parse(start))
    let slept = 0
    const m = mock({ clock: "real", now: start, hostClock: { ...hostClock, now: () => hostClock.now() + slept } })
    slept = 8 * day
    await m.control.advance("1h")
    expect(await firstInvite(m)).toMatchObject({ status: "expired", updated_at: "2026-03-09T12:00:00.000Z" })
    expect(m.control.clock.get().now).toBe("2026-03-09T13:00:00.000Z")
  })
})

describe("the machine's timer", () => {
  it("is not requested by a frozen clock", async () => {
    const { hostClock } = fakeHost(Date.parse(start))
    const delays: number[] = []
    const after = (ms: number, run: () => void) => {
      delays.push(ms)
      return hostClock.after(ms, run)
    }
    const m = mock({ hostClock: { ...hostClock, after } })
    await m.control.advance("1d")
    expect(delays).toEqual([])
    await m.control.clock.set({ mode: "real" })
    expect(delays).toEqual([6 * day])
  })

  it("runs due work automatically once a frozen clock is set to real", async () => {
    const { hostClock, pass } = fakeHost(Date.parse(start))
    const m = mock({ hostClock })
    await m.control.clock.set({ mode: "real" })
    await pass(7 * day - 1)
    expect((await firstInvite(m)).status).toBe("pending")
    await pass(1)
    expect(m.world.tables.invites.get(1)?.status).toBe("expired")
  })

  it("is cancelled when the service closes", async () => {
    const { hostClock } = fakeHost(Date.parse(start))
    const running = new Set<() => void>()
    const after = (ms: number, run: () => void) => {
      running.add(run)
      const cancel = hostClock.after(ms, run)
      return () => {
        running.delete(run)
        cancel()
      }
    }
    const m = mock({ clock: "real", now: start, hostClock: { ...hostClock, after } })
    expect(running.size).toBe(1)
    await m.service.close()
    expect(running.size).toBe(0)
  })
})
