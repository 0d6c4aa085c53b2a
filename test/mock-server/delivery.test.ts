import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { SendLedger } from "../../mock-server/world/send-ledger.ts"
import { mockWithEndpoint } from "../support/webhook-stub.ts"

const path = "/v1/my/delivery/status"
const hour = 3_600_000

/** A mock whose main account may send to `cap` recipients in 24 hours. */
function mockWithCap(cap: number, options = {}) {
  const m = mockWithEndpoint(undefined, options)
  const { plans } = m.world.tables
  const plan = plans.get(1)
  if (plan === undefined) throw new Error("There is no plan")
  plans.update(plan, { recipient_caps: { probation: 1, standard: cap, trusted: 1_000 } })
  return { ...m, status: async () => (await m.call("GET", path)).body }
}

describe("the delivery status", () => {
  it("shows allowance and pacing of the brand [delivery.status] [24.5]", async () => {
    const m = mockWithCap(10)
    await m.send("ada@example.test")
    expect(await m.status()).toEqual({
      assessment_scope: "brand",
      admission_status: "allowed",
      commercial_capacity: {
        source: "plan",
        window_seconds: 86_400,
        status: "known",
        limit: 10,
        reserved: 0,
        accepted: 1,
        provider_unknown: 0,
        remaining: 9,
      },
      pacing_state: { status: "idle", queued_quantity: 0, next_dispatch_at: null },
      blocking_control: null,
      reason_code: null,
      remediation: null,
      capacity_recovery: null,
      retry_at: null,
      observed_at: "2026-03-01T12:00:00.000Z",
    })
  })

  it("uses the plan's cap for the account's standing [36.9]", async () => {
    const m = mockWithCap(10)
    const { accounts } = m.world.tables
    for (const [standing, limit] of [
      ["probation", 1],
      ["standard", 10],
      ["trusted", 1_000],
    ] as const) {
      const account = accounts.get(1)
      if (account !== undefined) accounts.update(account, { standing })
      expect((await m.status()).commercial_capacity.limit).toBe(limit)
    }
  })

  it("counts pending sends as reserved, and reports when the next one goes out", async () => {
    const m = mockWithCap(10, { messageLatency: 60_000 })
    await m.send("ada@example.test")
    await m.send("ada@example.test")
    expect(await m.status()).toMatchObject({
      commercial_capacity: { reserved: 2, accepted: 0, remaining: 8 },
      pacing_state: { status: "pacing", queued_quantity: 2, next_dispatch_at: "2026-03-01T12:01:00.000Z" },
    })
    await m.advance(60_000)
    expect(await m.status()).toMatchObject({ commercial_capacity: { reserved: 0, accepted: 2 } })
  })

  it("reports the earliest pending send of the brand, also after it was postponed", async () => {
    const m = mockWithCap(10, { messageLatency: 60_000 })
    const next = async () => (await m.status()).pacing_state.next_dispatch_at
    await m.send("ada@example.test", {}, { "X-Brand-SID": "brand_second" })
    await m.advance(10_000)
    await m.call("POST", "/v1/my/messages", { body: { channel: "sms", to: "+15550100", body: "Hi" } })
    await m.advance(10_000)
    await m.send("ada@example.test")
    await m.advance(10_000)
    await m.send("ada@example.test")
    const timer = m.control.timers.list().filter(({ kind }) => kind === "message.dispatch")[2]
    expect(await next()).toBe("2026-03-01T12:01:20.000Z")
    m.control.timers.move(timer?.id ?? 0, "postpone", { by: "5m" })
    expect(await next()).toBe("2026-03-01T12:01:30.000Z")
    await m.advance(60_000)
    expect(await next()).toBe("2026-03-01T12:06:20.000Z")
  })

  it("warns from 80 % on, with the way out [35.5]", async () => {
    const m = mockWithCap(10)
    for (let i = 0; i < 7; i++) await m.send("ada@example.test")
    expect(await m.status()).toMatchObject({ capacity_recovery: null, reason_code: null })
    await m.send("ada@example.test")
    const status = await m.status()
    expect(status).toMatchObject({
      admission_status: "allowed",
      blocking_control: null,
      reason_code: "sending_capacity_warning",
      retry_at: null,
    })
    expect(status.capacity_recovery).toEqual({
      state: "approaching",
      reason_code: "sending_capacity_warning",
      blocking_control: "commercial_capacity",
      usage_percent: 80,
      requested_quantity: 0,
      label: expect.any(String),
      detail: expect.any(String),
      capacity: expect.objectContaining({ limit: 10, remaining: 2 }),
      upgrade_url: expect.stringMatching(/^http/),
      retry_at: null,
      recovery_action: status.remediation,
      recovery_actions: [status.remediation],
      owner_action: status.remediation,
    })
    expect(status.remediation).toEqual({
      type: "upgrade_plan",
      label: expect.any(String),
      detail: expect.any(String),
      url: status.capacity_recovery.upgrade_url,
      required_role: "account_owner_or_admin",
    })
  })

  it("defers once the window is full, and reports until when", async () => {
    const m = mockWithCap(2)
    await m.send("ada@example.test")
    await m.advance(hour)
    await m.send("ada@example.test")
    expect(await m.status()).toMatchObject({
      admission_status: "deferred",
      blocking_control: "commercial_capacity",
      reason_code: "sending_capacity_reached",
      capacity_recovery: { state: "reached", usage_percent: 100 },
      retry_at: "2026-03-02T12:00:00.000Z",
    })
  })

  it("never reserves or authorizes a send [24.5]", async () => {
    const m = mockWithCap(1)
    for (let i = 0; i < 3; i++) await m.status()
    expect((await m.send("ada@example.test")).status).toBe(201)
  })

  it("denies if the plan allows nothing", async () => {
    const m = mockWithCap(0)
    expect(await m.status()).toMatchObject({ admission_status: "denied", retry_at: null })
    const refusal = await m.send("ada@example.test")
    expect(refusal).toMatchObject({ status: 429, body: { retryable: false } })
    expect(refusal.headers.get("retry-after")).toBe("86400")
  })
})

