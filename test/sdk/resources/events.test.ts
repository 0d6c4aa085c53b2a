import { describe, expect, it } from "vitest"
import { contract } from "../../../sdk/contract/index.ts"
import { type Arrival, startService } from "./service.ts"

const event = { contact_id: 7, event: "order_placed" }
const keyOf = (arrival: Arrival | undefined) => arrival?.headers["idempotency-key"]

describe("events.track", () => {
  it("generates a key for each call", async () => {
    const { mas, arrivals } = await startService(() => ({ status: 201, body: { id: 1 } }))
    await mas.events.track(event)
    await mas.events.track(event)
    expect(new Set(arrivals.map(keyOf)).size).toBe(2)
    expect(keyOf(arrivals[0])).toMatch(/^[ -~]{1,128}$/)
  })

  it("uses the key in the event", async () => {
    const { mas, arrivals } = await startService(() => ({ status: 201, body: { id: 1 } }))
    await mas.events.track({ ...event, idempotency_key: "order-1001" })
    await mas.request("events.track", { body: { ...event, idempotency_key: "order-1001" } })
    expect(arrivals.map(keyOf)).toEqual(["order-1001", "order-1001"])
  })

  it("prefers the option's key to the event's", async () => {
    const { mas, arrivals } = await startService(() => ({ status: 201, body: { id: 1 } }))
    await mas.events.track({ ...event, idempotency_key: "order-1001" }, { idempotencyKey: "order-1002" })
    expect(keyOf(arrivals[0])).toBe("order-1002")
  })
})

describe("a timestamp with an offset from UTC", () => {
  const deliver_at = "2026-07-01T10:00:00+02:00"
  const utc = "2026-07-01T08:00:00.000Z"

  it("is sent as UTC in a body, by any name of its endpoint", async () => {
    const { mas, arrivals } = await startService(() => ({ body: { id: 1 } }))
    const body = Object.freeze({ deliver_at })
    await mas.campaigns.send(1, body)
    await mas.request("campaigns.send", { params: { id: 1 }, body })
    await mas.request("POST /v1/my/campaigns/1/send", { body })
    await mas.request(contract.campaigns.send, { params: { id: 1 }, body })
    await mas.campaigns.send(1, { deliver_at: utc })
    expect(arrivals.map((each) => JSON.parse(each.body.toString()))).toEqual(Array(5).fill({ deliver_at: utc }))
  })

  it("is sent as UTC in a query; an invalid timestamp is sent unchanged", async () => {
    const { mas, arrivals } = await startService(() => ({ body: [] }))
    await mas.events.list({ created_after: deliver_at, created_before: "soon", event: deliver_at })
    await mas.request("GET /v1/my/events", { query: new URLSearchParams({ created_after: deliver_at }) })
    expect(arrivals.map(({ query }) => query)).toEqual([
      { created_after: utc, created_before: "soon", event: deliver_at },
      { created_after: utc },
    ])
  })
})

describe("a timestamp that is a Date", () => {
  const moment = new Date("2026-07-01T08:00:00Z")
  const text = "2026-07-01T08:00:00.000Z"

  it("is sent as text in a query and in a body", async () => {
    const { mas, arrivals } = await startService(() => ({ body: [] }))
    await mas.events.list({ created_after: moment, created_before: moment })
    await mas.request("events.list", { query: { created_after: moment } })
    await mas.campaigns.send(1, { deliver_at: moment })
    expect(arrivals.slice(0, 2).map(({ query }) => query)).toEqual([
      { created_after: text, created_before: text },
      { created_after: text },
    ])
    expect(JSON.parse(String(arrivals[2]?.body))).toEqual({ deliver_at: text })
  })
})
