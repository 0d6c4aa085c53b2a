import { Agent } from "node:http"
import type { Socket } from "node:net"
import { describe, expect, it } from "vitest"
import { Semaphore } from "../../../sdk/client/transport/semaphore.ts"
import { type ClientOptions, InvalidArgumentError, nodeHttpTransport, undiciTransport } from "../../../sdk/index.ts"
import {
  closedAddress,
  connect,
  deferred,
  json,
  rejection,
  serve,
  serveBytes,
  type TestHost,
  testHost,
  timeLimit,
} from "./support.ts"

/** A service that delays its responses until `respondToAll()`. */
async function holding() {
  const pendingResponses: (() => void)[] = []
  const sockets = new Set<Socket>()
  let wake = () => {}
  const { url, arrivals } = await serve((response, _, { socket }) => {
    sockets.add(socket)
    pendingResponses.push(() => json(response, 200, { id: 1 }))
    wake()
  })
  /** Waits for this number of requests. */
  const arrived = async (count: number) => {
    while (arrivals.length < count) await new Promise<void>((resolve) => (wake = resolve))
  }
  /** Responds to all pending and future requests. */
  const respondToAll = () => {
    const give = () => {
      for (const one of pendingResponses.splice(0)) one()
    }
    wake = give
    give()
  }
  return { url, arrivals, sockets, arrived, respondToAll }
}

type Way = readonly [name: string, most: string, options: () => ClientOptions]
const transportCases: readonly Way[] = [
  ["undici", "one of 2 connections (maxConnections)", () => ({ maxConnections: 2, transport: undiciTransport() })],
  [
    "node:http with an agent of its own",
    "a socket of its agent (maxSockets)",
    () => ({ transport: nodeHttpTransport({ agent: new Agent({ maxSockets: 2 }) as Agent & { options: object } }) }),
  ],
]

describe.each(transportCases)("a call that waits for a connection, over %s,", (_, waitedFor, options) => {
  const client = (url: string, host: TestHost, more: ClientOptions = {}) =>
    connect(url, { ...options(), timeout: timeLimit, maxRetries: 0, ...more }, host)

  it("has its full time limit once it has a connection", async () => {
    const { url, arrivals, arrived, sockets, respondToAll } = await holding()
    const host = testHost()
    const mas = client(url, host)
    const first = [mas.account.get(), mas.account.get()].map((call) => rejection(call))
    await arrived(2)
    const waiting = mas.account.get()
    await new Promise((resolve) => setImmediate(resolve))
    host.expire()
    for (const error of await Promise.all(first)) expect(error).toMatchObject({ name: "TimeoutError" })
    await arrived(3)
    respondToAll()
    expect(await waiting).toEqual({ id: 1 })
    expect([arrivals.length, sockets.size]).toEqual([3, 3])
  })

  it("ends at its deadline, and reports what it waited for and that nothing was sent", async () => {
    const { url, arrivals, arrived, respondToAll } = await holding()
    const host = testHost()
    const mas = client(url, host)
    const first = [mas.account.get({ timeout: 0 }), mas.account.get({ timeout: 0 })]
    await arrived(2)
    const error = rejection(mas.account.get({ deadline: timeLimit, timeout: 0 }))
    await new Promise((resolve) => setImmediate(resolve))
    host.expire()
    expect(await error).toMatchObject({
      name: "TimeoutError",
      neverSent: true,
      disposition: "retry",
      message: `GET /v1/my/account is not done within its deadline of ${timeLimit} ms: it waited for ${waitedFor}`,
    })
    respondToAll()
    await Promise.all(first)
    expect(arrivals).toHaveLength(2)
  })

  it("leaves the queue if it is aborted", async () => {
    const { url, arrivals, arrived, respondToAll } = await holding()
    const mas = client(url, testHost())
    const first = [mas.account.get(), mas.account.get()]
    await arrived(2)
    const stop = new AbortController()
    const aborted = rejection(mas.account.get({ signal: stop.signal }))
    const last = mas.account.get()
    await new Promise((resolve) => setImmediate(resolve))
    stop.abort()
    expect(await aborted).toMatchObject({ name: "AbortError" })
    respondToAll()
    await Promise.all([...first, last])
    expect(arrivals).toHaveLength(3)
  })

  it("is refused when its client is closed", async () => {
    const { url, arrivals, arrived, respondToAll } = await holding()
    const mas = client(url, testHost())
    const first = Promise.allSettled([mas.account.get(), mas.account.get()])
    await arrived(2)
    const failure = rejection(mas.account.get())
    await new Promise((resolve) => setImmediate(resolve))
    const closed = mas.close()
    expect(await failure).toMatchObject({
      name: "AbortError",
      message: expect.stringMatching(/the client was closed$/),
    })
    respondToAll()
    await Promise.all([closed, first])
    expect(arrivals).toHaveLength(2)
  })
})

