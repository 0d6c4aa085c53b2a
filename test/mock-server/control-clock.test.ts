import { describe, expect, it } from "vitest"
import { createMockService } from "../../mock-server/index.ts"
import { ServiceCore } from "../../mock-server/service/service.ts"
import { worldOf } from "../../mock-server/testing/mock-world/world-of.ts"
import { mainWorld } from "../../mock-server/world/world-names.ts"
import { fakeHost } from "../support/fake-host.ts"
import { mock } from "../support/mock.ts"
import { snapshotOf } from "../support/snapshot-of.ts"
import { mockWithEndpoint } from "../support/webhook-stub.ts"

const start = "2026-03-01T12:00:00.000Z"
const control = { key: null }

describe("GET /_mock/clock", () => {
  it("reports mode, time and the number of pending timers", async () => {
    const { call } = mock()
    const { status, body } = await call("GET", "/_mock/clock", control)
    expect(status).toBe(200)
    expect(body).toEqual({ mode: "frozen", now: start, pending: expect.any(Number) })
    await call("POST", "/v1/my/account/invites", { body: { email: "new@example.test", role: "member" } })
    expect((await call("GET", "/_mock/clock", control)).body.pending).toBe(body.pending + 1)
  })
})

describe("how far a clock in real time was moved", () => {
  it("is told from the first second on, in both directions, and not of other modes", async () => {
    const { world } = createMockService({ clock: "real", hostClock: fakeHost(Date.parse(start)).hostClock })
    const ahead = async (by: string) => {
      await world.advance(by)
      return world.clock.get().ahead_ms
    }
    expect(world.clock.get()).not.toHaveProperty("ahead_ms")
    expect([await ahead("1s"), await ahead("59s"), await ahead("1h")]).toEqual([1_000, 60_000, 3_660_000])
    expect(await world.clock.set({ mode: "frozen" })).not.toHaveProperty("ahead_ms")
    expect(await world.clock.set({ mode: "scaled", rate: 10 })).not.toHaveProperty("ahead_ms")
    expect(await world.clock.set({ mode: "real", now: "2026-03-01T11:59:58Z" })).toMatchObject({ ahead_ms: -2_000 })
  })
})

