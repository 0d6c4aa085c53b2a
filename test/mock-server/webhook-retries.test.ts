import { describe, expect, it } from "vitest"
import { queueWidth } from "../../mock-server/world/delivery-queues.ts"
import { verifyWebhook } from "../../sdk/webhooks/index.ts"
import { fakeHost } from "../support/fake-host.ts"
import { mock } from "../support/mock.ts"
import { mockWithEndpoint } from "../support/webhook-stub.ts"

const path = "/v1/my/webhooks"
const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const start = Date.parse("2026-03-01T12:00:00.000Z")

/** The times of the seven attempts of a delivery, from the first on. */
const ladder = [0, 1, 6, 36, 156, 636, 2_076].map((minutes) => minutes * minute)

describe("a delivery", () => {
  it.each([200, 201, 202, 204, 299])("responded with %i is delivered [12.1] [34.1]", async (status) => {
    const m = mockWithEndpoint(() => status)
    await m.addWebhook(["email.sent"])
    await m.send("ada@example.test")
    await m.advance(2 * day)
    expect(m.sent).toHaveLength(1)
    expect((await m.call("GET", `${path}/1/deliveries`)).body).toMatchObject([
      { status: "delivered", attempts: 1, last_response_status: status },
    ])
  })

  it.each([301, 302, 400, 404, 410, 429, 500, 503, "no response within 10 s"])(
    "responded with %s is retried [12.2]",
    async (reaction) => {
      let first = true
      const m = mockWithEndpoint(() => {
        const now = first ? reaction : 200
        first = false
        return now
      })
      await m.addWebhook(["email.sent"])
      await m.send("ada@example.test")
      expect((await m.call("GET", `${path}/1/deliveries`)).body).toMatchObject([
        {
          status: "pending",
          last_response_status: typeof reaction === "number" ? reaction : null,
          last_error: expect.stringContaining(String(reaction)),
        },
      ])
      await m.advance(minute)
      expect((await m.call("GET", `${path}/1/deliveries`)).body).toMatchObject([
        { status: "delivered", attempts: 2, last_error: null, next_attempt_at: null },
      ])
    },
  )

  it("is retried after 1 min, 5 min, 30 min, 2 h, 8 h and 24 h, then it has failed [34.2]", async () => {
    const m = mockWithEndpoint(() => 500)
    await m.addWebhook(["email.sent"])
    await m.send("ada@example.test")
    const at = async (moment: number) => {
      await m.advance(start + moment - m.world.now())
      const [delivery] = (await m.call("GET", `${path}/1/deliveries`)).body
      return [delivery.attempts, delivery.status, delivery.next_attempt_at]
    }
    for (const [index, offset] of ladder.entries()) {
      if (index > 0) expect((await at(offset - 1))[0]).toBe(index)
      const next = ladder[index + 1]
      const expected = next === undefined ? ["failed", null] : ["pending", new Date(start + next).toISOString()]
      expect(await at(offset)).toEqual([index + 1, ...expected])
    }
    await m.advance(7 * day)
    expect(m.sent.map(({ at }) => at - start)).toEqual(ladder)
  })

  it("has the same attempt times in one advance as in many [34.2]", async () => {
    const m = mockWithEndpoint(() => 500)
    await m.addWebhook(["email.sent"])
    await m.send("ada@example.test")
    await m.advance(2 * day)
    expect(m.sent.map(({ at }) => at - start)).toEqual(ladder)
  })

  it("keeps its id and body, and has a new timestamp and signature, on every attempt [34.3]", async () => {
    const m = mockWithEndpoint(() => 500)
    const { secret } = await m.addWebhook(["email.sent"])
    await m.send("ada@example.test")
    await m.advance(2 * day)
    expect(new Set(m.sent.map(({ headers }) => headers["webhook-id"])).size).toBe(1)
    expect(new Set(m.sent.map(({ body }) => body)).size).toBe(1)
    expect(new Set(m.sent.map(({ headers }) => headers["webhook-signature"])).size).toBe(7)
    for (const { headers, body, at } of m.sent) {
      expect(headers["webhook-timestamp"]).toBe(String(at / second))
      verifyWebhook(body, headers, secret, { now: at })
    }
  })

  it("is retried if the transport throws or rejects [12.2]", async () => {
    for (const fail of [
      () => {
        throw new Error("unplugged")
      },
      () => Promise.reject(new Error("unplugged")),
    ]) {
      const m = mock({ deliver: fail })
      await m.call("POST", path, { body: { url: "https://hooks.example.com/", events: ["email.delivered"] } })
      await m.call("POST", `${path}/1/test`)
      await m.advance(minute)
      expect((await m.call("GET", `${path}/1/deliveries`)).body).toMatchObject([
        { status: "pending", attempts: 2, last_error: "Error: unplugged" },
      ])
    }
  })

  it("continues from a snapshot as if nothing had happened", async () => {
    const m = mockWithEndpoint(() => 500)
    await m.addWebhook(["email.sent"])
    await m.send("ada@example.test")
    await m.advance(hour)
    const snapshot = JSON.parse(JSON.stringify(m.control.state.snapshot()))
    await m.advance(2 * day)
    const [before, deliveries] = [m.sent.splice(0), (await m.call("GET", `${path}/1/deliveries`)).body]
    m.control.state.restore(snapshot)
    await m.advance(2 * day)
    expect(m.sent).toEqual(before.slice(4))
    expect((await m.call("GET", `${path}/1/deliveries`)).body).toEqual(deliveries)
  })

  it("can arrive after later ones [34.3]", async () => {
    let down = true
    const m = mockWithEndpoint(() => (down ? 500 : 200))
    await m.addWebhook(["email.sent"])
    await m.send("ada@example.test")
    down = false
    await m.send("grace@example.test")
    await m.advance(minute)
    const delivered = m.sent.slice(1).map(({ event }) => event.data.to)
    expect(delivered).toEqual(["grace@example.test", "ada@example.test"])
  })

  it("uses the current URL and secret of its endpoint", async () => {
    const m = mockWithEndpoint(() => 500)
    await m.addWebhook(["email.sent"])
    await m.send("ada@example.test")
    await m.call("PATCH", `${path}/1`, { body: { url: "https://new.example.com/" } })
    await m.advance(minute)
    expect(m.sent.map(({ url }) => url)).toEqual(["https://hooks.example.com/mas", "https://new.example.com/"])
  })
})

