import { Readable } from "node:stream"
import { runInNewContext } from "node:vm"
import { describe, expect, it, vi } from "vitest"
import { limits } from "../../sdk/contract/core/limits.ts"
import {
  createWebhookHandler,
  nodeWebhookHandler,
  verifyWebhook,
  verifyWebhookAsync,
} from "../../sdk/webhooks/index.ts"
import { mockWithEndpoint } from "../support/webhook-stub.ts"
import { delivery, listening, url } from "./fetch-support.ts"
import { body, event, headersFor, id, now, refusal, secret } from "./support.ts"

const bytes = new TextEncoder().encode(body)
const headers = new Headers(headersFor(body))
const signed = { method: "POST", headers, bodyUsed: false }
const options = { now }

/** A stream as in Safari: it cannot be iterated. */
function unlike(stream: ReadableStream<Uint8Array>) {
  return { locked: false, getReader: () => stream.getReader() }
}
const stream = () => new Blob([bytes]).stream() as ReadableStream<Uint8Array>
const never = () => expect.unreachable()

/** Requests of platforms, polyfills and frameworks, by what they lack. */
const requests: Readonly<Record<string, () => object>> = {
  "a Request": () => new Request(url, { method: "POST", headers, body: bytes }),
  "a Request of text": () => new Request(url, { method: "POST", headers, body }),
  "one whose stream cannot be iterated": () => ({ ...signed, body: unlike(stream()), text: never }),
  "one whose body is a stream of Node": () => ({ ...signed, body: Readable.from([bytes.slice(0, 9), bytes.slice(9)]) }),
  "one without body, by bytes": () => ({ ...signed, bytes: async () => bytes, text: never }),
  "one without body, by arrayBuffer": () => ({ ...signed, arrayBuffer: async () => bytes.slice().buffer, text: never }),
  "one without body, by blob": () => ({ ...signed, blob: async () => new Blob([bytes]), text: never }),
  "one without body, by text": () => ({ ...signed, text: async () => body }),
  "one whose body is null, by arrayBuffer": () => ({ ...signed, body: null, arrayBuffer: async () => bytes.buffer }),
  "one that does not say whether it was read": () => ({ method: "POST", headers, text: async () => body }),
  "one whose functions need their Request": () => ({
    ...signed,
    kept: bytes,
    async arrayBuffer(this: { kept: Uint8Array }) {
      return this.kept.slice().buffer
    },
  }),
  "one whose body is a Blob": () => ({ ...signed, body: new Blob([body]) }),
  "one whose body is text": () => ({ ...signed, body }),
  "one whose body is bytes": () => ({ ...signed, body: bytes }),
  "one whose body is an ArrayBuffer": () => ({ ...signed, body: bytes.slice().buffer }),
  "one whose body is bytes of another realm": () => ({
    ...signed,
    body: runInNewContext("Uint8Array.from(bytes)", { bytes: [...bytes] }),
  }),
}

describe.each(Object.entries(requests))("%s", (_, make) => {
  const request = () => make() as Request

  it("is read", async () => {
    const { send, events, errors } = listening()
    expect([await send(request()), errors]).toEqual([200, []])
    expect(events).toEqual([{ ...event, id }])
    expect(await verifyWebhookAsync(request(), secret, options)).toEqual({ ...event, id })
  })

  it("has a size limit", async () => {
    expect(await listening({ maxBodyBytes: bytes.length }).send(request())).toBe(200)
    const { send, errors } = listening({ maxBodyBytes: bytes.length - 1 })
    expect(await send(request())).toBe(413)
    expect(errors).toMatchObject([{ reason: "body_too_large" }])
  })
})

const bodies: Readonly<Record<string, () => unknown>> = {
  text: () => body,
  "a Uint8Array": () => bytes,
  "a Buffer": () => Buffer.from(body),
  "an ArrayBuffer": () => bytes.slice().buffer,
  "a SharedArrayBuffer": () => {
    const shared = new SharedArrayBuffer(bytes.length)
    new Uint8Array(shared).set(bytes)
    return shared
  },
}
const laterBodies: Readonly<Record<string, () => unknown>> = {
  "a Blob": () => new Blob([body]),
  "a stream": stream,
  "a stream that cannot be iterated": () => unlike(stream()),
  "a stream of Node": () => Readable.from([Buffer.from(body)]),
}

describe("a body without its request", () => {
  it.each(Object.entries(bodies))("is verified as %s", async (_, make) => {
    expect(verifyWebhook(make() as string, headers, secret, options)).toEqual({ ...event, id })
    expect(await verifyWebhookAsync(make() as string, headers, secret, options)).toEqual({ ...event, id })
  })

  it.each(Object.entries(laterBodies))("is verified by verifyWebhookAsync as %s", async (_, make) => {
    expect(await verifyWebhookAsync(make() as Blob, headers, secret, options)).toEqual({ ...event, id })
    const error = await refusal(() => verifyWebhook(make() as string, headers, secret, options))
    expect(error).toMatchObject({
      reason: "raw_body_required",
      message: expect.stringContaining("verifyWebhookAsync"),
    })
  })
})

