import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { createWebhookHandler } from "../../sdk/webhooks/index.ts"
import { connect, rejection } from "../sdk/core/support.ts"
import { body, headersFor, now, secret } from "./support.ts"

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["queueMicrotask"] })
})
afterEach(() => {
  vi.useRealTimers()
})

const advice = "never ends, because fake timers hold queueMicrotask: leave it out of toFake"

// Node ends a body that was made from text in a microtask: held, the body repeats itself until it is too large, or waits until
// the time limit, from Node 26 on.
describe("while fake timers hold queueMicrotask", () => {
  it("a handler says that, and not that the event is too large or took too long", async () => {
    const onError = vi.fn()
    const handler = createWebhookHandler({ secret, now: () => now, timeout: 50, onEvent() {}, onError })
    const response = await handler(new Request("http://a.test/", { method: "POST", body, headers: headersFor(body) }))
    expect([413, 503]).toContain(response.status)
    expect(onError).toHaveBeenCalledWith(expect.objectContaining({ message: `The body ${advice}` }))
  })

  it("a call whose fetch responds with text says it, and not that the response is too large or late", async () => {
    const fetch = async () => new Response('{"id":1}', { status: 200 })
    const mas = connect("http://a.test", { fetch, maxResponseBytes: 100, timeout: 50, maxRetries: 0 })
    expect(String(await rejection(mas.account.get()))).toContain(advice)
  })
})
