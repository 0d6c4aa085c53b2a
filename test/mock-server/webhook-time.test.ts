import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { describe, expect, it } from "vitest"
import { createMockService, startMockServer } from "../../mock-server/index.ts"
import { nodeWebhookHandler, type WebhookEvent } from "../../sdk/webhooks/index.ts"
import { promptHost } from "../support/fake-host.ts"
import { mockWithEndpoint, type StubRequest } from "../support/webhook-stub.ts"

const machine = Date.parse("2030-05-05T05:05:05.500Z")
const host = { ...promptHost, now: () => machine }
const ladder = [0, 60, 360, 2_160, 9_360, 38_160, 124_560]

const headerOf = ({ headers }: StubRequest) => Number(headers["webhook-timestamp"])

describe("webhooks signed by the machine's clock", () => {
  it("have its time in the header, and the world's in the event and the list of attempts", async () => {
    const m = mockWithEndpoint(() => 500, { hostClock: host, webhookTime: "real" })
    await m.addWebhook(["email.delivered"])
    await m.send("ada@example.test")
    await m.control.advance("2d")
    expect(m.sent.map(headerOf)).toEqual(ladder.map(() => Math.floor(machine / 1_000)))
    expect(new Set(m.sent.map(({ event }) => event.timestamp))).toEqual(new Set(["2026-03-01T12:00:00.000Z"]))
    const attempts = m.control.deliveries.list()
    expect(attempts.map(({ sent_at }) => (Date.parse(sent_at) - Date.parse("2026-03-01T12:00:00Z")) / 1_000)).toEqual(
      ladder,
    )
    // Shown as they were sent, also after a snapshot.
    expect(attempts.map(({ request }) => request.headers)).toEqual(m.sent.map(({ headers }) => headers))
    m.control.state.restore(JSON.parse(JSON.stringify(m.control.state.snapshot())))
    expect(m.control.deliveries.list().map(({ request }) => request.headers)).toEqual(
      m.sent.map(({ headers }) => headers),
    )
  })

  it("use the world's clock by default, otherwise the clock set last, across resets", async () => {
    const m = mockWithEndpoint(() => 200, { hostClock: host })
    const lastHeader = async () => {
      await m.addWebhook(["email.delivered"])
      await m.send("ada@example.test")
      return headerOf(m.sent.at(-1) as StubRequest)
    }
    expect([await lastHeader(), m.control.clock.get()]).toEqual([
      Date.parse("2026-03-01T12:00:00Z") / 1_000,
      expect.not.objectContaining({ webhook_time: expect.anything() }),
    ])
    expect(await m.control.clock.set({ mode: "frozen", webhook_time: "real" })).toMatchObject({ webhook_time: "real" })
    expect(await lastHeader()).toBe(Math.floor(machine / 1_000))
    m.control.reset()
    expect(await lastHeader()).toBe(Math.floor(machine / 1_000))
    await m.control.clock.set({ mode: "frozen" })
    expect(m.control.clock.get()).toMatchObject({ webhook_time: "real" })
    await m.control.clock.set({ mode: "frozen", webhook_time: "world" })
    expect(await lastHeader()).toBe(Date.parse(m.control.clock.get().now) / 1_000)
  })

  it("can be enabled for a single world", () => {
    const { world } = createMockService({ clock: "frozen" })
    const beside = world.worlds.create({ clock: { mode: "frozen", webhook_time: "real" } })
    expect([world.clock.get().webhook_time, beside.clock.get().webhook_time]).toEqual([undefined, "real"])
  })

  it("are as old by that clock as a fault says", async () => {
    const m = mockWithEndpoint(() => 200, { hostClock: host, webhookTime: "real" })
    await m.addWebhook(["email.delivered"])
    m.control.faults.add({ on: "delivery", signature: "old" })
    await m.send("ada@example.test")
    expect(m.sent.map(headerOf)).toEqual([Math.floor((machine - 600_000) / 1_000)])
  })

  it("are accepted by an unmodified receiver, on every attempt", async () => {
    const events: WebhookEvent[] = []
    const errors: unknown[] = []
    let handler = nodeWebhookHandler({ secret: "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", onEvent: () => {} })
    const receiver = createServer((request, response) => handler(request, response))
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve))
    await using server = await startMockServer({
      port: 0,
      clock: "frozen",
      now: "2026-03-01T12:00:00Z",
      allowLocalWebhooks: true,
      webhookTime: "real",
    })
    const { port } = receiver.address() as AddressInfo
    const send = (path: string, body: object) =>
      server.fetch(`${server.url}${path}`, {
        method: "POST",
        headers: { Authorization: `Bearer ${server.apiKey}`, "Content-Type": "application/json" },
        body: JSON.stringify(body),
      })
    const creation = await send("/v1/my/webhooks", { url: `http://127.0.0.1:${port}/`, events: ["email.delivered"] })
    handler = nodeWebhookHandler({
      secret: (await creation.json()).secret,
      onEvent: (event) => {
        events.push(event)
        if (events.length < ladder.length) throw new Error("not yet")
      },
      onError: (error) => void errors.push(error),
    })
    await send("/v1/my/messages", { channel: "email", to: "ada@example.test", subject: "S", body: "B" })
    await server.world.advance("2d")
    expect(server.world.deliveries.list().map(({ response_status }) => response_status)).toEqual([
      ...Array(6).fill(500),
      200,
    ])
    expect(events).toHaveLength(ladder.length)
    receiver.closeAllConnections()
    await new Promise((resolve) => receiver.close(resolve))
  })

  it("require a known value for the option", () => {
    expect(() => createMockService({ webhookTime: "machine" as "real" })).toThrow("webhookTime must be world or real")
  })
})
