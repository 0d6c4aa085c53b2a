import { describe, expect, it } from "vitest"
import { createMockService, type MockService } from "../../mock-server/index.ts"
import { ServiceCore } from "../../mock-server/service/service.ts"
import { worldOf } from "../../mock-server/testing/mock-world/world-of.ts"
import { mainWorld } from "../../mock-server/world/world-names.ts"
import { fakeHost } from "../support/fake-host.ts"
import { mock } from "../support/mock.ts"
import { mockWithEndpoint } from "../support/webhook-stub.ts"

const start = "2026-03-01T12:00:00.000Z"
const control = { key: null }

describe("POST /_mock/clock/advance to the next work", () => {
  it("advances from one due time to the next, and counts what ran", async () => {
    const { call, addWebhook, send, sent } = mockWithEndpoint(() => 500)
    await addWebhook(["email.delivered"])
    await send("ana@example.test")
    const times: string[] = []
    for (let turn = 0; turn < 3; turn++) {
      const { status, body } = await call("POST", "/_mock/clock/advance", { ...control, body: { to: "next" } })
      expect([status, body.fired]).toEqual([200, 1])
      times.push(body.now.slice(11, 19))
    }
    expect(times).toEqual(["12:01:00", "12:06:00", "12:36:00"])
    expect(sent).toHaveLength(4)
  })

  it("also runs what is due now", async () => {
    const { control: world, call, addWebhook, sent } = mockWithEndpoint(() => 500)
    await addWebhook(["email.delivered"])
    const mail = { channel: "email", to: "ana@example.test", subject: "Hello", html: "<p>Hi</p>" }
    await call("POST", "/v1/my/messages", { body: mail })
    await world.advance({ to: "next" })
    expect(sent).toHaveLength(2)
    expect(world.clock.get().now).toBe("2026-03-01T12:01:00.000Z")
  })

  it("does not move if nothing waits, or only work due after `until`", async () => {
    const { control: world, call } = mock()
    const [first] = world.timers.list({ limit: 1 })
    const { id, due_at } = first ?? { id: 0, due_at: "" }
    expect(world.timers.get(id)).toEqual(first)
    const until = new Date(Date.parse(due_at) - 1)
    expect(await world.advance({ to: "next", until })).toEqual({ now: start, fired: 0 })
    expect(await world.advance({ to: "next", until: due_at })).toMatchObject({ now: due_at, fired: 2 })
    while ((await world.advance({ to: "next" })).fired > 0);
    const { now } = world.clock.get()
    expect(world.timers.list()).toEqual([])
    expect(() => world.timers.get(id)).toThrow("Timer not found")
    const response = await call("POST", "/_mock/clock/advance", { ...control, body: { to: "next" } })
    expect(response.body).toEqual({ now, fired: 0 })
  })

  it.each([
    [{ to: "after" }, "to"],
    [{ by: 1, until: start }, "until"],
    [{ to: start, until: start }, "until"],
  ])("refuses %j and names the field", async (body, field) => {
    const response = await mock().call("POST", "/_mock/clock/advance", { ...control, body })
    expect([response.status, Object.keys(response.body.validation_errors)]).toEqual([422, [field]])
  })

  it("explains what an invalid time must be", () => {
    const { control: world } = mock()
    expect(() => world.advance({ to: "tomorrow" })).toThrow("ISO 8601")
    expect(() => world.advance({ to: "1960-01-01T00:00:00Z" })).toThrow("between the years 1970 and 9999")
  })
})

