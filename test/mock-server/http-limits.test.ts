import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { afterEach, describe, expect, it } from "vitest"
import { type MockServer, type MockServerOptions, startMockServer } from "../../mock-server/index.ts"
import { NodeServer } from "../../mock-server/service/http/node.ts"
import { openApiResponse } from "../../mock-server/service/request/pages/openapi.ts"
import { bodyOf } from "../../mock-server/service/request/wire.ts"
import { ServiceCore } from "../../mock-server/service/service.ts"
import { limits } from "../../sdk/contract/core/limits.ts"
import { fakeHost } from "../support/fake-host.ts"
import { rawConnection, statusesIn } from "../support/raw-http.ts"

let server: MockServer | undefined
const start = async (options: MockServerOptions = {}) => {
  const started = await startMockServer({ port: 0, clock: "frozen", ...options })
  server = started
  return started
}
afterEach(async () => {
  await server?.close()
  server = undefined
})

const key = "Authorization: Bearer maskey_live_mock\r\n"
const get = (path: string, more = "") => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${key}${more}\r\n`

/** A client that keeps reading, and never ends its own half. */
async function holding(port: number): Promise<{ readonly socket: Socket; readonly received: () => string }> {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true })
  let text = ""
  socket.on("error", () => {})
  socket.on("data", (piece) => {
    text += piece.toString("latin1")
  })
  await once(socket, "connect")
  return { socket, received: () => text }
}

describe("a refused client that keeps its half of the connection open", () => {
  const declared = `POST /v1/my/lists HTTP/1.1\r\nHost: 127.0.0.1\r\n${key}Content-Type: application/json\r\nContent-Length: ${limits.bodyBytes + 1}\r\n\r\n`
  it.each([
    ["invalid HTTP", "NONSENSE\r\n\r\n", 400],
    ["no Host", "GET / HTTP/1.1\r\n\r\n", 400],
    ["headers past their limit", `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${"x".repeat(20_000)}\r\n\r\n`, 431],
    ["a proxy's request", "CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n", 405],
    ["a body past its limit", declared, 413],
    ["an expectation", get("/v1/my/lists", "Expect: miracles\r\n"), 417],
    ["a path past its limit", get(`/v1/${"x".repeat(9_000)}`), 414],
  ])("gets its response, and the connection closes shortly after: %s", async (_what, text, status) => {
    const { hostClock, pass } = fakeHost(0)
    const service = new ServiceCore({ clock: "frozen", hostClock })
    const listening = new NodeServer(service)
    const { port } = await listening.listen(0, "127.0.0.1")
    const connections = () =>
      new Promise<number>((resolve, reject) => {
        listening.server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
      })
    const { socket, received } = await holding(port)
    socket.write(text)
    while (!received().includes("\r\n\r\n{")) await new Promise((resolve) => socket.once("data", resolve))
    expect(statusesIn(received())).toEqual([status])
    await pass(2_000)
    expect([await connections(), socket.writable]).toEqual([0, true])
    socket.destroy()
    await listening.close()
    await service.close()
  })

  it("gets the whole response, though it keeps sending", async () => {
    const { hostClock } = fakeHost(0)
    const { port, url } = await start({ hostClock })
    const { socket, received } = await holding(port)
    socket.write("NONSENSE\r\n\r\n")
    await once(socket, "end")
    for (let sent = 0; sent < 20; sent++) {
      await new Promise((resolve) => socket.write("MORE NONSENSE\r\n", resolve))
      await fetch(`${url}/_mock/health`)
    }
    expect(statusesIn(received())).toEqual([400])
    expect(socket.destroyed).toBe(false)
    socket.destroy()
  })

  it("ends only its own connection when it aborts a proxy request", async () => {
    const { port, url } = await start()
    for (let at = 0; at < 20; at++) {
      const { socket } = await holding(port)
      socket.write("CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n")
      await once(socket, "data")
      socket.resetAndDestroy()
    }
    expect((await fetch(`${url}/_mock/health`)).status).toBe(200)
  })
})

describe("the address of a request", () => {
  it("is 414 past 8 KiB in the error shape, and the connection ends", async () => {
    const { port } = await start()
    const path = `/v1/my/lists?x=${"y".repeat(8 * 1024)}`
    const [longest, longer] = [path.slice(0, 8 * 1024), path.slice(0, 8 * 1024 + 1)]
    const connection = await rawConnection(port)
    connection.write(get(longest) + get(longer))
    const response = await connection.closed()
    expect(statusesIn(response)).toEqual([200, 414])
    expect(JSON.parse(response.slice(response.lastIndexOf("\r\n\r\n") + 4))).toEqual({
      code: 414,
      error: true,
      error_code: "uri_too_long",
      message: "The path and query are longer than 8 KiB",
    })
  })
})

describe("an expectation that is not 100-continue", () => {
  it.each([0, 1_000_000])("is 417 in the error shape, and the connection ends, after a body of %d", async (length) => {
    const { port } = await start()
    const connection = await rawConnection(port)
    const head = `POST /v1/my/lists HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\nContent-Length: ${length}\r\n\r\n`
    connection.write(head + "x".repeat(length))
    const response = await connection.closed()
    expect(statusesIn(response)).toEqual([417])
    expect(response).toMatch(/X-MAS-Mock: mas-sdk\//)
    expect(JSON.parse(response.slice(response.indexOf("\r\n\r\n")))).toEqual({
      code: 417,
      error: true,
      error_code: "expectation_failed",
      message: "Only 100-continue can be expected",
    })
  })
})

describe("connections at once", () => {
  it("are limited: one more is dropped, and one that ends makes room", async () => {
    const { port } = await start({ maxConnections: 2 })
    const first = await rawConnection(port)
    const second = await rawConnection(port)
    for (const connection of [first, second]) {
      connection.write(get("/v1/my/lists"))
      await connection.until(/\[\{/)
    }
    const third = await rawConnection(port)
    expect(await third.closed()).toBe("")
    first.write(get("/v1/my/lists", "Connection: close\r\n"))
    await first.closed()
    const fourth = await rawConnection(port)
    fourth.write(get("/v1/my/lists", "Connection: close\r\n"))
    expect(statusesIn(await fourth.closed())).toEqual([200])
    second.socket.destroy()
  })
})

describe("worlds", () => {
  it("are limited: one more is 409, and one that ends makes room", async () => {
    const { url, world } = await start({ maxWorlds: 2 })
    const create = () => fetch(`${url}/_mock/worlds`, { method: "POST" })
    expect([(await create()).status, (await create()).status]).toEqual([201, 201])
    const refusal = await create()
    expect([refusal.status, await refusal.json()]).toEqual([
      409,
      {
        code: 409,
        error: true,
        error_code: "conflict",
        message: expect.stringMatching(/2 worlds.*--max-worlds.*maxWorlds/),
      },
    ])
    expect(() => world.worlds.create()).toThrow("2 worlds")
    await fetch(`${url}/_mock/worlds/w1`, { method: "DELETE" })
    expect((await (await create()).json()).id).toBe("w3")
    world.reset()
    expect((await create()).status).toBe(409)
  })
})

describe("GET /openapi.yaml", () => {
  it("is the same bytes each time, and the journal stores none of them", async () => {
    const { url, world } = await start()
    const request = { method: "GET", url: "/openapi.yaml", headers: {}, body: bodyOf(new Uint8Array()) }
    const [one, two] = [await openApiResponse(request), await openApiResponse(request)]
    expect(one.body).toBeInstanceOf(Uint8Array)
    expect(two.body).toBe(one.body)
    const response = await fetch(`${url}/openapi.yaml`)
    expect(response.headers.get("content-length")).toBe(String((await response.arrayBuffer()).byteLength))
    expect(world.requests.list()).toMatchObject([{ path: "/openapi.yaml", status: 200, response_body: null }])
  })

  it("can be requested many times on one connection", async () => {
    const { port } = await start()
    const connection = await rawConnection(port)
    connection.write(get("/openapi.yaml").repeat(49) + get("/openapi.yaml", "Connection: close\r\n"))
    expect(statusesIn(await connection.closed())).toEqual(Array(50).fill(200))
  })
})
