import { describe, expect, it, onTestFinished } from "vitest"
import { verifyWebhook } from "../../sdk/webhooks/index.ts"
import { mock } from "../support/mock.ts"
import { type ReceivedRequest, startReceiver, status } from "../support/receiver.ts"
import { mockWithEndpoint } from "../support/webhook-stub.ts"

/** A mock with a local endpoint, which responds with these codes in turn, and repeats the last. */
async function setUp(code = 200, ...later: number[]) {
  const codes = [code, ...later]
  const receiver = await startReceiver((...request) =>
    status(codes.length > 1 ? (codes.shift() ?? code) : (codes[0] ?? code))(...request),
  )
  const m = mock({ allowLocalWebhooks: true })
  onTestFinished(receiver.close)
  onTestFinished(m.service.close)
  const { body } = await m.call("POST", "/v1/my/webhooks", { body: { url: receiver.url, events: ["email.sent"] } })
  const send = async () => {
    const mail = { channel: "email", to: "a@b.test", subject: "x", html: "x" }
    await m.call("POST", "/v1/my/messages", { body: mail })
    await m.advance(0)
  }
  /** Whether a request verifies with a secret, at the world's time. */
  const fits = ({ body: raw, headers }: ReceivedRequest, secret: string) => {
    try {
      return verifyWebhook(raw, headers, secret, { now: new Date(m.world.now()) }) !== undefined
    } catch {
      return false
    }
  }
  return { ...m, receiver, webhook: body, send, fits }
}

const control = { key: null }

describe("POST /_mock/webhooks/{id}/rotate", () => {
  it("signs with both secrets until the grace period ends, then with the new one only", async () => {
    const { call, control: world, receiver, webhook, send, fits } = await setUp()
    const { status, body } = await call("POST", `/_mock/webhooks/${webhook.id}/rotate`, {
      ...control,
      body: { grace: "1h" },
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      webhook_id: webhook.id,
      secret: expect.stringMatching(/^whsec_/),
      old_secret: webhook.secret,
      old_secret_until: "2026-03-01T13:00:00.000Z",
    })
    const verdicts = () => {
      const last = receiver.received.at(-1)
      return last && [fits(last, body.secret), fits(last, webhook.secret)]
    }
    await send()
    expect(verdicts()).toEqual([true, true])
    await world.advance("59m")
    await send()
    expect(verdicts()).toEqual([true, true])
    await world.advance("1m")
    await send()
    expect(verdicts()).toEqual([true, false])
    expect((await call("GET", `/v1/my/webhooks/${webhook.id}?reveal=true`)).body).not.toHaveProperty("old_secret")
  })

  it("is shown in the attempts as signed, also after a snapshot", async () => {
    const { control: world, receiver, webhook, send } = await setUp()
    world.webhooks.rotate(webhook.id)
    await send()
    world.webhooks.rotate(webhook.id, { grace: 0 })
    world.state.restore(JSON.parse(JSON.stringify(world.state.snapshot())))
    const signature = world.deliveries.list()[0]?.request.headers["webhook-signature"]
    expect(signature).toBe(receiver.received[0]?.headers["webhook-signature"])
    expect(signature?.split(" ")).toHaveLength(2)
    await send()
    expect(receiver.received[1]?.headers["webhook-signature"]).not.toContain(" ")
  })

  it("is 404 for an unknown endpoint, and 422 for an invalid grace", async () => {
    const { call, webhook } = await setUp()
    expect((await call("POST", "/_mock/webhooks/99/rotate", { ...control, body: {} })).status).toBe(404)
    const path = `/_mock/webhooks/${webhook.id}/rotate`
    expect((await call("POST", path, { ...control, body: { grace: "soon" } })).status).toBe(422)
  })
})

describe("POST /_mock/deliveries/{id}/redeliver", () => {
  it("resends the same event to the same endpoint, with a new signature", async () => {
    const { call, control: world, receiver, webhook, send, fits } = await setUp()
    await send()
    await world.advance("1h")
    const { status, body } = await call("POST", "/_mock/deliveries/1/redeliver", control)
    expect([status, body]).toMatchObject([202, { id: 2, status: "pending", attempts: 0 }])
    await world.advance(0)
    const [first, second] = receiver.received
    expect(second?.body.equals(first?.body ?? Buffer.of())).toBe(true)
    expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"])
    expect(second?.headers["webhook-timestamp"]).not.toBe(first?.headers["webhook-timestamp"])
    expect(second && fits(second, webhook.secret)).toBe(true)
    const { body: deliveries } = await call("GET", `/v1/my/webhooks/${webhook.id}/deliveries`)
    expect(deliveries).toMatchObject([
      { id: 2, status: "delivered", event_id: body.event_id },
      { id: 1, status: "delivered", event_id: body.event_id },
    ])
  })

  it("is retried like any delivery if it fails", async () => {
    const { control: world, send } = await setUp(500)
    await send()
    await world.advance("10m")
    const { id } = world.deliveries.redeliver(1)
    await world.advance("3d")
    const attempts = (of: number) => world.deliveries.list({ delivery_id: of }).map(({ attempt }) => attempt)
    expect([attempts(1), attempts(id)]).toEqual([
      [1, 2, 3, 4, 5, 6, 7],
      [1, 2, 3, 4, 5, 6, 7],
    ])
  })

  it("makes the delivery's own next attempt with retry: after a success there are no more", async () => {
    const { call, control: world, receiver, send } = await setUp(500, 200)
    await send()
    await world.advance("10s")
    const { status, body } = await call("POST", "/_mock/deliveries/1/redeliver", { ...control, body: { retry: true } })
    expect([status, body]).toMatchObject([202, { id: 1, status: "pending" }])
    await world.advance("3d")
    expect(receiver.received).toHaveLength(2)
    expect(world.deliveries.list().map(({ delivery_id, attempt }) => [delivery_id, attempt])).toEqual([
      [1, 1],
      [1, 2],
    ])
    expect(() => world.deliveries.redeliver(1, { retry: true })).toThrow("Delivery 1 has ended (delivered)")
    expect(() => world.deliveries.redeliver(9, { retry: true })).toThrow("Delivery not found")
  })

  it("stays in the history longer than the original", async () => {
    const { call, control: world, send } = await setUp()
    await send()
    await world.advance("5d")
    world.deliveries.redeliver(1)
    await world.advance("3d")
    expect((await call("GET", "/v1/my/webhooks/1/deliveries")).body).toMatchObject([{ id: 2, status: "delivered" }])
    expect(() => world.deliveries.redeliver(1)).toThrow("Delivery not found")
  })

  it("is 404 for an unknown delivery, and 409 for a disabled endpoint", async () => {
    const { call, addWebhook, send } = mockWithEndpoint()
    expect((await call("POST", "/_mock/deliveries/1/redeliver", control)).status).toBe(404)
    const { id } = await addWebhook(["email.sent"])
    await send("ana@example.test")
    await call("PATCH", `/v1/my/webhooks/${id}`, { body: { enabled: false } })
    expect((await call("POST", "/_mock/deliveries/1/redeliver", control)).status).toBe(409)
  })
})
