import { describe, expect, it, onTestFinished } from "vitest"
import { createMockService, type MockService } from "../../mock-server/index.ts"
import { historyOf } from "../support/dashboard-data.ts"
import { LiveReader } from "../support/live.ts"

/** A service with a reader attached to its world. */
async function watched(): Promise<MockService> {
  const service = createMockService({
    clock: "frozen",
    now: "2026-03-01T12:00:00Z",
    allowLocalWebhooks: true,
    deliver: () => ({ status: 500, duration: 1 }),
  })
  onTestFinished(() => service.close())
  const live = new LiveReader(await service.fetch("/_mock/live"))
  onTestFinished(() => live.close())
  await live.next()
  return service
}

const call = (service: MockService, method: string, path: string, body?: object) =>
  service.fetch(path, {
    method,
    headers: { Authorization: `Bearer ${service.apiKey}`, "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
const send = (service: MockService, to: string) =>
  call(service, "POST", "/v1/my/messages", { channel: "email", to, subject: "Hi", html: "Hi" })

/** Everything readable in a world that a past view also shows. */
async function pictureOf(service: MockService, prefix: string): Promise<Record<string, unknown>> {
  const paths = ["messages", "requests", "deliveries", "outbox", "timers?limit=100", "capacity", "tables", "errors"]
  const tables = ["messages", "messageContents", "webhookDeliveries", "webhooks", "contacts", "suppressions", "usage"]
  const rows = ["message", "request", "event", "delivery", "endpoint"]
  const all = [...paths, ...tables.map((name) => `tables/${name}`), ...rows.map((kind) => `rows/${kind}`)]
  const answers = all.map(async (path) => {
    const response = await service.fetch(`${prefix}/_mock/${path}`)
    expect(response.status, path).toBe(200)
    return [path, await response.json()]
  })
  return Object.fromEntries(await Promise.all(answers))
}

describe("the world in the past", () => {
  it("is, at each step, what the world was then, in any order, and the present does not change", async () => {
    const service = await watched()
    const { world } = service
    const pictures = new Map<number, unknown>()
    const keep = async () => {
      const { last } = await historyOf(world)
      pictures.set(last, { ...(await pictureOf(service, "")), now: world.clock().now })
    }
    await keep()
    await call(service, "POST", "/v1/my/webhooks", { url: "http://127.0.0.1:9/", events: ["email.bounced"] })
    await keep()
    await send(service, "bounced@simulator.test")
    await world.advance(0)
    await keep()
    await world.advance("1h")
    await keep()
    world.faults.add({ status: 503, times: 1 })
    await send(service, "ana@example.test")
    await keep()
    await world.fillContacts({ count: 3 })
    await call(service, "DELETE", "/v1/my/webhooks/1")
    await world.advance("3d")
    await keep()
    world.clearRequests()
    await keep()
    const present = await pictureOf(service, "")
    const steps = [...pictures.keys()]
    expect(steps.length).toBe(7)
    for (const step of [...steps, ...steps.toReversed(), steps[3] ?? 0, steps[1] ?? 0]) {
      const past = await pictureOf(service, `/@main~${step}`)
      const clock = await (await service.fetch(`/@main~${step}/_mock/clock`)).json()
      expect({ ...past, now: clock.now }, `step ${step}`).toEqual(pictures.get(step))
    }
    expect(await pictureOf(service, "")).toEqual(present)
  })

  it("describes what has happened in steps", async () => {
    const service = await watched()
    await send(service, "ana@example.test")
    await service.world.fillContacts({ count: 1 })
    await call(service, "POST", "/v1/my/account/invites", { email: "ben@example.test", role: "member" })
    await service.world.advance("30d")
    const { is_kept, first, last, steps } = await historyOf(service.world)
    expect([is_kept, first, last]).toEqual([true, 0, steps.length - 1])
    expect(steps.map(({ what }) => what)).toEqual(
      expect.arrayContaining([
        "history begins",
        "POST /v1/my/messages: 201",
        "a change of contacts",
        "invite.expire 3: ben@example.test",
        "time moves",
      ]),
    )
    expect(steps[0]).toMatchObject({ step: 0, at: "2026-03-01T12:00:00.000Z", world: "main~0" })
    expect((await historyOf(service.world, "limit=2&before=3")).steps.map(({ step }) => step)).toEqual([1, 2])
  })

  it("is read-only: changes are refused, and change nothing", async () => {
    const service = await watched()
    await send(service, "ana@example.test")
    const { last } = await historyOf(service.world)
    const past = `/@main~${last}`
    const refused: [string, string][] = [
      ["POST", "/_mock/reset"],
      ["PUT", "/_mock/clock"],
      ["POST", "/_mock/clock/advance"],
      ["DELETE", "/_mock/requests"],
      ["POST", "/_mock/messages/1/events"],
      ["GET", "/_mock/snapshot"],
      ["GET", "/_mock/live"],
      ["GET", "/_mock/messages/wait"],
      ["GET", "/_mock/messages/latest"],
      ["GET", "/v1/my/contacts"],
      ["POST", "/v1/my/messages"],
    ]
    for (const [method, path] of refused) {
      const response = await call(service, method, past + path, method === "GET" ? undefined : {})
      expect([method, path, response.status]).toEqual([method, path, 403])
      expect((await response.json()).message).toContain("is a past state")
    }
    expect((await historyOf(service.world)).last).toBe(last)
  })

  it.each(["main~99", "main~", "main~x", "nowhere~0", "main~1~1"])("is a 404 for %s", async (name) => {
    const service = await watched()
    expect((await service.fetch(`/@${name}/_mock/clock`)).status).toBe(404)
  })

  it("starts again with a reset, and is separate for each world", async () => {
    const service = await watched()
    await send(service, "ana@example.test")
    const before = (await historyOf(service.world)).last
    service.world.reset()
    expect(await historyOf(service.world)).toMatchObject({ is_kept: false, steps: [] })
    expect((await service.fetch(`/@main~${before}/_mock/clock`)).status).toBe(404)
    expect((await historyOf(service.world.createWorld())).is_kept).toBe(false)
  })

  it("is kept only while there are readers, and dropped after a long time without any", async () => {
    const service = createMockService({ clock: "frozen" })
    onTestFinished(() => service.close())
    await service.world.fillContacts({ count: 10 })
    expect((await historyOf(service.world)).is_kept).toBe(false)
    const live = new LiveReader(await service.fetch("/_mock/live"))
    await live.next()
    await live.close()
    await service.world.fillContacts({ count: 100 })
    expect((await historyOf(service.world)).is_kept).toBe(true)
    await service.world.fillContacts({ count: 30_000 })
    expect((await historyOf(service.world)).is_kept).toBe(false)
  })

  it("goes back only as far as the history is kept, however much happens", async () => {
    const service = await watched()
    for (let count = 0; count <= 90_000; count++) service.world.outcomes.clear()
    const { first, last, is_kept } = await historyOf(service.world)
    expect([is_kept, first > 10_000, last - first > 70_000]).toEqual([true, true, true])
    expect((await service.fetch(`/@main~${first - 1}/_mock/clock`)).status).toBe(404)
    for (const step of [first, last]) expect((await service.fetch(`/@main~${step}/_mock/clock`)).status).toBe(200)
  })
})
