import { describe, expect, it, vi } from "vitest"
import { memoryStore, type WebhookStore } from "../../sdk/webhooks/index.ts"
import { until } from "../support/until.ts"
import { delivery, gate, listening, url } from "./fetch-support.ts"
import { body, headersFor } from "./support.ts"

describe("duplicates", () => {
  it("get 200 and are not handled again", async () => {
    const { send, events } = listening()
    expect(await send(delivery("evt_1"))).toBe(200)
    expect(await send(delivery("evt_1"))).toBe(200)
    expect(await send(delivery("evt_2"))).toBe(200)
    expect(events.map(({ id }) => id)).toEqual(["evt_1", "evt_2"])
  })

  it("must be signed correctly too", async () => {
    const { send } = listening()
    await send(delivery("evt_1"))
    const forged = new Request(url, {
      method: "POST",
      body,
      headers: { ...headersFor(body, { id: "evt_1" }), "webhook-signature": "v1,x" },
    })
    expect(await send(forged)).toBe(400)
  })

  it("that arrive concurrently run the handler once and share its response", async () => {
    const { open, opened } = gate()
    const onEvent = vi.fn(() => opened)
    const { send } = listening({ onEvent, store: slowly(memoryStore()) })
    const statuses = Promise.all(Array.from({ length: 20 }, () => send(delivery("evt_1"))))
    await until(() => expect(onEvent).toHaveBeenCalled())
    open()
    expect(await statuses).toEqual(Array(20).fill(200))
    expect(onEvent).toHaveBeenCalledTimes(1)
  })

  it("of an event that fails while they wait fail with it, reported once, and the next delivery is handled again", async () => {
    const { open, opened } = gate()
    const onEvent = vi.fn(async () => {
      await opened
      throw new Error("the database is down")
    })
    const { send, errors } = listening({ onEvent })
    const statuses = Promise.all([send(delivery("evt_1")), send(delivery("evt_1"))])
    await until(() => expect(onEvent).toHaveBeenCalled())
    open()
    expect(await statuses).toEqual([500, 500])
    expect(errors).toHaveLength(1)

    onEvent.mockResolvedValue(undefined as never)
    expect(await send(delivery("evt_1"))).toBe(200)
    expect(await send(delivery("evt_1"))).toBe(200)
    expect(onEvent).toHaveBeenCalledTimes(2)
  })

  it("are handled each time if store is false", async () => {
    const { send, events } = listening({ store: false })
    expect([await send(delivery("evt_1")), await send(delivery("evt_1"))]).toEqual([200, 200])
    expect(events).toHaveLength(2)
  })

  it("are detected in a store shared by handlers, such as one memoryStore", async () => {
    const store = memoryStore()
    await listening({ store }).send(delivery("evt_1"))
    const { send, events } = listening({ store })
    expect(await send(delivery("evt_1"))).toBe(200)
    expect(events).toEqual([])
  })
})

/** The store with delayed results, as over a network. */
function slowly(store: WebhookStore): WebhookStore {
  const later = () => new Promise((resolve) => setImmediate(resolve))
  return {
    claim: (...args) => later().then(() => store.claim(...args)),
    complete: (...args) => later().then(() => store.complete(...args)),
    release: (...args) => later().then(() => store.release(...args)),
  }
}