describe("the connections of a client", () => {
  it("are at most 128, and more concurrent calls all succeed", async () => {
    const { url, sockets, arrived, respondToAll } = await holding()
    const mas = connect(url, { maxRetries: 0 })
    const calls = Array.from({ length: 400 }, () => mas.account.get())
    await arrived(128)
    await new Promise((resolve) => setImmediate(resolve))
    expect(sockets.size).toBe(128)
    respondToAll()
    await Promise.all(calls)
    expect(sockets.size).toBe(128)
  })

  it.each([
    ["reads", (mas: ReturnType<typeof connect>) => mas.account.get()],
    ["writes without a key", (mas: ReturnType<typeof connect>) => mas.contacts.create({ email: "ana@example.test" })],
  ])("are at most maxConnections, for %s", async (_, call) => {
    const { url, sockets, arrived, respondToAll } = await holding()
    const mas = connect(url, { maxConnections: 3 })
    const calls = Array.from({ length: 20 }, () => call(mas))
    await arrived(3)
    await new Promise((resolve) => setImmediate(resolve))
    expect(sockets.size).toBe(3)
    respondToAll()
    await Promise.all(calls)
    expect(sockets.size).toBeLessThanOrEqual(3)
  })

  it("are released, however a call ends", async () => {
    const endings = [
      (socket: Socket) => socket.destroy(),
      (socket: Socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"),
      (socket: Socket) => socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n"),
      (socket: Socket) => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n123456789"),
      (socket: Socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc"),
      (socket: Socket) => socket.end("nonsense\r\n\r\n"),
      (socket: Socket) =>
        socket.end("HTTP/1.1 302 Found\r\nLocation: /v1/x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"),
      (socket: Socket) => socket.end("HTTP/1.1 500 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"),
    ]
    const { url } = await serveBytes((socket, count) => endings[(count - 1) % endings.length]?.(socket))
    const mas = connect(url, { maxConnections: 1, maxRetries: 0, maxResponseBytes: 5 })
    for (let count = 0; count < endings.length * 2; count++) await rejection(mas.account.get())
    const download = () =>
      mas.attachments.download({ conversationId: 1, messageId: 2, id: 3 }).then(
        (file) => file.cancel(),
        () => {},
      )
    for (let count = 0; count < endings.length; count++) await download()
    const gone = connect(await closedAddress(), { maxConnections: 1, maxRetries: 0 })
    for (let count = 0; count < 3; count++)
      expect(await rejection(gone.account.get())).toMatchObject({ neverSent: true })
  })

  it.each([0, 1.5, -1, Number.POSITIVE_INFINITY, "8"])("cannot be limited to %s", (maxConnections) => {
    expect(() => connect("http://127.0.0.1:1", { maxConnections: maxConnections as number })).toThrow(
      InvalidArgumentError,
    )
  })

  it.each([
    ["undici", undiciTransport],
    ["node:http", nodeHttpTransport],
  ])("are new after a reset of a reused one, even if more are idle, over %s", async (_, transport) => {
    const served = new Map<Socket, number>()
    const all = deferred()
    const waiting: Socket[] = []
    const respond = (socket: Socket) => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
    const { url } = await serveBytes((socket) => {
      const times = (served.get(socket) ?? 0) + 1
      served.set(socket, times)
      if (times > 1) return socket.resetAndDestroy()
      if (waiting.length >= 6) return respond(socket)
      if (waiting.push(socket) < 6) return
      for (const one of waiting) respond(one)
      all.resolve()
    })
    const mas = connect(url, { transport: transport() })
    await Promise.all(Array.from({ length: 6 }, () => mas.account.get()))
    await all.promise
    // undici frees a connection a moment after its response.
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
    const { response } = await mas.account.get().withResponse()
    expect(response.attempts).toBe(2)
  })
})

describe("a semaphore", () => {
  it("grants permits in order, except to waiters that gave up", () => {
    const gate = new Semaphore(1)
    const order: string[] = []
    expect([gate.tryAcquire(), gate.tryAcquire()]).toEqual([true, false])
    gate.wait(() => order.push("first"))
    const giveUp = gate.wait(() => order.push("second"))
    gate.wait(() => order.push("third"))
    giveUp()
    gate.release()
    expect([order, gate.tryAcquire()]).toEqual([["first"], false])
    gate.release()
    gate.release()
    expect([order, gate.tryAcquire()]).toEqual([["first", "third"], true])
  })
})
