import { once } from "node:events"
import type { ServerResponse } from "node:http"
import { createServer as createTlsServer } from "node:https"
import { type AddressInfo, createServer as createTcpServer } from "node:net"
import { describe, expect, it, onTestFinished } from "vitest"
import { hostClock } from "../../mock-server/base/host.ts"
import { httpDelivery, type Resolve } from "../../mock-server/resources/webhooks/http.ts"
import { verifyWebhook } from "../../sdk/webhooks/index.ts"
import { mock } from "../support/mock.ts"
import { type Responder, startReceiver, status } from "../support/receiver.ts"
import { selfSigned } from "../support/tls.ts"

const minute = 60_000

async function receiver(respond?: Responder) {
  const started = await startReceiver(respond)
  onTestFinished(started.close)
  return started
}

/** Sends one request over HTTP and returns the outcome. */
async function deliver(
  url: string,
  { timeout = 5_000, allowLocal = true, resolve = undefined as Resolve | undefined } = {},
) {
  const delivery = httpDelivery(hostClock, { resolve })
  onTestFinished(delivery.close)
  return delivery.deliver({
    url,
    headers: { "Content-Type": "application/json" },
    body: "{}",
    allowLocal,
    timeout,
    noResponse,
  })
}

const noResponse = "no response in time"

const duration = expect.any(Number)

describe("a webhook over HTTP", () => {
  it("arrives as a signed POST of JSON [32.1]", async () => {
    const endpoint = await receiver()
    const m = mock({ allowLocalWebhooks: true })
    onTestFinished(m.service.close)
    const { body: webhook } = await m.call("POST", "/v1/my/webhooks", {
      body: { url: `${endpoint.url}?from=mas`, events: ["email.delivered"] },
    })
    const message = { channel: "email", to: "ada@example.test", subject: "Grüße 😀", html: "x" }
    await m.call("POST", "/v1/my/messages", { body: message })
    await m.advance(0)
    const [request] = endpoint.received
    expect(request).toMatchObject({
      method: "POST",
      url: "/hooks?from=mas",
      headers: {
        host: `127.0.0.1:${endpoint.port}`,
        "content-type": "application/json",
        "user-agent": "MAS-Webhooks/1.0",
        "content-length": String(request?.body.byteLength),
      },
    })
    const event = verifyWebhook(request?.body ?? "", request?.headers ?? {}, webhook.secret, { now: m.world.now() })
    expect(event).toMatchObject({ type: "email.delivered", data: { subject: "Grüße 😀" } })
  })

  it("is sent asynchronously: the request that caused it is answered first [34.5]", async () => {
    const endpoint = await receiver(() => {})
    const m = mock({ allowLocalWebhooks: true })
    await m.call("POST", "/v1/my/webhooks", { body: { url: endpoint.url, events: ["email.sent"] } })
    const message = { channel: "email", to: "ada@example.test", subject: "x", html: "x" }
    expect((await m.call("POST", "/v1/my/messages", { body: message })).status).toBe(201)
    expect((await m.call("GET", "/v1/my/webhooks/1/deliveries")).body).toMatchObject([{ status: "pending" }])
  })

  it("is awaited by an advance before time moves past it", async () => {
    let down = true
    const endpoint = await receiver((response) => {
      setTimeout(() => response.writeHead(down ? 500 : 200).end(), 50)
    })
    const m = mock({ allowLocalWebhooks: true })
    onTestFinished(m.service.close)
    await m.call("POST", "/v1/my/webhooks", { body: { url: endpoint.url, events: ["email.sent"] } })
    const message = { channel: "email", to: "ada@example.test", subject: "x", html: "x" }
    await m.call("POST", "/v1/my/messages", { body: message })
    await m.advance(minute)
    down = false
    await m.advance(5 * minute)
    expect(endpoint.received.map(({ headers }) => Number(headers["webhook-timestamp"]) - 1_772_366_400)).toEqual([
      0, 60, 360,
    ])
    expect((await m.call("GET", "/v1/my/webhooks/1/deliveries")).body).toMatchObject([
      { status: "delivered", attempts: 3 },
    ])
  })

  it("keeps the events of one message in order, however long the endpoint takes for each", async () => {
    const order: string[] = []
    const endpoint = await receiver((response, { body }) => {
      const { type } = JSON.parse(String(body))
      order.push(type)
      setTimeout(() => response.writeHead(200).end(), type === "email.sent" ? 40 : 0)
    })
    const m = mock({ allowLocalWebhooks: true })
    onTestFinished(m.service.close)
    const events = ["email.sent", "email.delivered", "email.opened"]
    await m.call("POST", "/v1/my/webhooks", { body: { url: endpoint.url, events } })
    const message = { channel: "email", to: "opened@simulator.test", subject: "x", html: "x" }
    await m.call("POST", "/v1/my/messages", { body: message })
    await m.advance(0)
    expect(order).toEqual(events)
  })

  it("has at most 16 requests in progress per endpoint, and other endpoints do not wait [34.5]", async () => {
    const events = 48
    const openResponses: ServerResponse[] = []
    let most = 0
    // The slow endpoint responds, 16 at a time, only once the quick one has everything.
    const release = () => {
      if (quick.received.length === events && openResponses.length === 16)
        for (const one of openResponses.splice(0)) one.end()
    }
    const slow = await receiver((response) => {
      most = Math.max(most, openResponses.push(response))
      release()
    })
    const quick = await receiver((response) => {
      response.end()
      release()
    })
    const m = mock({ allowLocalWebhooks: true })
    onTestFinished(m.service.close)
    for (const { url } of [slow, quick]) {
      await m.call("POST", "/v1/my/webhooks", { body: { url, events: ["email.sent"] } })
    }
    const message = { channel: "email", to: "ada@example.test", subject: "x", html: "x" }
    for (let i = 0; i < events; i++) await m.call("POST", "/v1/my/messages", { body: message })
    await m.advance(0)
    expect([slow.received.length, quick.received.length, most]).toEqual([events, events, 16])
    expect(m.world.attempts.list().every(({ outcome }) => "status" in outcome)).toBe(true)
  })
})

