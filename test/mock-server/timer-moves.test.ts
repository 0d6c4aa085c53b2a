import { describe, expect, it } from "vitest"
import { createMockService, type MockWorld } from "../../mock-server/index.ts"
import { rowsOf } from "../support/dashboard-data.ts"
import { post } from "../support/post.ts"

const now = "2026-03-01T12:00:00.000Z"
const start = (statuses: readonly number[] = []) => {
  const queuedStatuses = [...statuses]
  return createMockService({
    clock: "frozen",
    now,
    messageLatency: 60_000,
    allowLocalWebhooks: true,
    deliver: () => ({ status: queuedStatuses.shift() ?? 200, duration: 1 }),
  })
}
const timerOf = (world: MockWorld, kind: string) => {
  const timer = world.timers.list().find((each) => each.kind === kind)
  if (timer === undefined) throw new Error(`No ${kind} waits`)
  return timer
}
const message = { channel: "email", to: "ana@example.test", subject: "Hi", html: "Hi" }

describe("a pending timer", () => {
  it("describes its subject", async () => {
    const service = start()
    await post(service, "/v1/my/messages", message)
    expect(timerOf(service.world, "message.dispatch")).toMatchObject({ subject: 1, about: "Hi to ana@example.test" })
    await service.close()
  })

  it("runs now instead of later when promoted, and only once", async () => {
    const service = start()
    await post(service, "/v1/my/messages", message)
    const { id } = timerOf(service.world, "message.dispatch")
    expect(service.world.timers.move(id, "promote")).toMatchObject({ id, due_at: now })
    await service.world.advance(0)
    expect(service.world.messages.get(1)).toMatchObject({ status: "sent", sent_at: now })
    expect(service.world.timers.list().some((timer) => timer.id === id)).toBe(false)
    expect(service.world.clock.get().now).toBe(now)
    await service.close()
  })

  it("runs later by the given time when postponed", async () => {
    const service = start()
    await post(service, "/v1/my/messages", message)
    const { id } = timerOf(service.world, "message.dispatch")
    expect(service.world.timers.move(id, "postpone", { by: "1h" }).due_at).toBe("2026-03-01T13:01:00.000Z")
    await service.world.advance("1h")
    expect(service.world.messages.get(1).status).toBe("queued")
    await service.world.advance("1m")
    expect(service.world.messages.get(1).status).toBe("sent")
    await service.close()
  })

  it("of a webhook updates its delivery's next attempt", async () => {
    const service = start([500])
    await post(service, "/v1/my/webhooks", { url: "http://127.0.0.1:9/", events: ["email.sent"] })
    await post(service, "/v1/my/webhooks/1/test", { type: "email.sent" })
    await service.world.advance(0)
    const { id } = timerOf(service.world, "webhook.attempt")
    service.world.timers.move(id, "postpone", { by: "2h" })
    expect((await rowsOf(service.world, "delivery")).rows[0]?.due[0]).toBe("2026-03-01T14:01:00.000Z")
    service.world.timers.move(id, "promote")
    await service.world.advance(0)
    expect((await rowsOf(service.world, "delivery")).rows[0]).toMatchObject({ status: "delivered", due: [] })
    await service.close()
  })

  it("runs twice when repeated, but has no second effect if only one is allowed", async () => {
    const service = start()
    await post(service, "/v1/my/messages", message)
    await post(service, "/v1/my/account/invites", { email: "ben@example.test", role: "member" })
    await post(
      service,
      "/v1/my/billing/funding/purchases",
      { amount_cents: 5_000 },
      { "Idempotency-Key": "a-purchase-key" },
    )
    const before = service.world.timers.list()
    for (const { id, kind } of before) {
      if (!kind.startsWith("suppression") && !kind.startsWith("provisioning")) service.world.timers.move(id, "repeat")
    }
    await service.world.advance("40d")
    expect(service.world.timers.list().filter(({ error }) => error !== undefined)).toEqual([])
    const { timeline } = service.world.messages.get(1)
    expect(timeline.map(({ type }) => type)).toEqual(["email.queued", "email.sent", "email.delivered"])
    await service.close()
  })

  it("with a date of its own can only be postponed", async () => {
    const service = start()
    service.world.transitions.managedAccounts.sendInvitation(1)
    const { id } = timerOf(service.world, "provisioning.expire")
    for (const move of ["promote", "repeat"] as const) {
      expect(() => service.world.timers.move(id, move)).toThrow(
        "depends on the date of its record: advance the clock to",
      )
    }
    expect(Date.parse(service.world.timers.move(id, "postpone", { by: "1d" }).due_at)).toBeGreaterThan(Date.parse(now))
    await service.close()
  })

  it("is refused if it does not exist, or if the request is invalid", async () => {
    const service = start()
    const [first] = service.world.timers.list()
    const id = first?.id ?? 0
    expect(() => service.world.timers.move(9_999, "promote")).toThrow("Timer not found")
    expect(() => service.world.timers.move(id, "postpone")).toThrow("by is required to postpone")
    expect(() => service.world.timers.move(id, "promote", { by: "1d" })).toThrow(/by/)
    expect(() => service.world.timers.move(id, "postpone", { by: "9000000d" })).toThrow(/by/)
    expect(() => service.world.timers.move(id, "postpone", { by: "2912580d" })).toThrow("by leads past the year 9999")
    await service.close()
  })
})
