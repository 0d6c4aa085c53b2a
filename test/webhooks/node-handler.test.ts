import { createServer, type IncomingMessage, type RequestListener, request, type ServerResponse } from "node:http"
import { connect } from "node:net"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import {
  nodeWebhookHandler,
  signWebhook,
  type WebhookEvent,
  type WebhookHandlerOptions,
} from "../../sdk/webhooks/index.ts"
import { until } from "../support/until.ts"
import { body, event, headersFor, id, now, secret } from "./support.ts"

/** A request after middleware. */
type Parsed = IncomingMessage & { body?: unknown; rawBody?: unknown }
type Middleware = (request: Parsed) => Promise<void> | void

function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener)
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      resolve(typeof address === "object" && address ? address.port : 0)
    })
  })
}

/** A server on loopback whose requests pass through the middleware first, as in Express. */
async function receiver(options: Partial<WebhookHandlerOptions> = {}, ...middleware: Middleware[]) {
  const events: WebhookEvent[] = []
  const errors: unknown[] = []
  const handler = nodeWebhookHandler({
    secret,
    now,
    onEvent: (received) => events.push(received),
    onError: (error) => errors.push(error),
    ...options,
  })
  const port = await listen(async (incoming: IncomingMessage, response: ServerResponse) => {
    for (const step of middleware) await step(incoming)
    await handler(incoming, response)
  })
  const post = (content: string | Uint8Array<ArrayBuffer> = body, headers: HeadersInit = headersFor(content)) =>
    fetch(`http://127.0.0.1:${port}/hooks`, { method: "POST", body: content, headers })
  return { port, post, events, errors }
}