describe("a response to a webhook", () => {
  it.each([200, 204, 302, 500])("with the status %i counts as that status", async (code) => {
    const endpoint = await receiver(status(code))
    expect(await deliver(endpoint.url)).toMatchObject({ status: code, duration })
  })

  it("that is a redirect is not followed [34.1]", async () => {
    const target = await receiver()
    const endpoint = await receiver((response) => response.writeHead(307, { Location: target.url }).end())
    expect(await deliver(endpoint.url)).toMatchObject({ status: 307, duration })
    expect(target.received).toEqual([])
  })

  it("that does not come in time is a timeout [34.1]", async () => {
    const endpoint = await receiver(() => {})
    expect(await deliver(endpoint.url, { timeout: 80 })).toEqual({ error: noResponse, duration })
  })

  it("that arrives byte by byte must have its status in time", async () => {
    const server = createTcpServer((socket) => {
      const drop = setInterval(() => socket.write("H"), 10)
      socket.on("close", () => clearInterval(drop))
      socket.on("error", () => {})
    }).listen(0, "127.0.0.1")
    await once(server, "listening")
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    expect(await deliver(`http://127.0.0.1:${port}/`, { timeout: 150 })).toHaveProperty("error")
  })

  it("whose body never ends counts by its status and holds up nothing", async () => {
    const endpoint = await receiver((response) => {
      response.writeHead(200)
      const drop = setInterval(() => response.write("x"), 10)
      response.on("close", () => clearInterval(drop))
    })
    expect(await deliver(endpoint.url, { timeout: 60_000 })).toMatchObject({ status: 200, duration })
  })

  it("whose body is huge is not read to the end", async () => {
    let sent = 0
    const endpoint = await receiver((response) => {
      response.writeHead(200)
      const chunk = Buffer.alloc(65_536)
      const more = () => {
        while (sent < 500_000_000 && !response.destroyed) {
          sent += chunk.byteLength
          if (!response.write(chunk)) return response.once("drain", more)
        }
        return response.end()
      }
      more()
    })
    expect(await deliver(endpoint.url)).toMatchObject({ status: 200, duration })
    expect(sent).toBeLessThan(500_000_000)
  })

  it.each([
    ["cuts the connection", "socket.destroy()"],
    ["is not HTTP", "socket.end('hello\\r\\n\\r\\n')"],
    ["has a header that is too long", "socket.end('HTTP/1.1 200 OK\\r\\nX: ' + 'x'.repeat(100000) + '\\r\\n\\r\\n')"],
  ])("that %s is a failed attempt with a reason", async (_, how) => {
    const server = createTcpServer((socket) => {
      socket.on("error", () => {})
      socket.once("data", () => new Function("socket", how)(socket))
    }).listen(0, "127.0.0.1")
    await once(server, "listening")
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    expect(await deliver(`http://127.0.0.1:${port}/`)).toEqual({ error: expect.stringMatching(/./), duration })
  })

  it("from a port without a listener is a failed attempt with a reason", async () => {
    const endpoint = await startReceiver()
    await endpoint.close()
    expect(await deliver(endpoint.url)).toEqual({ error: "the connection was refused", duration })
  })

  it("that is not TLS has the same error in every process", async () => {
    const { url } = await receiver()
    const error = expect.stringMatching(/^TLS failed: [\w ]+$/)
    expect(await deliver(url.replace("http:", "https:"))).toEqual({ error, duration })
  })

  it("over TLS with an untrusted certificate is a failed attempt", async () => {
    const server = createTlsServer(selfSigned, (_, response) => response.end()).listen(0, "127.0.0.1")
    await once(server, "listening")
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    expect(await deliver(`https://localhost:${port}/`)).toEqual({ error: expect.stringContaining("self"), duration })
  })

  it("keeps the connection for the next request", async () => {
    const ports = new Set<number | undefined>()
    const endpoint = await receiver((response, _, incoming) => {
      ports.add(incoming.socket.remotePort)
      response.writeHead(200).end("ok")
    })
    const delivery = httpDelivery(hostClock)
    onTestFinished(delivery.close)
    const request = { url: endpoint.url, headers: {}, body: "{}", allowLocal: true, timeout: 5_000, noResponse }
    for (let i = 0; i < 5; i++) await delivery.deliver(request)
    // Each is released one turn of the event loop after its response.
    expect(ports.size).toBeLessThanOrEqual(2)
  })
})