describe("a send past the capacity", () => {
  it("is 429 sending_capacity_reached until the window frees [36.9]", async () => {
    const m = mockWithCap(2)
    await m.send("ada@example.test")
    await m.advance(hour)
    await m.send("ada@example.test")
    const refusal = await m.send("ada@example.test")
    expect(refusal.status).toBe(429)
    expect(refusal.headers.get("retry-after")).toBe(String(23 * 3_600))
    expect(refusal.body).toMatchObject({
      code: 429,
      error: true,
      error_code: "sending_capacity_reached",
      retryable: true,
      retry_at: "2026-03-02T12:00:00.000Z",
      recovery_action: { type: "upgrade_plan" },
      capacity_recovery: {
        state: "reached",
        reason_code: "sending_capacity_reached",
        requested_quantity: 1,
        retry_at: "2026-03-02T12:00:00.000Z",
        capacity: { limit: 2, remaining: 0 },
      },
    })
    await m.advance(23 * hour - 1)
    expect((await m.send("ada@example.test")).status).toBe(429)
    await m.advance(1)
    expect((await m.send("ada@example.test")).status).toBe(201)
    expect((await m.send("ada@example.test")).status).toBe(429)
  })

  it("tells a send beyond what is left, which is retryable, from one beyond the limit, which is not", async () => {
    const m = mockWithCap(3)
    await m.send("ada@example.test")
    const test = async (...email: string[]) => {
      const { headers, body } = await m.call("POST", "/v1/my/templates/1/send_test", { body: { email } })
      const { retryable, capacity_recovery, message } = body
      expect(capacity_recovery.detail).toBe(`${message}.`)
      return [message, retryable, headers.get("retry-after"), capacity_recovery.retry_at]
    }
    const all = ["a@b.test", "c@b.test", "d@b.test", "e@b.test"]
    expect(await test(...all.slice(1))).toEqual([
      "A send to 3 is more than what is left of the sending capacity of the last 24 hours: 2 of 3",
      true,
      "86400",
      "2026-03-02T12:00:00.000Z",
    ])
    const never = "A send to 4 is more than the whole sending capacity of 24 hours: 3"
    expect(await test(...all)).toEqual([never, false, "86400", null])
  })

  it("waits until usage is below a limit that was reduced", async () => {
    const m = mockWithCap(3)
    for (let sent = 0; sent < 3; sent++) {
      await m.send("ada@example.test")
      await m.advance(hour)
    }
    const { accounts } = m.world.tables
    const account = accounts.get(1)
    if (account !== undefined) accounts.update(account, { standing: "probation" })
    const refusal = await m.send("ada@example.test")
    expect(refusal.body.retry_at).toBe("2026-03-02T14:00:00.000Z")
    await m.advance(23 * hour - 1)
    expect((await m.send("ada@example.test")).status).toBe(429)
    await m.advance(1)
    expect((await m.send("ada@example.test")).status).toBe(201)
  })

  it("sends nothing, stores nothing and leaves its idempotency key unused [36.9]", async () => {
    const m = mockWithCap(1)
    await m.send("ada@example.test")
    const key = { "Idempotency-Key": "receipt-2" }
    expect((await m.send("grace@example.test", {}, key)).status).toBe(429)
    expect((await m.call("GET", "/v1/my/messages")).body).toHaveLength(1)
    await m.advance(24 * hour)
    expect((await m.send("grace@example.test", {}, key)).status).toBe(201)
  })

  it("counts the sends of the last 24 hours, even if the clock was moved back", async () => {
    const m = mockWithCap(1)
    for (const now of ["2026-06-01T00:00:00.000Z", "2026-03-02T00:00:00.000Z"]) {
      await m.control.clock.set({ mode: "frozen", now })
      expect((await m.send("ada@example.test")).status).toBe(201)
    }
    const { status, body } = await m.send("ada@example.test")
    expect([status, body.retry_at]).toEqual([429, "2026-03-03T00:00:00.000Z"])
    await m.advance(24 * hour)
    expect((await m.status()).commercial_capacity).toMatchObject({ accepted: 0, remaining: 1 })
    await m.control.clock.set({ mode: "frozen", now: "2026-06-01T12:00:00Z" })
    expect((await m.send("ada@example.test")).body.retry_at).toBe("2026-06-02T00:00:00.000Z")
  })

  it("does not refuse the replay of a send that was accepted", async () => {
    const m = mockWithCap(1)
    const key = { "Idempotency-Key": "receipt-1" }
    await m.send("ada@example.test", {}, key)
    expect((await m.send("ada@example.test", {}, key)).status).toBe(200)
  })

  it("is shared by the account's brands, counts test sends, and ignores SMS [36.9]", async () => {
    const m = mockWithCap(2)
    await m.send("ada@example.test", {}, { "X-Brand-SID": "brand_second" })
    await m.call("POST", "/v1/my/templates/1/send_test", { body: { email: "ada@example.test" } })
    expect((await m.send("ada@example.test")).status).toBe(429)
    const sms = { channel: "sms", to: "+4915112345678", body: "Hi" }
    expect((await m.call("POST", "/v1/my/messages", { body: sms })).status).toBe(201)
  })
})

