import { afterEach, describe, expect, it, vi } from "vitest"
import { limits } from "../../sdk/contract/core/limits.ts"
import { createWebhookHandler, memoryStore, WebhookVerificationError } from "../../sdk/webhooks/index.ts"
import { delivery, gate, listening, url } from "./fetch-support.ts"
import { body, event, headersFor, now, otherSecret, secret } from "./support.ts"

afterEach(() => {
  vi.restoreAllMocks()
})

describe("createWebhookHandler", () => {
  it("passes a verified event to onEvent and responds 200", async () => {
    const { send, events, errors } = listening()
    expect(await send(delivery("evt_1"))).toBe(200)
    expect(events).toEqual([{ ...event, id: "evt_1" }])
    expect(errors).toEqual([])
  })

  it("responds 200 only after the work is done", async () => {
    const { open, opened } = gate()
    const { send } = listening({ onEvent: () => opened })
    let answered = false
    const response = send(delivery()).then((status) => {
      answered = true
      return status
    })
    await new Promise((resolve) => setImmediate(resolve))
    expect(answered).toBe(false)
    open()
    expect(await response).toBe(200)
  })

  it("responds 400 to an invalid signature, says why, and does not call onEvent", async () => {
    const { handler, events, errors } = listening()
    const forged = new Request(url, { method: "POST", body: `${body} `, headers: headersFor(body) })
    const response = await handler(forged)
    expect(response.status).toBe(400)
    expect(await response.text()).toContain("Signature mismatch")
    expect(await handler(new Request(url, { method: "POST", body }))).toMatchObject({ status: 400 })
    expect(await handler(delivery("evt_1", "signed, but not JSON"))).toMatchObject({ status: 400 })
    expect(errors).toMatchObject([
      { reason: "no_matching_signature" },
      { reason: "missing_header" },
      { reason: "invalid_body" },
    ])
    expect(events).toEqual([])
  })

  it.each(["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"])("responds 405 to %s with Allow", async (method) => {
    const { handler } = listening()
    const response = await handler(new Request(url, { method }))
    expect(response.status).toBe(405)
    expect(response.headers.get("allow")).toBe("POST")
  })

  it("accepts a body of exactly the maximum size, and responds 413 to one byte more", async () => {
    const size = Buffer.byteLength(body)
    expect(await listening({ maxBodyBytes: size }).send(delivery())).toBe(200)
    expect(await listening({ maxBodyBytes: size - 1 }).send(delivery())).toBe(413)
  })

  it("responds 413 to a body without an end", async () => {
    let cancelled = false
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
      cancel: () => {
        cancelled = true
      },
    })
    const init = { method: "POST", body: endless, headers: headersFor(body), duplex: "half" }
    expect(await listening().send(new Request(url, init))).toBe(413)
    expect(cancelled).toBe(true)
  })

  it("accepts the largest event that the limits allow, and no larger one, by default", async () => {
    const largest = limits.bodyBytes + 2 * 6 * limits.inboundTextBytes
    const start = body.slice(0, -1)
    const filled = (size: number) => `${start},"pad":"${"x".repeat(size - Buffer.byteLength(start) - 10)}"}`
    expect(Buffer.byteLength(filled(largest))).toBe(largest)
    expect(await listening().send(delivery("evt_1", filled(largest)))).toBe(200)
    expect(await listening().send(delivery("evt_1", filled(largest + 1)))).toBe(413)
  })

  it("reports every refusal to onError, with its reason", async () => {
    const { handler, errors } = listening({ maxBodyBytes: 1_000 })
    const post = (init: RequestInit) => new Request(url, { method: "POST", ...init })
    await handler(delivery("evt_1", "x".repeat(1_001)))
    await handler(post({ body: "x", headers: { "content-length": "1001" } }))
    await handler(new Request(url))
    await handler(post({ body }))
    await handler(delivery("evt_2", "[]"))
    expect(errors.map((error) => (error as WebhookVerificationError).reason)).toEqual([
      "body_too_large",
      "body_too_large",
      "method_not_allowed",
      "missing_header",
      "invalid_body",
    ])
  })

  it("joins a body sent in chunks, and hashes bytes that are not UTF-8 unchanged", async () => {
    const start = '{"type":"a","timestamp":"2026-11-18T09:46:40.000Z","data":{"text":"'
    const bytes = Buffer.concat([Buffer.from(start), Buffer.from([0xff, 0xfe]), Buffer.from('"}}')])
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
        controller.enqueue(new Uint8Array(0))
        controller.close()
      },
    })
    const { send, events } = listening()
    const init = { method: "POST", body: stream, headers: headersFor(bytes), duplex: "half" }
    expect(await send(new Request(url, init))).toBe(200)
    expect(events).toMatchObject([{ data: { text: "\ufffd\ufffd" } }])
  })

  it("responds 400 to a body that breaks off", async () => {
    const broken = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new Error("cut")),
    })
    const { send, errors } = listening()
    const init = { method: "POST", body: broken, headers: headersFor(body), duplex: "half" }
    expect(await send(new Request(url, init))).toBe(400)
    expect(errors).toMatchObject([{ reason: "invalid_body" }])
  })

  it("responds 500 to a request whose body was already read, so that it is retried", async () => {
    const { handler, errors } = listening()
    const read = delivery()
    await read.text()
    const response = await handler(read)
    expect(response.status).toBe(500)
    expect(await response.text()).toContain("raw body")
    expect(errors).toMatchObject([{ reason: "raw_body_required" }])
  })

  it("refuses a bad secret when it is created", () => {
    for (const bad of ["whsec_", "secret", [secret, "whsec_%"]]) {
      expect(() => createWebhookHandler({ secret: bad, onEvent: () => {} })).toThrow(WebhookVerificationError)
    }
  })

  it("accepts several secrets and a tolerance", async () => {
    expect(await listening({ secret: [otherSecret, secret] }).send(delivery())).toBe(200)
    expect(await listening({ now: now + 11_000, toleranceSeconds: 10 }).send(delivery())).toBe(400)
    expect(await listening({ now: now + 11_000, toleranceSeconds: 11 }).send(delivery())).toBe(200)
  })
})