describe("POST /_mock/clock/advance", () => {
  it.each([
    [{ by: 1_500 }, "2026-03-01T12:00:01.500Z"],
    [{ by: 0 }, start],
    [{ by: "0" }, start],
    [{ by: "250ms" }, "2026-03-01T12:00:00.250Z"],
    [{ by: "30s" }, "2026-03-01T12:00:30.000Z"],
    [{ by: "5m" }, "2026-03-01T12:05:00.000Z"],
    [{ by: "2h" }, "2026-03-01T14:00:00.000Z"],
    [{ by: "1.5h" }, "2026-03-01T13:30:00.000Z"],
    [{ by: "3d" }, "2026-03-04T12:00:00.000Z"],
    [{ to: "2026-03-02T00:00:00Z" }, "2026-03-02T00:00:00.000Z"],
    [{ to: "2026-03-02T01:00:00+01:00" }, "2026-03-02T00:00:00.000Z"],
    [{ to: start }, start],
  ])("with %j leads to %s", async (body, now) => {
    const { call } = mock()
    const response = await call("POST", "/_mock/clock/advance", { ...control, body })
    expect([response.status, response.body]).toEqual([200, expect.objectContaining({ now, fired: expect.any(Number) })])
    expect((await call("GET", "/_mock/clock", control)).body.now).toBe(now)
  })

  it.each([
    [{}, "by"],
    [{ by: 1, to: start }, "by"],
    [{ by: -1 }, "by"],
    [{ by: "soon" }, "by"],
    [{ by: "5 weeks" }, "by"],
    [{ by: "-5m" }, "by"],
    [{ by: null }, "by"],
    [{ by: "9999999d" }, "by"],
    [{ to: "2026-02-28T00:00:00Z" }, "to"],
    [{ to: "tomorrow" }, "to"],
    [{ to: "2026-13-01T00:00:00Z" }, "to"],
    [{ to: "2026-04-31" }, "to"],
    [{ to: "2027-02-29T12:00:00+14:00" }, "to"],
    [{ by: 1, twice: true }, "twice"],
  ])("refuses %j, names the field, and leaves time where it is", async (body, field) => {
    const { call } = mock()
    const response = await call("POST", "/_mock/clock/advance", { ...control, body })
    expect([response.status, response.body.error_code]).toEqual([422, "validation_error"])
    expect(Object.keys(response.body.validation_errors)).toEqual([field])
    expect((await call("GET", "/_mock/clock", control)).body.now).toBe(start)
  })

  it("runs everything due on the way at its own time and counts it", async () => {
    const { call, control: world, addWebhook, send, sent } = mockWithEndpoint(() => 500)
    await addWebhook(["email.delivered"])
    await send("ana@example.test")
    expect(sent).toHaveLength(1)
    const { fired, happened } = await world.advance("3h")
    const minutes = sent.map(({ at }) => (at - Date.parse(start)) / 60_000)
    expect(minutes).toEqual([0, 1, 6, 36, 156])
    expect([fired, happened]).toEqual([4, "4 webhooks sent again"])
    const { body } = await call("GET", "/_mock/clock", control)
    expect(body.now).toBe("2026-03-01T15:00:00.000Z")
  })

  it("runs all due work, however much, also after a snapshot is restored", async () => {
    const { call, control: world } = mock()
    // And the one that the seed has in another team.
    const many = 70
    for (let n = 1; n < many; n++) {
      await call("POST", "/v1/my/account/invites", { body: { email: `n${n}@example.test` } })
    }
    const statuses = async () => {
      const { body } = await call("GET", "/v1/my/account/invites")
      return body.map(({ status }: { status: string }) => status)
    }
    const waiting = JSON.stringify(world.state.snapshot())
    expect(await world.advance("7d")).toMatchObject({ fired: many + 1 })
    expect(await statuses()).toEqual(Array(many).fill("expired"))
    world.state.restore(JSON.parse(waiting))
    expect(await statuses()).toEqual(Array(many).fill("pending"))
    expect(await world.advance("7d")).toMatchObject({ fired: many + 1 })
    expect(await statuses()).toEqual(Array(many).fill("expired"))
  })

  it("by 0 runs what is due now, and reports how much that was", async () => {
    const { call, control: world, addWebhook, sent } = mockWithEndpoint()
    await addWebhook(["email.sent"])
    const mail = { channel: "email", to: "ana@example.test", subject: "Hello", html: "<p>Hi</p>" }
    await call("POST", "/v1/my/messages", { body: mail })
    expect(await world.advance(0)).toEqual({ now: start, fired: 2, happened: "1 message sent, 1 webhook sent" })
    expect(sent).toHaveLength(1)
    expect((await world.advance(0)).fired).toBe(0)
  })

  it("adds up when two are requested at once", async () => {
    const { control: world } = mock()
    await Promise.all([world.advance("1h"), world.advance("1h")])
    expect(world.clock.get().now).toBe("2026-03-01T14:00:00.000Z")
  })
})

describe("PUT /_mock/clock", () => {
  it("runs what is due on the way to a later time", async () => {
    const { call, addWebhook, send, sent } = mockWithEndpoint(() => 500)
    await addWebhook(["email.delivered"])
    await send("ana@example.test")
    const body = { mode: "frozen", now: "2026-03-01T12:10:00Z" }
    const response = await call("PUT", "/_mock/clock", { ...control, body })
    expect(response.body).toMatchObject({ mode: "frozen", now: "2026-03-01T12:10:00.000Z" })
    expect(sent).toHaveLength(3)
  })

  it("sets an earlier time without running anything", async () => {
    const { call } = mock()
    const body = { mode: "frozen", now: "2025-01-01T00:00:00Z" }
    expect((await call("PUT", "/_mock/clock", { ...control, body })).body.now).toBe("2025-01-01T00:00:00.000Z")
    const { body: list } = await call("POST", "/v1/my/lists", { body: { name: "Early" } })
    expect(list.created_at).toBe("2025-01-01T00:00:00.000Z")
  })

  it("keeps what is left out; a rate alone makes time run", async () => {
    const { call } = mock()
    const set = async (body: object) => (await call("PUT", "/_mock/clock", { ...control, body })).body
    expect(await set({ now: "2027-01-01T00:00:00Z" })).toMatchObject({
      mode: "frozen",
      now: "2027-01-01T00:00:00.000Z",
    })
    expect(await set({ rate: 60 })).toMatchObject({ mode: "scaled", rate: 60 })
    expect(await set({ webhook_time: "real" })).toMatchObject({ mode: "scaled", rate: 60, webhook_time: "real" })
    expect(await set({ mode: "frozen" })).not.toHaveProperty("rate")
    expect(await set({})).toMatchObject({ mode: "frozen", webhook_time: "real" })
  })

  it.each([{ mode: "slow" }, { mode: "scaled" }, { mode: "frozen", rate: 2 }, { mode: "real", now: "now" }])(
    "refuses %j",
    async (body) => {
      const { call } = mock()
      expect((await call("PUT", "/_mock/clock", { ...control, body })).status).toBe(422)
    },
  )
})

