import fc from "fast-check"
import { describe, expect, it, onTestFinished } from "vitest"
import type { NewDeliveryFault } from "../../mock-server/base/models.gen.ts"
import type { DeliveryAttempt } from "../../mock-server/resources/webhooks/attempt.ts"
import { verifyWebhook, WebhookVerificationError } from "../../sdk/webhooks/index.ts"
import { mock } from "../support/mock.ts"
import { type ReceivedRequest, startReceiver } from "../support/receiver.ts"
import { mockWithEndpoint } from "../support/webhook-stub.ts"

/** A mock whose endpoint is a real receiver: it verifies, and records what it accepts and when. */
async function setUp(fault?: Omit<NewDeliveryFault, "on">) {
  const m = mock({ allowLocalWebhooks: true })
  const acceptedTypes: string[] = []
  const minutes: number[] = []
  const start = m.world.now()
  let secret = ""
  const reasonAgainst = (request: ReceivedRequest, key = secret): string | undefined => {
    try {
      verifyWebhook(request.body, request.headers, key, { now: new Date(m.world.now()) })
      return undefined
    } catch (error) {
      return error instanceof WebhookVerificationError ? error.reason : String(error)
    }
  }
  const receiver = await startReceiver((response, request) => {
    const reason = reasonAgainst(request)
    minutes.push((m.world.now() - start) / 60_000)
    if (reason === undefined) acceptedTypes.push(JSON.parse(request.body.toString()).type.slice("email.".length))
    response.writeHead(reason === undefined ? 200 : 400).end(reason)
  })
  onTestFinished(receiver.close)
  onTestFinished(m.service.close)
  const events = ["email.sent", "email.delivered"]
  const { body } = await m.call("POST", "/v1/my/webhooks", { body: { url: receiver.url, events } })
  secret = body.secret
  if (fault !== undefined) m.control.faults.add({ on: "delivery", ...fault })
  return {
    ...m,
    receiver,
    acceptedTypes,
    minutes,
    secret,
    reasonAgainst,
    async send() {
      await m.call("POST", "/v1/my/messages", { body: { channel: "email", to: "a@b.test", subject: "x", html: "x" } })
      await m.advance(0)
    },
  }
}

const endings = (attempts: readonly DeliveryAttempt[]) =>
  attempts.map(({ attempt, response_status, injected }) => [attempt, response_status, injected ?? null])

describe("a fault that drops a delivery", () => {
  it("before: the receiver does not see it, and the next attempt is the first that it sees", async () => {
    const { control, receiver, acceptedTypes, minutes, send } = await setUp({
      event_type: "email.sent",
      drop: "before",
      times: 1,
    })
    await send()
    expect(acceptedTypes).toEqual(["delivered"])
    await control.advance("1m")
    expect([acceptedTypes, minutes]).toEqual([
      ["delivered", "sent"],
      [0, 1],
    ])
    expect(receiver.received).toHaveLength(2)
    expect(endings(control.deliveries.list({ event_type: "email.sent" }))).toEqual([
      [1, null, { fault_id: 1, drop: "before" }],
      [2, 200, null],
    ])
  })

  it("after: the receiver handles the event, and gets it again", async () => {
    const { control, receiver, acceptedTypes, send } = await setUp({
      event_type: "email.sent",
      drop: "after",
      times: 1,
    })
    await send()
    await control.advance("1m")
    expect(acceptedTypes).toEqual(["sent", "delivered", "sent"])
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"])
    expect(ids[0]).toBe(ids[2])
    const [first] = control.deliveries.list({ event_type: "email.sent" })
    expect(first).toMatchObject({ response_status: null, error: "the connection was cut", injected: { drop: "after" } })
  })
})

describe("a fault that delays a delivery", () => {
  it("delays the attempt by the world's time, so that others overtake it", async () => {
    const { control, acceptedTypes, minutes, send } = await setUp({ event_type: "email.s*", delay: "5m", times: 1 })
    await send()
    expect(acceptedTypes).toEqual(["delivered"])
    expect(control.timers.list().filter(({ kind }) => kind === "webhook.attempt")).toMatchObject([
      { due_at: "2026-03-01T12:05:00.000Z" },
    ])
    await control.advance("1h")
    expect([acceptedTypes, minutes]).toEqual([
      ["delivered", "sent"],
      [0, 5],
    ])
    expect(endings(control.deliveries.list()).at(-1)).toEqual([1, 200, { fault_id: 1, delay_ms: 300_000 }])
  })

  it("survives a snapshot meanwhile, and applies once", async () => {
    const { control, acceptedTypes, send } = await setUp({
      event_type: "email.sent",
      delay: "5m",
      drop: "after",
      times: 1,
    })
    await send()
    control.state.restore(JSON.parse(JSON.stringify(control.state.snapshot())))
    control.faults.clear()
    await control.advance("1h")
    expect(acceptedTypes).toEqual(["delivered", "sent", "sent"])
  })
})

