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

// Node ends a body that was made from text in a microtask: held, the body repeats itself until it is too large.
describe("while fake timers hold queueMicrotask", () => {
  it("a handler says that, and not that the event is too large", async () => {
    const onError = vi.fn()
    const handler = createWebhookHandler({ secret, now: () => now, onEvent() {}, onError })
    const response = await handler(new Request("http://a.test/", { method: "POST", body, headers: headersFor(body) }))
    expect([response.status, await textOf(response)]).toEqual([413, `The body ${advice}`])
    expect(onError).toHaveBeenCalledWith(expect.objectContaining({ message: `The body ${advice}` }))
  })

  it("a call whose fetch answers with text says it, and not that the response is too large", async () => {
    const fetch = async () => new Response('{"id":1}', { status: 200 })
    const mas = connect("http://a.test", { fetch, maxResponseBytes: 100 })
    expect(await rejection(mas.account.get())).toMatchObject({
      message: expect.stringContaining(`a body that ${advice}`),
    })
  })
})

/** The text of a response, read without a microtask. */
async function textOf(response: Response): Promise<string> {
  vi.useRealTimers()
  return response.text()
}