describe("a real clock", () => {
  const setUp = () => {
    const outside = fakeHost(Date.parse(start))
    const service = new ServiceCore({
      hostClock: outside.hostClock,
      deliver: () => ({ status: 500, duration: 0 }),
    })
    return { ...outside, service, world: worldOf(service, mainWorld) }
  }

  it("continues with the machine's time after an advance", async () => {
    const { world, pass } = setUp()
    await world.advance("1d")
    await pass(5_000)
    expect(world.clock.get()).toMatchObject({ mode: "real", now: "2026-03-02T12:00:05.000Z" })
  })

  it("runs work automatically that an advance has brought closer", async () => {
    const { service, world, pass, settle } = setUp()
    const { invites } = service.world.tables
    const body = JSON.stringify({ email: "new@example.test", role: "member" })
    const headers = { Authorization: "Bearer maskey_live_mock", "Content-Type": "application/json" }
    await world.fetch("/v1/my/account/invites", { method: "POST", headers, body })
    await world.advance("6d")
    await pass(23 * 3_600_000)
    expect(invites.get(1)?.status).toBe("pending")
    await pass(3_600_000)
    await settle()
    expect(invites.get(1)?.status).toBe("expired")
  })

  it("stops when frozen, and continues from there", async () => {
    const { world, pass } = setUp()
    await world.clock.set({ mode: "frozen" })
    await pass(60_000)
    expect(world.clock.get()).toMatchObject({ mode: "frozen", now: start })
    await world.clock.set({ mode: "real" })
    await pass(1_000)
    expect(world.clock.get().now).toBe("2026-03-01T12:00:01.000Z")
  })
})

describe("the start time of a service", () => {
  it.each(["2026-02-30", "soon", new Date(Number.NaN)])("is refused if it is invalid: %s", (now) => {
    expect(() => createMockService({ now })).toThrow(/^Validation failed: now must be/)
  })
})

describe("the latest time of a clock", () => {
  const latest = "9999-01-01T00:00:00.000Z"
  const past = `past ${latest}, the latest that a clock shows`

  it("leaves room for later expiry dates: its state can be restored", async () => {
    const { call, control: world } = mock({ now: latest })
    const body = { email: "new@example.test", role: "member" }
    expect((await call("POST", "/v1/my/account/invites", { body })).body.expires_at).toBe("9999-01-08T00:00:00.000Z")
    world.state.restore(world.state.snapshot())
    expect(world.clock.get().now).toBe(latest)
  })

  it("cannot be exceeded by any call", async () => {
    const { call, control: world } = mock({ now: latest })
    const now = "9999-01-01T00:00:00.001Z"
    const clock = { mode: "frozen", now } as const
    const { clock: before, ...snapshot } = snapshotOf(world)
    const invalidCalls = [
      ["PUT", "/clock", clock, { now: [`is ${past}`] }],
      ["POST", "/clock/advance", { by: 1 }, { by: [`leads ${past}`] }],
      ["POST", "/clock/advance", { to: now }, { to: [`is ${past}`] }],
      ["POST", "/worlds", { clock }, { "clock.now": [`is ${past}`] }],
      ["PUT", "/snapshot", { ...snapshot, clock: { ...before, now: before.now + 1 } }, { "clock.now": [`is ${past}`] }],
    ] as const
    for (const [method, path, body, errors] of invalidCalls) {
      const response = await call(method, `/_mock${path}`, { ...control, body })
      expect([path, response.status, response.body.validation_errors]).toEqual([path, 422, errors])
    }
    expect(() => createMockService({ now })).toThrow(`Validation failed: now is ${past}`)
    expect(world.clock.get().now).toBe(latest)
  })

  it("is where a running clock stops", async () => {
    const { hostClock, pass } = fakeHost(Date.parse(start))
    const service = new ServiceCore({ hostClock, clock: "scaled", rate: 3_600, now: latest })
    await pass(60_000)
    expect(service.world.timestamp()).toBe(latest)
  })
})
