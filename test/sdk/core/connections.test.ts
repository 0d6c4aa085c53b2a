import type { Socket } from "node:net"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { nodeHttpTransport, undiciTransport } from "../../../sdk/index.ts"
import { closedAddress, connect, deferred, json, rejection, serve, serveBytes, transports } from "./support.ts"

const headers = "Connection: Upgrade\r\nUpgrade: websocket\r\n"
it.each([
  ...Object.entries(transports).map(([name, transport]) => [name, transport, headers] as const),
  ["node:http, without an Upgrade header", transports["node:http"], ""] as const,
])("a response that switches protocols ends a call without a time limit, over %s", async (_, transport, upgrade) => {
  const { url } = await serveBytes((socket) => socket.write(`HTTP/1.1 101 Switching Protocols\r\n${upgrade}\r\n`))
  const mas = connect(url, { transport: transport(), timeout: 0, maxRetries: 0 })
  expect(await rejection(mas.account.get())).toMatchObject({
    name: expect.stringMatching(/^(ConnectionError|APIError)$/),
    attempts: 1,
  })
})

it.each(Object.entries(transports))(
  "a write is sent once if 100 Continue comes unrequested, over %s",
  async (name, transport) => {
    const rawResponse = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 8\r\n\r\n{"id":1}'
    const { url, count } = await serveBytes((socket) => socket.write(rawResponse))
    const created = connect(url, { transport: transport() }).contacts.create({ email: "ada@example.test" })
    if (name === "node:http") expect(await created).toEqual({ id: 1 })
    else expect(await rejection(created)).toMatchObject({ name: "ConnectionError", neverSent: false, attempts: 1 })
    expect(count()).toBe(1)
  },
)

describe("a keep-alive connection over node:http", () => {
  /** A service that closes idle connections just as they are reused. */
  async function hasty() {
    const sockets = new Set<Socket>()
    const { url, arrivals } = await serve((response, _, { socket }) => {
      sockets.add(socket)
      json(response, 200, { id: 1 })
    })
    const hangUp = () => {
      for (const socket of sockets) socket.destroy()
      sockets.clear()
    }
    return { mas: connect(url, { transport: nodeHttpTransport() }), arrivals, hangUp }
  }

  it("is not used for a write that must not be repeated", async () => {
    const { mas, arrivals, hangUp } = await hasty()
    for (let count = 0; count < 5; count++) {
      await mas.account.get()
      hangUp()
      await mas.contacts.create({ email: "ada@example.test" })
      hangUp()
    }
    expect(arrivals.filter(({ method }) => method === "POST")).toHaveLength(5)
  })

  it("is used for a request that can be repeated, which is retried", async () => {
    const { mas, arrivals, hangUp } = await hasty()
    await mas.account.get()
    hangUp()
    const { response } = await mas.messages.send({ channel: "sms", to: "+49", body: "x" }).withResponse()
    expect(response.attempts).toBe(2)
    expect(arrivals).toHaveLength(2)
  })

  it.each([
    ["shorter", "timeout=1", 2],
    ["longer", "timeout=5", 1],
  ])("is reused only if the service keeps it open for over a second, %s: %s", async (_, hint, expected) => {
    const ports = new Set<number | undefined>()
    const { url } = await serve((response, _, { socket }) => {
      ports.add(socket.remotePort)
      json(response, 200, {}, { "Keep-Alive": hint, Connection: "keep-alive" })
    })
    const mas = connect(url, { transport: nodeHttpTransport() })
    await mas.account.get()
    await mas.account.get()
    expect(ports.size).toBe(expected)
  })
})

describe("a keep-alive connection over undici", () => {
  it("is used for a write that must not be repeated only if it was not idle", async () => {
    const ports: (number | undefined)[] = []
    const { url } = await serve((response, _, { socket }) => {
      ports.push(socket.remotePort)
      json(response, 200, { id: 1 })
    })
    let now = Date.now()
    const clock = vi.spyOn(Date, "now").mockImplementation(() => now)
    onTestFinished(() => clock.mockRestore())
    const mas = connect(url, { transport: undiciTransport() })
    const create = () => mas.contacts.create({ email: "ada@example.test" })
    for (let count = 0; count < 10; count++) await create()
    const before = new Set(ports.splice(0))
    expect(before.size).toBeLessThanOrEqual(2)
    now += 51
    await create()
    expect(before).not.toContain(ports[0])
  })

  it("is closed if it is idle after such a write", async () => {
    const closed = deferred()
    const { url } = await serve((response, _, { socket }) => {
      socket.on("close", closed.resolve)
      json(response, 200, { id: 1 })
    })
    await connect(url, { transport: undiciTransport() }).contacts.create({ email: "ada@example.test" })
    await closed.promise
  })

  it("to an address without a server reports neverSent, for a write as for a read", async () => {
    const mas = connect(await closedAddress(), { transport: undiciTransport(), maxRetries: 0 })
    expect(await rejection(mas.contacts.create({ email: "ada@example.test" }))).toMatchObject({ neverSent: true })
  })
})