describe("failures", () => {
  it.each<[string, () => unknown]>([
    [
      "throws",
      () => {
        throw new Error("no")
      },
    ],
    ["rejects", () => Promise.reject(new Error("no"))],
    [
      "throws a string",
      () => {
        throw "no"
      },
    ],
    [
      "throws undefined",
      () => {
        throw undefined
      },
    ],
  ])("get 500 without a reason when onEvent %s", async (_how, onEvent) => {
    const { handler, errors } = listening({ onEvent })
    const response = await handler(delivery())
    expect(response.status).toBe(500)
    expect(await response.text()).toBe("The webhook handler failed")
    expect(errors).toHaveLength(1)
  })

  it("are not recorded as handled", async () => {
    const onEvent = vi.fn().mockRejectedValueOnce(new Error("not yet"))
    const { send } = listening({ onEvent })
    expect([await send(delivery()), await send(delivery()), await send(delivery())]).toEqual([500, 200, 200])
    expect(onEvent).toHaveBeenCalledTimes(2)
  })

  it("of the store's claim get 500 and do not call onEvent", async () => {
    const store = { ...memoryStore(), claim: () => Promise.reject(new Error("redis")) }
    const { send, events, errors } = listening({ store })
    expect(await send(delivery())).toBe(500)
    expect(events).toEqual([])
    expect(errors).toEqual([new Error("redis")])
  })

  it.each<[string, () => Promise<boolean>]>([
    [
      "throws",
      () => {
        throw new Error("redis")
      },
    ],
    ["rejects", () => Promise.reject(new Error("redis"))],
  ])("of a store whose complete %s are reported, and the event counts as handled", async (_how, complete) => {
    const { send, events, errors } = listening({ store: { ...memoryStore(), complete } })
    expect(await send(delivery())).toBe(200)
    expect(events).toHaveLength(1)
    expect(errors).toEqual([new Error("redis")])
  })

  it.each<[string, () => unknown]>([
    [
      "throws",
      () => {
        throw new Error("no log")
      },
    ],
    ["rejects", () => Promise.reject(new Error("no log"))],
  ])("become process warnings if onError %s, as does its own error, with the same response", async (_how, onError) => {
    const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => {})
    const { send } = listening({ onError, onEvent: () => Promise.reject(new Error("the reason")) })
    expect(await send(delivery())).toBe(500)
    expect(warn.mock.calls).toEqual([
      [expect.stringMatching(/^onError failed: Error: no log\n/)],
      [expect.stringMatching(/^Error: the reason\n/)],
    ])
    // Anybody can send refused requests: of those only the error of onError is worth a warning.
    expect(await send(new Request(url, { method: "POST", body: "forged" }))).toBe(400)
    expect(warn.mock.calls.slice(2)).toEqual([[expect.stringMatching(/^onError failed: Error: no log\n/)]])
  })

  it("become process warnings without an onError, unlike refused requests", async () => {
    const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => {})
    const handler = createWebhookHandler({ secret, now, onEvent: () => Promise.reject(new Error("the reason")) })
    await handler(delivery())
    expect(warn).toHaveBeenCalledTimes(1)
    expect(warn.mock.calls[0]?.[0]).toMatch(/^Error: the reason\n/)
    await handler(new Request(url, { method: "POST", body: "forged" }))
    expect(warn).toHaveBeenCalledTimes(1)
  })
})
