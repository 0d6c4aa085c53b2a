import { describe, expect, it } from "vitest"
import { type Arrival, startService } from "./service.ts"

const event = { contact_id: 7, event: "order_placed" }
const keyOf = (arrival: Arrival | undefined) => arrival?.headers["idempotency-key"]

describe("events.track", () => {
  it("makes up a key for each call", async () => {
    const { mas, arrivals } = await startService(() => ({ status: 201, body: { id: 1 } }))
    await mas.events.track(event)
    await mas.events.track(event)
    expect(new Set(arrivals.map(keyOf)).size).toBe(2)
    expect(keyOf(arrivals[0])).toMatch(/^[ -~]{1,128}$/)
  })

  it("goes by the key in the event", async () => {
    const { mas, arrivals } = await startService(() => ({ status: 201, body: { id: 1 } }))
    await mas.events.track({ ...event, idempotency_key: "order-1001" })
    await mas.request("events.track", { body: { ...event, idempotency_key: "order-1001" } })
    expect(arrivals.map(keyOf)).toEqual(["order-1001", "order-1001"])
  })

  it("goes by the option's key when there are both", async () => {
    const { mas, arrivals } = await startService(() => ({ status: 201, body: { id: 1 } }))
    await mas.events.track({ ...event, idempotency_key: "order-1001" }, { idempotencyKey: "order-1002" })
    expect(keyOf(arrivals[0])).toBe("order-1002")
  })
})