describe("a delivery in real time", () => {
  it("has the same attempt times as in an advance [34.2]", async () => {
    const { hostClock, settle, pass } = fakeHost(start)
    const m = mockWithEndpoint(() => 500, { clock: "real", hostClock })
    await m.addWebhook(["email.sent"])
    const body = { channel: "email", to: "ada@example.test", subject: "x", html: "x" }
    await m.call("POST", "/v1/my/messages", { body })
    await settle()
    expect(m.sent).toHaveLength(1)
    for (let i = 0; i < 36 * 12; i++) await pass(5 * minute)
    expect(m.sent.map(({ at }) => at - start)).toEqual(ladder)
  })
})

describe("an endpoint", () => {
  const webhookOf = async (m: ReturnType<typeof mockWithEndpoint>) => (await m.call("GET", `${path}/1`)).body

  it("is failing from its first failed attempt to its next success [12.3]", async () => {
    let down = true
    const m = mockWithEndpoint(() => (down ? 500 : 200))
    await m.addWebhook(["email.sent"])
    await m.send("ada@example.test")
    await m.advance(minute)
    expect(await webhookOf(m)).toMatchObject({
      status: "failing",
      enabled: true,
      failing_since: "2026-03-01T12:00:00.000Z",
    })
    down = false
    await m.send("grace@example.test")
    expect(await webhookOf(m)).toMatchObject({ status: "active", failing_since: null })
  })

  it("is disabled by the failed attempt after 3 days of failures: 94 h 36 min for events at 0, 30 and 60 h [34.4]", async () => {
    const m = mockWithEndpoint(() => 500)
    await m.addWebhook(["email.sent"])
    for (const at of [0, 30 * hour, 60 * hour]) {
      await m.advance(start + at - m.world.now())
      await m.send("ada@example.test")
    }
    const end = 94 * hour + 36 * minute
    await m.advance(start + end - 1 - m.world.now())
    expect(await webhookOf(m)).toMatchObject({ enabled: true, status: "failing" })
    await m.advance(1)
    expect(await webhookOf(m)).toMatchObject({
      enabled: false,
      status: "disabled",
      failing_since: "2026-03-01T12:00:00.000Z",
      updated_at: new Date(start + end).toISOString(),
    })
    expect(m.sent).toHaveLength(21)
  })

  it("is judged at each failed attempt, not only at a delivery's last [34.4]", async () => {
    const m = mockWithEndpoint(() => 500)
    await m.addWebhook(["email.sent"])
    for (const at of [0, 30 * hour, 60 * hour, 71 * hour + 59 * minute + 30 * second]) {
      await m.advance(start + at - m.world.now())
      await m.send("ada@example.test")
    }
    // The fourth event's second attempt comes 30 s past the three days.
    await m.advance(day)
    expect(await webhookOf(m)).toMatchObject({
      enabled: false,
      updated_at: new Date(start + 72 * hour + 30 * second).toISOString(),
    })
    const { body } = await m.call("GET", `${path}/1/deliveries`)
    expect(body.map(({ attempts, status }: { attempts: number; status: string }) => [attempts, status])).toEqual([
      [2, "pending"],
      [6, "pending"],
      [7, "failed"],
      [7, "failed"],
    ])
  })

  it("is disabled by a failure exactly 3 days after the first, not by one before [34.4]", async () => {
    for (const [offset, enabled] of [
      [72 * hour - 1, true],
      [72 * hour, false],
    ] as const) {
      const m = mockWithEndpoint(() => 500)
      await m.addWebhook(["email.sent"])
      await m.send("ada@example.test")
      await m.advance(offset)
      await m.send("ada@example.test")
      expect((await webhookOf(m)).enabled).toBe(enabled)
    }
  })

  it("stays enabled if one attempt succeeds within the 3 days [12.3]", async () => {
    let down = true
    const m = mockWithEndpoint(() => (down ? 500 : 200))
    await m.addWebhook(["email.sent"])
    await m.send("ada@example.test")
    await m.advance(40 * hour)
    down = false
    await m.send("ada@example.test")
    down = true
    await m.advance(40 * hour)
    await m.send("ada@example.test")
    expect(await webhookOf(m)).toMatchObject({ enabled: true, failing_since: "2026-03-04T20:00:00.000Z" })
  })

  it("that was disabled by failures causes one mail to its account's owner [34.6]", async () => {
    const m = mockWithEndpoint(() => 500)
    await m.addWebhook(["email.sent"])
    await m.send("ada@example.test")
    await m.advance(72 * hour)
    await m.send("ada@example.test")
    await m.advance(day)
    const mails = [...m.world.tables.outbox.all()].filter(({ kind }) => kind === "webhook_disabled")
    expect(mails).toMatchObject([
      {
        to: "owner@acme.test",
        text: expect.stringContaining("https://hooks.example.com/mas"),
        data: { webhook_id: 1, failing_since: "2026-03-01T12:00:00.000Z" },
        created_at: "2026-03-04T12:00:00.000Z",
      },
    ])
  })

  it("that is disabled by hand sends nothing that is pending, and causes no mail [12.5]", async () => {
    const m = mockWithEndpoint(() => 500)
    await m.addWebhook(["email.sent"])
    const timers = m.world.timers.size
    await m.send("ada@example.test")
    await m.call("PATCH", `${path}/1`, { body: { enabled: false } })
    expect(m.world.timers.size).toBe(timers)
    await m.advance(2 * day)
    expect(m.sent).toHaveLength(1)
    expect((await m.call("GET", `${path}/1/deliveries`)).body).toMatchObject([
      { status: "pending", attempts: 1, next_attempt_at: null },
    ])
    expect([...m.world.tables.outbox.all()].filter(({ kind }) => kind === "webhook_disabled")).toEqual([])
  })

  it.each([
    ["when it is due", 30 * second, minute, "2026-03-01T12:01:00.000Z"],
    ["at once if it was due", hour, hour, null],
  ])("that is enabled again sends what was pending %s [12.5]", async (_when, off, sentAt, next) => {
    let status = 500
    const m = mockWithEndpoint(() => status)
    await m.addWebhook(["email.sent"])
    const timers = m.world.timers.size
    await m.send("ada@example.test")
    status = 200
    await m.call("PATCH", `${path}/1`, { body: { enabled: false } })
    await m.advance(off)
    await m.call("PATCH", `${path}/1`, { body: { enabled: true } })
    const [pending] = (await m.call("GET", `${path}/1/deliveries`)).body
    expect(pending.next_attempt_at).toBe(next)
    await m.advance(day)
    expect(m.sent.map(({ at }) => at - start)).toEqual([0, sentAt])
    expect((await m.call("GET", `${path}/1/deliveries`)).body).toMatchObject([{ status: "delivered", attempts: 2 }])
    expect(m.world.timers.size).toBe(timers)
  })

  it("that was disabled by failures sends what has retries left once it is enabled [12.5]", async () => {
    let status = 500
    const m = mockWithEndpoint(() => status)
    await m.addWebhook(["email.sent"])
    await m.send("ada@example.test")
    await m.advance(72 * hour)
    await m.send("grace@example.test")
    status = 200
    await m.call("PATCH", `${path}/1`, { body: { enabled: true } })
    await m.advance(day)
    expect((await m.call("GET", `${path}/1/deliveries`)).body).toMatchObject([
      { status: "delivered", attempts: 2 },
      { status: "failed", attempts: 7 },
    ])
  })

  it.each([
    [200, { status: "delivered", attempts: 1, last_response_status: 200, last_error: null }],
    [500, { status: "pending", attempts: 1, last_response_status: 500 }],
  ])(
    "that is disabled while requests are under way counts their responses, %i, and sends nothing that is queued [34.1] [12.5]",
    async (status, sent) => {
      let respond = () => {}
      const response = new Promise<{ status: number; duration: number }>((resolve) => {
        respond = () => resolve({ status, duration: 5 })
      })
      const { call, advance } = mock({ deliver: () => response })
      await call("POST", path, { body: { url: "https://hooks.example.com/mas", events: ["email.sent"] } })
      for (let count = 0; count < queueWidth + 1; count++) {
        const body = { channel: "email", to: "ada@example.test", subject: "Receipt", html: "<p>Thank you.</p>" }
        await call("POST", "/v1/my/messages", { body })
      }
      const off = await call("PATCH", `${path}/1`, { body: { enabled: false } })
      expect(off.body).toMatchObject({ enabled: false })
      respond()
      await advance(minute)
      const unsent = { status: "pending", attempts: 0, last_response_status: null }
      const { body: deliveries } = await call("GET", `${path}/1/deliveries`)
      expect(deliveries).toMatchObject([unsent, ...Array.from({ length: queueWidth }, () => sent)])
      expect((await call("GET", `${path}/1`)).body).toMatchObject({ enabled: false, failing_since: null })
    },
  )

  it("that is enabled again is never sent events from while it was disabled [12.4]", async () => {
    const m = mockWithEndpoint()
    await m.addWebhook(["email.sent"])
    await m.call("PATCH", `${path}/1`, { body: { enabled: false } })
    await m.send("ada@example.test")
    await m.call("PATCH", `${path}/1`, { body: { enabled: true } })
    await m.advance(2 * day)
    expect(m.sent).toEqual([])
    await m.send("grace@example.test")
    expect(m.sent.map(({ event }) => event.data.to)).toEqual(["grace@example.test"])
  })

  it("that is enabled again resets the start of its failures [12.4]", async () => {
    const m = mockWithEndpoint(() => 500)
    await m.addWebhook(["email.sent"])
    await m.send("ada@example.test")
    await m.advance(72 * hour)
    await m.send("ada@example.test")
    const on = await m.call("PATCH", `${path}/1`, { body: { enabled: true } })
    expect(on.body).toMatchObject({ enabled: true, status: "active", failing_since: null })
    await m.send("ada@example.test")
    expect(await webhookOf(m)).toMatchObject({ enabled: true, failing_since: "2026-03-04T12:00:00.000Z" })
  })

  it("that fails does not affect the others [34.5]", async () => {
    const m = mockWithEndpoint(({ url }) => (url.includes("down") ? 500 : 200))
    await m.addWebhook(["email.sent"], "https://down.example.com/")
    await m.addWebhook(["email.sent"], "https://up.example.com/")
    await m.send("ada@example.test")
    await m.advance(72 * hour)
    await m.send("ada@example.test")
    const { body } = await m.call("GET", path)
    expect(body).toMatchObject([{ status: "disabled" }, { status: "active", failing_since: null }])
  })
})