describe("a fault that duplicates a delivery", () => {
  it("sends the attempt N more times, byte for byte", async () => {
    const { control, receiver, acceptedTypes, send } = await setUp({ event_type: "email.sent", duplicate: 2, times: 1 })
    await send()
    expect(acceptedTypes.filter((type) => type === "sent")).toHaveLength(3)
    const [first, ...copies] = receiver.received.filter(({ body }) => body.toString().includes("email.sent"))
    for (const copy of copies) {
      expect(copy.body.equals(first?.body ?? Buffer.of())).toBe(true)
      expect(copy.headers["webhook-signature"]).toBe(first?.headers["webhook-signature"])
    }
    expect(endings(control.deliveries.list({ event_type: "email.sent" }))).toEqual([
      [1, 200, { fault_id: 1, duplicate: 2 }],
      [1, 200, { fault_id: 1, duplicate: 2, copy: 1 }],
      [1, 200, { fault_id: 1, duplicate: 2, copy: 2 }],
    ])
  })
})

describe("a fault that reorders deliveries", () => {
  it("lets the next one to the endpoint overtake", async () => {
    const { control, acceptedTypes, minutes, send } = await setUp({ event_type: "email.sent", reorder: true, times: 1 })
    await send()
    expect([acceptedTypes, minutes]).toEqual([
      ["delivered", "sent"],
      [0, 0],
    ])
    expect(endings(control.deliveries.list())).toEqual([
      [1, 200, null],
      [1, 200, { fault_id: 1, reorder: true }],
    ])
  })

  it("sends it after a minute, or its delay, if nothing overtakes it", async () => {
    for (const [delay, minute] of [
      [undefined, 1],
      ["10m", 10],
    ] as const) {
      const { control, acceptedTypes, minutes, send } = await setUp({
        event_type: "email.delivered",
        reorder: true,
        delay,
      })
      await send()
      expect(acceptedTypes).toEqual(["sent"])
      await control.advance("1h")
      expect([acceptedTypes, minutes.at(-1)]).toEqual([["sent", "delivered"], minute])
    }
  })

  it("holds it back across a snapshot", async () => {
    const { control, acceptedTypes, send } = await setUp({ event_type: "email.delivered", reorder: true, times: 1 })
    await send()
    control.state.restore(JSON.parse(JSON.stringify(control.state.snapshot())))
    await send()
    expect(acceptedTypes).toEqual(["sent", "sent", "delivered", "delivered"])
  })
})

describe("a fault of a signature", () => {
  it.each([
    ["wrong", "no_matching_signature"],
    ["old", "timestamp_too_old"],
    ["other", "no_matching_signature"],
  ] as const)("%s: a receiver refuses the delivery, and accepts the next attempt", async (signature, reason) => {
    const { control, receiver, acceptedTypes, reasonAgainst, send } = await setUp({
      event_type: "email.sent",
      signature,
      times: 1,
    })
    await send()
    const invalidRequest = receiver.received.find(({ body }) => body.toString().includes("email.sent"))
    expect(invalidRequest && reasonAgainst(invalidRequest)).toBe(reason)
    await control.advance("1m")
    expect(acceptedTypes).toEqual(["delivered", "sent"])
    const [first] = control.deliveries.list({ event_type: "email.sent" })
    expect(first).toMatchObject({ response_status: 400, injected: { fault_id: 1, signature } })
    expect(first?.request.headers["webhook-signature"]).toBe(invalidRequest?.headers["webhook-signature"])
  })

  it("other: signs with the secret of another endpoint, if there is one", async () => {
    const { call, receiver, reasonAgainst, send } = await setUp({ event_type: "email.sent", signature: "other" })
    const { body } = await call("POST", "/v1/my/webhooks", { body: { url: receiver.url, events: ["email.received"] } })
    await send()
    const sent = receiver.received.find((request) => request.body.toString().includes("email.sent"))
    expect(sent && reasonAgainst(sent, body.secret)).toBeUndefined()
  })

  it("two: the right signature follows another, and the receiver accepts it", async () => {
    const { receiver, acceptedTypes, send } = await setUp({ event_type: "email.sent", signature: "two" })
    await send()
    expect(acceptedTypes).toEqual(["sent", "delivered"])
    expect(String(receiver.received[0]?.headers["webhook-signature"]).split(" ")).toHaveLength(2)
  })
})