describe("connecting to an endpoint", () => {
  const resolvingTo =
    (...addresses: string[]): Resolve =>
    (_, __, callback) =>
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
      )
  const refusal = { error: "the address is not on the public internet", duration }

  it.each(["127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "::ffff:127.0.0.1", "64:ff9b::a9fe:a9fe", "fd00::1"])(
    "is refused if the name now resolves to %s [36.6]",
    async (address) => {
      const endpoint = await receiver()
      const resolve = resolvingTo(address)
      const url = `https://hooks.example.com:${endpoint.port}/`
      expect(await deliver(url, { allowLocal: false, resolve })).toEqual(refusal)
      expect(endpoint.received).toEqual([])
    },
  )

  it.each(["https://127.0.0.1:1/", "https://[::1]:1/", "https://0x7f000001:1/"])(
    "is refused for the literal address %s [36.6]",
    async (url) => {
      expect(await deliver(url, { allowLocal: false })).toEqual(refusal)
    },
  )

  it("with local endpoints allowed reaches loopback and no other private address", async () => {
    const endpoint = await receiver()
    expect(await deliver(`http://localhost:${endpoint.port}/`)).toMatchObject({ status: 200, duration })
    expect(await deliver("https://hooks.example.com/", { resolve: resolvingTo("192.168.0.1") })).toEqual(refusal)
    expect(await deliver("https://192.168.0.1/")).toEqual(refusal)
  })

  it("without TLS is only for loopback, whatever the name resolves to", async () => {
    expect(await deliver("http://localhost:1/", { resolve: resolvingTo("93.184.215.14") })).toEqual(refusal)
  })

  it("uses only the allowed ones of the resolved addresses", async () => {
    const endpoint = await receiver()
    const resolve = resolvingTo("10.0.0.1", "127.0.0.1")
    expect(await deliver(`http://a.localhost:${endpoint.port}/`, { resolve })).toMatchObject({ status: 200, duration })
  })

  it("fails with a reason if the name does not resolve", async () => {
    const resolve: Resolve = (_, __, callback) => callback(Object.assign(new Error("x"), { code: "ENOTFOUND" }), [])
    expect(await deliver("https://nowhere.example.com/", { resolve })).toEqual({
      error: "the host name does not resolve",
      duration,
    })
  })
})