describe("the ledger of sends", () => {
  const window = 100
  const step = fc.record({ wait: fc.nat(40), recipients: fc.integer({ min: 1, max: 5 }) })

  it("always has the sum of the last window, and knows when it frees [36.9]", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 20 }), (steps, needed) => {
        let ledger = new SendLedger(window)
        const sends: [number, number][] = []
        let now = 1_000
        for (const { wait, recipients } of steps) {
          now += wait
          ledger.add(1, now, recipients)
          sends.push([now, recipients])
          const inWindow = sends.filter(([moment]) => moment + window > now)
          const total = inWindow.reduce((sum, [, count]) => sum + count, 0)
          expect(ledger.used(1, now)).toBe(total)
          const frees = ledger.freesAt(1, now, needed)
          if (total < needed) expect(frees).toBeUndefined()
          else {
            const freedCount = (moment: number) =>
              inWindow.filter(([at]) => at + window <= moment).reduce((sum, [, count]) => sum + count, 0)
            expect(freedCount(frees ?? 0)).toBeGreaterThanOrEqual(needed)
            expect(freedCount((frees ?? 0) - 1)).toBeLessThan(needed)
          }
          const copy = new SendLedger(window)
          copy.load(JSON.parse(JSON.stringify(ledger.dump())))
          ledger = copy
        }
        expect(ledger.used(2, now)).toBe(0)
      }),
    )
  })
})