describe("every attempt", () => {
  it("is stored with request, response and duration", async () => {
    const m = mockWithEndpoint(({ event }) => (event.type === "email.sent" ? 503 : "the connection was refused"))
    const { secret } = await m.addWebhook(["email.sent", "email.delivered"])
    await m.send("ada@example.test")
    await m.advance(minute)
    const attempts = (await m.call("GET", "/_mock/deliveries")).body
    expect(attempts.map(({ id, attempt }: { id: number; attempt: number }) => [id, attempt])).toEqual([
      [1, 1],
      [2, 1],
      [3, 2],
      [4, 2],
    ])
    expect(attempts[2]).toEqual({
      id: 3,
      webhook_id: 1,
      delivery_id: 1,
      event_id: m.sent[0]?.headers["webhook-id"],
      event_type: "email.sent",
      attempt: 2,
      sent_at: "2026-03-01T12:01:00.000Z",
      url: "https://hooks.example.com/mas",
      request: { headers: m.sent[2]?.headers, body: m.sent[2]?.body },
      response_status: 503,
      response: null,
      error: null,
      duration_ms: 1,
    })
    expect(attempts[3]).toMatchObject({ response_status: null, error: "the connection was refused" })
    const { headers, body } = attempts[2].request
    verifyWebhook(body, headers, secret, { now: start + minute })
  })
})