describe("a Request that can no longer be read", () => {
  it.each<[string, () => Promise<object> | object]>([
    [
      "was read",
      async () => {
        const request = delivery()
        await request.text()
        return request
      },
    ],
    [
      "is locked by another reader",
      () => {
        const request = delivery()
        request.body?.getReader()
        return request
      },
    ],
    [
      "does not report that it was read",
      () => ({ method: "POST", headers, text: () => Promise.reject(new TypeError("Already read")) }),
    ],
  ])("gets 500 and advice, unlike a forgery: it %s", async (_, make) => {
    const { handler, errors } = listening()
    const response = await handler((await make()) as Request)
    expect([response.status, await response.text()]).toEqual([
      500,
      expect.stringContaining("hand over the request before"),
    ])
    expect(errors).toMatchObject([{ reason: "raw_body_required" }])
  })

  it("cancels a stream that exceeds the limit", async () => {
    const cancel = vi.fn()
    const endless = new ReadableStream<Uint8Array>({ pull: (to) => to.enqueue(new Uint8Array(65_536)), cancel })
    expect(await listening().send({ ...signed, body: unlike(endless) } as unknown as Request)).toBe(413)
    expect(cancel).toHaveBeenCalledTimes(1)
  })
})

/** The objects that frameworks pass to a route. */
const fetched = new Request(url, { method: "POST", body })
const node = { headers: {}, method: "POST", rawHeaders: [], on() {}, resume() {} }
const wrong: readonly (readonly [framework: string, given: object, advice: string])[] = [
  [
    "Hono's c",
    { req: { raw: fetched, routeIndex: 0 }, finalized: false, env: {} },
    "in Hono, hand c.req.raw to createWebhookHandler",
  ],
  ["Hono's c.req", { raw: fetched, routeIndex: 0, bodyCache: {} }, "in Hono, hand c.req.raw to createWebhookHandler"],
  [
    "h3's event",
    { req: fetched, url: new URL(url), res: {}, context: {} },
    "in h3, hand event.req to createWebhookHandler",
  ],
  [
    "h3's event, version 1",
    { node: { req: node, res: {} }, context: {}, method: "POST", headers },
    "in h3, hand event.node.req and event.node.res",
  ],
  [
    "the event of SvelteKit, Remix and Astro",
    { request: fetched, params: {} },
    "hand event.request to createWebhookHandler",
  ],
  [
    "Koa's ctx",
    { app: {}, req: node, res: {}, request: {}, response: {} },
    "in Koa, use koaWebhookHandler of mas-sdk/webhooks/adapters",
  ],
  [
    "Fastify's request",
    { raw: node, routeOptions: {}, server: {}, headers: {}, method: "POST" },
    "in Fastify, register fastifyWebhooks",
  ],
  ["Lambda's event", { requestContext: {}, headers: {}, body }, "in AWS Lambda, use lambdaWebhookHandler"],
]

describe("a framework's own request object", () => {
  it.each(wrong)("is refused with advice on what to pass: %s", async (_, argument, advice) => {
    const { handler, errors } = listening()
    const response = await handler(argument as Request)
    expect([response.status, await response.text()]).toEqual([500, expect.stringContaining(advice)])
    expect(errors).toMatchObject([{ reason: "raw_body_required" }])
    const byNode = nodeWebhookHandler({ secret, onEvent: () => {} })
    await expect(byNode(argument as never, undefined as never)).rejects.toThrow(advice)
    expect(() => verifyWebhook(argument as never, headers, secret, options)).toThrow(advice)
    await expect(verifyWebhookAsync(argument as never, headers, secret, options)).rejects.toThrow(advice)
  })

  it("is detected if the handler is for another kind of server", async () => {
    const response = await createWebhookHandler({ secret, onEvent: () => {}, onError: () => {} })(
      node as unknown as Request,
    )
    expect([response.status, await response.text()]).toEqual([500, expect.stringContaining("to nodeWebhookHandler")])
    const byNode = nodeWebhookHandler({ secret, onEvent: () => {} })
    await expect(byNode(fetched as never, undefined as never)).rejects.toThrow("pass a Request to createWebhookHandler")
    for (const argument of [undefined, null, 7, {}]) {
      const other = await createWebhookHandler({ secret, onEvent: () => {}, onError: () => {} })(argument as never)
      expect(await other.text()).toContain("createWebhookHandler takes a fetch Request")
      await expect(byNode(argument as never, undefined as never)).rejects.toThrow(
        "takes a request and a response of Node",
      )
    }
  })
})

it("the largest email.received that the mock server sends is accepted by default", async () => {
  const m = mockWithEndpoint()
  const { secret } = await m.addWebhook(["email.received"])
  const text = "\u0001".repeat(limits.inboundTextBytes)
  const mail = { from: "ana@example.test", to: "inbox@acme.test", subject: "Hi", text, html: text }
  const file = { filename: "", content_type: "text/plain", content_base64: "eA==" }
  const count = 1_000
  const room = limits.bodyBytes - Buffer.byteLength(JSON.stringify({ ...mail, attachments: Array(count).fill(file) }))
  const filename = "é".repeat(room / 2 / count)
  const raw = JSON.stringify({ ...mail, attachments: Array(count).fill({ ...file, filename }) })
  const headers = { "X-Mock-Control": "1", "Content-Type": "application/json" }
  expect(await m.call("POST", "/_mock/inbound", { raw, headers })).toMatchObject({ status: 201 })
  await m.advance(0)
  const [sent] = m.sent
  expect(sent?.body.length).toBeGreaterThan(2.5 * 2 ** 20)
  const { send, events } = listening({ secret, now: m.world.now() })
  expect(await send(new Request(url, { method: "POST", body: sent?.body ?? "", headers: sent?.headers ?? {} }))).toBe(
    200,
  )
  expect(events).toMatchObject([
    { data: { text, html: text, attachments: expect.objectContaining({ length: count }) } },
  ])
})