describe("a scaled clock", () => {
  const setUp = (rate: number) => {
    const outside = fakeHost(Date.parse(start))
    const service = new ServiceCore({
      hostClock: outside.hostClock,
      clock: "scaled",
      rate,
      deliver: () => ({ status: 500, duration: 0 }),
    })
    return { ...outside, service, world: worldOf(service, mainWorld) }
  }

  it.each([1, 2.5, 60, 3_600])("runs %d times as fast as real time", async (rate) => {
    const { world, pass } = setUp(rate)
    expect(world.clock.get()).toMatchObject({ mode: "scaled", rate, now: start })
    await pass(10_000)
    expect(world.clock.get().now).toBe(new Date(Date.parse(start) + 10_000 * rate).toISOString())
  })

  it("runs work automatically when it falls due in real time", async () => {
    const { service, world, pass, settle } = setUp(3_600)
    const body = JSON.stringify({ email: "new@example.test", role: "member" })
    const headers = { Authorization: "Bearer maskey_live_mock", "Content-Type": "application/json" }
    await world.fetch("/v1/my/account/invites", { method: "POST", headers, body })
    const invite = () => [...service.world.tables.invites.all()].find(({ email }) => email === "new@example.test")
    const week = 7 * 86_400
    await pass(week / 3.6 - 1)
    expect(invite()?.status).toBe("pending")
    await pass(1)
    await settle()
    expect(invite()?.status).toBe("expired")
  })

  it("continues at its rate after an advance, and after it was frozen", async () => {
    const { world, pass } = setUp(60)
    await world.advance("1d")
    await pass(1_000)
    expect(world.clock.get().now).toBe("2026-03-02T12:01:00.000Z")
    await world.clock.set({ mode: "frozen" })
    await pass(5_000)
    expect(world.clock.get()).toMatchObject({ mode: "frozen", now: "2026-03-02T12:01:00.000Z" })
    expect(world.clock.get()).not.toHaveProperty("rate")
    await world.clock.set({ mode: "scaled", rate: 10, now: "2027-01-01" })
    await pass(1_000)
    expect(world.clock.get()).toMatchObject({ rate: 10, now: "2027-01-01T00:00:10.000Z" })
  })

  it("is restored by a snapshot, and by a reset", async () => {
    const { world, pass } = setUp(60)
    const snapshot = JSON.stringify(world.state.snapshot())
    await world.clock.set({ mode: "real" })
    world.state.restore(JSON.parse(snapshot))
    await pass(1_000)
    expect(world.clock.get()).toMatchObject({ mode: "scaled", rate: 60, now: "2026-03-01T12:01:00.000Z" })
    await world.clock.set({ mode: "frozen" })
    world.reset()
    expect(world.clock.get()).toMatchObject({ mode: "scaled", rate: 60 })
  })

  it.each([
    [{ mode: "scaled" }, "rate"],
    [{ mode: "scaled", rate: 0.5 }, "rate"],
    [{ mode: "scaled", rate: 3_601 }, "rate"],
    [{ mode: "real", rate: 2 }, "rate"],
  ])("refuses %j and names the field", async (body, field) => {
    const response = await mock().call("PUT", "/_mock/clock", { ...control, body })
    expect([response.status, Object.keys(response.body.validation_errors)]).toEqual([422, [field]])
  })

  it("can be requested for a new world", async () => {
    const { control: world } = mock()
    expect(world.worlds.create({ clock: { mode: "scaled", rate: 2 } }).clock.get()).toMatchObject({
      mode: "scaled",
      rate: 2,
    })
  })

  it.each([0, 3_601, Number.NaN])("is refused at a rate of %d when a service is created", (rate) => {
    expect(() => createMockService({ clock: "scaled", rate })).toThrow("rate must be 1 to 3600")
  })
})

describe("the build header", () => {
  const headerOf = async (service: MockService) =>
    (await service.fetch(`${service.url}/v1/my/account`)).headers.get("x-mas-mock")

  it("has the time of a clock that differs from the machine's, and none otherwise", async () => {
    const service = createMockService({ clock: "real" })
    expect(await headerOf(service)).not.toContain("now=")
    await service.world.advance("1d")
    const [, now = ""] = /; now=(\S+)$/.exec((await headerOf(service)) ?? "") ?? []
    expect(Math.round((Date.parse(now) - Date.now()) / 3_600_000)).toBe(24)
    expect(await headerOf(service)).not.toContain("frozen")
    await service.close()
  })
})