async function readAll(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const json: Middleware = async (incoming) => {
  incoming.body = JSON.parse((await readAll(incoming)).toString() || "{}")
}
const raw: Middleware = async (incoming) => {
  incoming.body = await readAll(incoming)
}
const text: Middleware = async (incoming) => {
  incoming.body = (await readAll(incoming)).toString()
}
const keepingRaw: Middleware = async (incoming) => {
  incoming.rawBody = await readAll(incoming)
  incoming.body = JSON.parse(String(incoming.rawBody))
}

describe("nodeWebhookHandler", () => {
  it("passes a verified event to onEvent and responds 200", async () => {
    const { post, events, errors } = await receiver()
    const response = await post()
    expect(response.status).toBe(200)
    expect(response.headers.get("content-type")).toMatch(/^text\/plain/)
    expect(events).toEqual([{ ...event, id }])
    expect(errors).toEqual([])
  })

  it("uses the real time by default", async () => {
    const { post, events } = await receiver({ now: undefined })
    expect((await post(body, signWebhook({ id, body, secret }))).status).toBe(200)
    expect((await post(body, headersFor(body, { timestamp: "1000000000" }))).status).toBe(400)
    expect(events).toHaveLength(1)
  })

  it("hashes the received bytes, valid UTF-8 or not", async () => {
    const start = '{"type":"a","timestamp":"2026-11-18T09:46:40.000Z","data":{"text":"'
    const bytes = Buffer.concat([Buffer.from(start), Buffer.from([0xff, 0xc3]), Buffer.from('"}}')])
    const { post, events } = await receiver()
    expect((await post(bytes)).status).toBe(200)
    expect(events).toHaveLength(1)
  })

  it("joins a body sent in chunks", async () => {
    const { port, events } = await receiver()
    const status = await new Promise((resolve, reject) => {
      const sending = request({ port, host: "127.0.0.1", method: "POST", headers: headersFor(body) }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      sending.on("error", reject)
      for (const byte of Buffer.from(body)) sending.write(Uint8Array.of(byte))
      sending.end()
    })
    expect(status).toBe(200)
    expect(events).toHaveLength(1)
  })

  it("responds 400 to a forged request and says why", async () => {
    const { post, events, errors } = await receiver()
    const response = await post(`${body} `, headersFor(body))
    expect(response.status).toBe(400)
    expect(await response.text()).toContain("Signature mismatch")
    expect(events).toEqual([])
    expect(errors).toMatchObject([{ reason: "no_matching_signature" }])
  })

  it("responds 405 to other methods with Allow", async () => {
    const { port } = await receiver()
    for (const method of ["GET", "HEAD", "PUT", "DELETE"]) {
      const response = await fetch(`http://127.0.0.1:${port}/`, { method })
      expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"])
    }
  })

  it("responds 413 to a declared length that is too large, without reading it", async () => {
    const { port, events } = await receiver({ maxBodyBytes: 100 })
    const socket = connect(port, "127.0.0.1")
    socket.write("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 101\r\n\r\n")
    expect(await firstLine(socket)).toBe("HTTP/1.1 413 Payload Too Large")
    socket.destroy()
    expect(events).toEqual([])
  })

  it("responds 413 to a chunked body once it is too large, before its end", async () => {
    const { port } = await receiver({ maxBodyBytes: 1000 })
    const socket = connect(port, "127.0.0.1")
    socket.write("POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
    socket.write(`3e9\r\n${"x".repeat(1001)}\r\n`)
    expect(await firstLine(socket)).toBe("HTTP/1.1 413 Payload Too Large")
    socket.destroy()
  })

  it("keeps serving after a body that was too large, over the same connection too", async () => {
    const { post } = await receiver({ maxBodyBytes: 100_000 })
    expect((await post("x".repeat(5_000_000))).status).toBe(413)
    expect((await post()).status).toBe(200)
  })

  it("survives a sender that hangs up in the middle of a body", async () => {
    const { port, post, errors } = await receiver()
    const socket = connect(port, "127.0.0.1")
    socket.write("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
    socket.end()
    await until(() => expect(errors).toMatchObject([{ reason: "invalid_body" }]))
    expect((await post()).status).toBe(200)
  })

  it("finishes a request whose sender hung up before it was handled", async () => {
    const gone: Middleware = (incoming) => {
      incoming.destroy()
      return new Promise((resolve) => incoming.once("close", resolve))
    }
    const { post, errors } = await receiver({}, gone)
    await expect(post()).rejects.toThrow()
    await until(() => expect(errors).toMatchObject([{ reason: "invalid_body" }]))
  })

  it("leaves a response alone that other code sent meanwhile", async () => {
    const handler = nodeWebhookHandler({ secret, now, onEvent: () => {} })
    const outcomes: Promise<void>[] = []
    const port = await listen((incoming, response) => {
      response.writeHead(503).end()
      outcomes.push(handler(incoming, response))
    })
    const init = { method: "POST", body, headers: headersFor(body) }
    expect((await fetch(`http://127.0.0.1:${port}/`, init)).status).toBe(503)
    expect(await Promise.all(outcomes)).toEqual([undefined])
  })

  it("responds 200 to duplicates without calling onEvent, in sequence and concurrently", async () => {
    const { post, events } = await receiver()
    expect((await post()).status).toBe(200)
    const responses = await Promise.all(Array.from({ length: 10 }, () => post()))
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(events).toHaveLength(1)
  })

  it("responds 500 when onEvent fails, and accepts the retry", async () => {
    const onEvent = vi.fn().mockRejectedValueOnce(new Error("not yet"))
    const { post, errors } = await receiver({ onEvent })
    expect([(await post()).status, (await post()).status]).toEqual([500, 200])
    expect(errors).toEqual([new Error("not yet")])
  })
})

describe("behind middleware", () => {
  it.each<[string, Middleware]>([
    ["left the bytes in req.body", raw],
    ["left the text in req.body", text],
    ["kept the bytes in req.rawBody beside the parsed body", keepingRaw],
    [
      "set req.body without reading anything",
      (incoming) => {
        incoming.body = {}
      },
    ],
    [
      "paused the request",
      (incoming) => {
        incoming.pause()
      },
    ],
    ["was slow", () => new Promise((resolve) => setImmediate(resolve))],
  ])("works when it %s", async (_what, middleware) => {
    const { post, events } = await receiver({}, middleware)
    expect((await post()).status).toBe(200)
    expect(events).toEqual([{ ...event, id }])
    expect((await post(`${body} `, headersFor(body))).status).toBe(400)
  })

  it("responds 500 with advice if the body was parsed to an object", async () => {
    const { post, events, errors } = await receiver({}, json)
    const response = await post()
    expect(response.status).toBe(500)
    expect(await response.text()).toMatch(/before express\.json\(\) or behind express\.raw\(\)/)
    expect(events).toEqual([])
    expect(errors).toMatchObject([{ reason: "raw_body_required" }])
  })

  it.each<[string, Middleware]>([
    ["was read and not kept", async (incoming) => void (await readAll(incoming))],
    ["has an encoding set", (incoming) => void incoming.setEncoding("utf8")],
  ])("responds 500 if the request %s", async (_what, middleware) => {
    const { post, errors } = await receiver({}, middleware)
    expect((await post()).status).toBe(500)
    expect(errors).toMatchObject([{ reason: "raw_body_required" }])
  })

  it("responds 400 if nothing was sent, whether or not it was read", async () => {
    for (const { post } of [await receiver({}, json), await receiver()]) {
      expect((await post("", headersFor(""))).status).toBe(400)
    }
  })

  it("applies the same size limit, exactly, to bodies that middleware kept", async () => {
    const { post } = await receiver({ maxBodyBytes: 50 }, raw)
    expect((await post()).status).toBe(413)
    const maxBodyBytes = Buffer.byteLength(body)
    for (const full of [await receiver({ maxBodyBytes }, raw), await receiver({ maxBodyBytes })])
      expect((await full.post()).status).toBe(200)
  })
})

function firstLine(socket: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve, reject) => {
    socket.once("data", (data) => resolve(String(data).split("\r\n")[0] ?? ""))
    socket.once("error", reject)
  })
}