describe("faults of deliveries", () => {
  it("apply to the given endpoint and type, from the nth match on", async () => {
    const { control, addWebhook, send, sent } = mockWithEndpoint()
    await addWebhook(["email.sent", "email.delivered"], "https://one.example.com/")
    await addWebhook(["email.sent"], "https://two.example.com/")
    control.faults.add({ on: "delivery", webhook_id: 1, event_type: "email.sent", from: 2, drop: "before" })
    for (let turn = 0; turn < 2; turn++) await send("ana@example.test")
    const arrived = sent.map(({ url, event }) => `${new URL(url).hostname.slice(0, 3)} ${event.type}`)
    expect(arrived.filter((one) => one === "one email.sent")).toHaveLength(1)
    expect(arrived.filter((one) => one === "one email.delivered")).toHaveLength(2)
    expect(arrived.filter((one) => one === "two email.sent")).toHaveLength(2)
  })

  it("do not apply to requests, nor request faults to deliveries", async () => {
    const { control, addWebhook, send, sent, call } = mockWithEndpoint()
    await addWebhook(["email.sent"])
    control.faults.add({ on: "delivery", drop: "before" })
    expect((await call("GET", "/v1/my/lists")).status).toBe(200)
    control.faults.clear()
    control.faults.add({ status: 500, path: "/none" })
    await send("ana@example.test")
    expect(sent).toHaveLength(1)
  })

  it.each([
    [{}, "drop"],
    [{ drop: "midway" }, "drop"],
    [{ duplicate: 11 }, "duplicate"],
    [{ delay: "soon" }, "delay"],
    [{ signature: "none" }, "signature"],
    [{ drop: "before", status: 500 }, "status"],
    [{ drop: "before", webhook_id: 0 }, "webhook_id"],
  ])("are refused with the field named: %j", async (body, field) => {
    const response = await mock().call("POST", "/_mock/faults", { key: null, body: { on: "delivery", ...body } })
    expect([response.status, Object.keys(response.body.validation_errors)]).toEqual([422, [field]])
  })

  it("lose nothing: each event arrives, and each attempt is accounted for", { tags: "slow" }, async () => {
    const one = fc.record(
      {
        drop: fc.constantFrom("before" as const, "after" as const),
        delay: fc.constantFrom("1s", "3m", "2h"),
        duplicate: fc.integer({ min: 1, max: 3 }),
        reorder: fc.constant(true),
        signature: fc.constantFrom("wrong" as const, "old" as const, "other" as const, "two" as const),
        times: fc.integer({ min: 1, max: 3 }),
        from: fc.integer({ min: 1, max: 3 }),
      },
      { requiredKeys: ["times"] },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(one, { maxLength: 2 }), fc.integer({ min: 1, max: 4 }), async (faults, messages) => {
        const { control, addWebhook, send, sent, call } = mockWithEndpoint()
        await addWebhook(["email.sent", "email.delivered"])
        for (const fault of faults) {
          const { times: _, from: __, ...effects } = fault
          if (Object.keys(effects).length > 0) control.faults.add({ on: "delivery", ...fault })
        }
        for (let n = 0; n < messages; n++) await send(`n${n}@example.test`)
        await control.advance("5d")
        const { body } = await call("GET", "/v1/my/webhooks/1/deliveries?limit=100")
        expect(body.map(({ status }: { status: string }) => status)).toEqual(Array(messages * 2).fill("delivered"))
        expect(new Set(sent.map(({ headers }) => headers["webhook-id"])).size).toBe(messages * 2)
        const attempts = control.deliveries.list().filter(({ injected }) => injected?.drop !== "before")
        expect(attempts).toHaveLength(sent.length)
        expect(control.state.snapshot().faults).not.toHaveProperty("held")
      }),
      { numRuns: 60 },
    )
  })
})

describe("an attempt changed by a fault", () => {
  it.each<Omit<NewDeliveryFault, "on">>([
    { drop: "before" },
    { delay: "1m" },
    { duplicate: 2 },
    { signature: "wrong" },
    { signature: "old" },
    { signature: "two" },
  ])("is the same bytes in a restored snapshot: %o", async (fault) => {
    const { control, addWebhook, send, advance } = mockWithEndpoint()
    await addWebhook()
    control.faults.add({ on: "delivery", ...fault })
    await send("a@b.test")
    await advance(60_000)
    const text = JSON.stringify(control.state.snapshot())
    expect(text).toContain('"injected"')
    control.state.restore(JSON.parse(text))
    expect(JSON.stringify(control.state.snapshot())).toBe(text)
  })
})
