import { Agent, request } from "node:http"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createMockService, type MockServer, startMockServer } from "../../mock-server/index.ts"
import { limits } from "../../sdk/contract/core/limits.ts"
import { fakeHost } from "../support/fake-host.ts"
import { rawConnection, statusesIn } from "../support/raw-http.ts"

let server: MockServer
beforeAll(async () => {
  server = await startMockServer({ port: 0, clock: "frozen" })
})
afterAll(() => server.close())

const key = "Authorization: Bearer maskey_live_mock\r\n"
const get = (path: string, more = "") => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${key}${more}\r\n`
const post = (path: string, body: string, more = "") =>
  `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${key}Content-Type: application/json\r\n${more}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
const head = (path: string, length: number, more = "") =>
  `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${key}Content-Type: application/json\r\n${more}Content-Length: ${length}\r\n\r\n`

/** The JSON of the last response. */
const lastBody = (text: string) => JSON.parse(text.slice(text.lastIndexOf("\r\n\r\n") + 4))

const listNames = async () => {
  const response = await server.world.fetch("/v1/my/lists?limit=100", {
    headers: { Authorization: "Bearer maskey_live_mock" },
  })
  return (await response.json()).map(({ name }: { name: string }) => name)
}

describe("consecutive requests on a connection", () => {
  it("are answered in order when they are pipelined, whatever their kind", async () => {
    const connection = await rawConnection(server.port)
    const requests = [
      get("/v1/my/lists"),
      post("/v1/my/lists", '{"name":"Pipelined"}'),
      get("/v1/nothing"),
      post("/v1/my/lists", "{"),
      get("/_mock/health"),
      get("/v1/my/lists", "Connection: close\r\n"),
    ]
    connection.write(requests.join(""))
    const text = await connection.closed()
    expect(statusesIn(text)).toEqual([200, 201, 404, 400, 200, 200])
    expect(text.lastIndexOf("Pipelined")).toBeGreaterThan(text.indexOf('"status":"ok"'))
  })

  it("may arrive byte by byte", async () => {
    const connection = await rawConnection(server.port)
    connection.socket.setNoDelay(true)
    for (const byte of Buffer.from(post("/v1/my/lists", '{"name":"Slow"}', "Connection: close\r\n"))) {
      await new Promise<void>((resolve) => connection.socket.write(Uint8Array.of(byte), () => resolve()))
    }
    expect(statusesIn(await connection.closed())).toEqual([201])
  })

  it("may have a chunked body", async () => {
    const connection = await rawConnection(server.port)
    const chunked = head("/v1/my/lists", 0).replace(
      "Content-Length: 0",
      "Connection: close\r\nTransfer-Encoding: chunked",
    )
    connection.write(`${chunked}8\r\n{"name":\r\n9\r\n"Chunky"}\r\n0\r\n\r\n`)
    expect(statusesIn(await connection.closed())).toEqual([201])
  })

  it("may have an absolute URL", async () => {
    const connection = await rawConnection(server.port)
    connection.write(get(`http://127.0.0.1:${server.port}/v1/my/segments`, "Connection: close\r\n"))
    expect(statusesIn(await connection.closed())).toEqual([200])
  })
})

describe("a thousand connections at once", () => {
  it("are all answered", { tags: "slow" }, async () => {
    const connections = await Promise.all(Array.from({ length: 1_000 }, () => rawConnection(server.port)))
    for (const connection of connections) connection.write(get("/v1/my/segments", "Connection: close\r\n"))
    const responses = await Promise.all(connections.map((connection) => connection.closed()))
    expect(new Set(responses.flatMap(statusesIn))).toEqual(new Set([200]))
    expect(responses.flatMap(statusesIn)).toHaveLength(1_000)
  })
})

describe("invalid HTTP", () => {
  it.each([
    ["nonsense", "HELLO\r\n\r\n", 400, "bad_request"],
    ["an unknown method", "BREW / HTTP/1.1\r\nHost: x\r\n\r\n", 400, "bad_request"],
    ["no Host", "GET /v1/my/lists HTTP/1.1\r\n\r\n", 400, "bad_request"],
    ["a broken header", "GET / HTTP/1.1\r\nHost: x\r\nNo colon\r\n\r\n", 400, "bad_request"],
    [
      "two lengths",
      "POST /v1/my/lists HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
      400,
      "bad_request",
    ],
    ["an invalid length", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: some\r\n\r\n", 400, "bad_request"],
    [
      "headers past 16 KiB",
      `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${"x".repeat(20_000)}\r\n\r\n`,
      431,
      "headers_too_large",
    ],
    ["a proxy's request", "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n", 405, "method_not_allowed"],
  ])("(%s) is refused in the error shape, and the connection ends", async (_what, text, status, error_code) => {
    const connection = await rawConnection(server.port)
    connection.write(text)
    const response = await connection.closed()
    expect(statusesIn(response)).toEqual([status])
    expect(lastBody(response)).toMatchObject({ code: status, error: true, error_code, message: expect.any(String) })
    expect(response).toMatch(/X-MAS-Mock: mas-sdk\//)
  })

  it("of more than a thousand headers counts the last one too", async () => {
    const more = `${"a: b\r\n".repeat(1_100)}Idempotency-Key: thousandth\r\n`
    const send = post("/v1/my/messages", '{"channel":"email","to":"ada@example.test","subject":"s","body":"b"}', more)
    const connection = await rawConnection(server.port)
    connection.write(send)
    connection.write(send.replace("Content-Length", "Connection: close\r\nContent-Length"))
    expect(statusesIn(await connection.closed())).toEqual([201, 200])
  })

  it("after valid requests is refused after their responses", async () => {
    const connection = await rawConnection(server.port)
    connection.write(`${post("/v1/my/lists", '{"name":"Before"}')}NONSENSE\r\n\r\n`)
    expect(statusesIn(await connection.closed())).toEqual([201, 400])
  })

  it("of version 1.0 without a Host is answered by the service but not by the control API", async () => {
    for (const [path, status] of [
      ["/v1/my/segments", 200],
      ["/_mock/health", 403],
    ]) {
      const connection = await rawConnection(server.port)
      connection.write(`GET ${path} HTTP/1.0\r\n${key}\r\n`)
      expect(statusesIn(await connection.closed())).toEqual([status])
    }
  })
})

describe("a body past the limit", () => {
  it("with a declared length gets 413 before it is sent, and the connection ends", async () => {
    const connection = await rawConnection(server.port)
    connection.write(head("/v1/my/lists", limits.bodyBytes + 1))
    const response = await connection.until(/payload_too_large/)
    expect(statusesIn(response)).toEqual([413])
    expect(response).toContain("Connection: close")
    connection.write("x".repeat(limits.bodyBytes + 1))
    await connection.closed()
  })

  it("without a declared length gets 413 on the way, to a client that keeps sending", async () => {
    const piece = "x".repeat(1024 * 1024)
    const response = await new Promise<string>((resolve, reject) => {
      const outgoing = request(`${server.url}/v1/my/lists`, {
        method: "POST",
        headers: { Authorization: "Bearer maskey_live_mock", "Content-Type": "application/json" },
      })
      outgoing.on("response", (response) => {
        let text = String(response.statusCode)
        response.on("data", (chunk) => {
          text += chunk
        })
        response.on("end", () => resolve(text))
      })
      outgoing.on("error", reject)
      for (let sent = 0; sent < 8; sent++) outgoing.write(piece)
      outgoing.end()
    })
    expect(response).toMatch(/^413.*payload_too_large/)
  })

  it("of exactly the limit is accepted", async () => {
    const name = "x".repeat(limits.bodyBytes - '{"name":""}'.length)
    const connection = await rawConnection(server.port)
    connection.write(post("/v1/my/lists", `{"name":"${name}"}`, "Connection: close\r\n"))
    expect(statusesIn(await connection.closed())[0]).not.toBe(413)
  })
})

describe("an unread body", () => {
  it("keeps the connection usable if it is short, and ends it if it is long", async () => {
    const connection = await rawConnection(server.port)
    connection.write(post("/v1/nothing", "x".repeat(1_000)) + get("/v1/my/segments"))
    await connection.until(/"Subscribed"/)
    expect(statusesIn(connection.received())).toEqual([404, 200])
    connection.write(head("/v1/nothing", 10 * 1024 * 1024))
    connection.write("x".repeat(10 * 1024 * 1024))
    expect(statusesIn(await connection.closed())).toEqual([404, 200, 404])
  })
})

describe("Expect: 100-continue", () => {
  const expects = "Expect: 100-continue\r\n"

  it("gets 100 Continue once the body is needed", async () => {
    const connection = await rawConnection(server.port)
    const body = '{"name":"Expected"}'
    connection.write(head("/v1/my/lists", body.length, expects))
    expect(statusesIn(await connection.until(/\r\n\r\n/))).toEqual([100])
    connection.write(body)
    expect(statusesIn(await connection.until(/Expected/))).toEqual([100, 201])
    connection.socket.destroy()
  })

  it.each([
    ["no such path", "/v1/nothing", 10, key, 404],
    ["an invalid credential", "/v1/my/lists", 10, "", 401],
    ["a body past the limit", "/v1/my/lists", limits.bodyBytes + 1, key, 413],
  ])(
    "is answered at once if the body is not needed (%s), and the connection ends",
    async (_why, path, length, credential, status) => {
      const connection = await rawConnection(server.port)
      connection.write(head(path, length, expects).replace(key, credential))
      expect(statusesIn(await connection.closed())).toEqual([status])
    },
  )
})

describe("a client that disconnects", () => {
  it("in the middle of its body changes nothing, and is in the journal without a status", async () => {
    server.world.requests.clear()
    for (const length of [100, 1_000_000]) {
      const connection = await rawConnection(server.port)
      connection.write(`${head("/v1/my/lists", length)}{"name":"Gone`)
      await connection.until(/^/)
      connection.socket.destroy()
    }
    const until = Date.now() + 5_000
    while (server.world.requests.list().length < 2 && Date.now() < until) await new Promise(setImmediate)
    expect(server.world.requests.list().map(({ status }) => status)).toEqual([null, null])
    expect(await listNames()).not.toContain("Gone")
  })

  it("before its response causes no failure", async () => {
    server.world.faults.add({ path: "/v1/my/lists", method: "POST", latency_ms: 30, times: 1 })
    const connection = await rawConnection(server.port)
    connection.write(post("/v1/my/lists", '{"name":"Impatient"}'))
    await new Promise(setImmediate)
    connection.socket.destroy()
    const until = Date.now() + 5_000
    while (!(await listNames()).includes("Impatient") && Date.now() < until) await new Promise(setImmediate)
    expect(await listNames()).toContain("Impatient")
  })
})

describe("a fault that cuts the connection", () => {
  it.each([
    ["before", false],
    ["after", true],
  ] as const)("%s the write sends no byte; the write is made: %s", async (drop, isMade) => {
    server.world.faults.add({ method: "POST", path: "/v1/my/lists", drop, times: 1 })
    const connection = await rawConnection(server.port)
    connection.write(post("/v1/my/lists", `{"name":"Cut ${drop}"}`))
    expect(await connection.closed()).toBe("")
    expect((await listNames()).includes(`Cut ${drop}`)).toBe(isMade)
  })
})

describe("HEAD and OPTIONS", () => {
  it("answer like GET without a body, and with the methods of a path", async () => {
    const headers = { Authorization: "Bearer maskey_live_mock" }
    const [got, headed] = await Promise.all(
      ["GET", "HEAD"].map((method) => fetch(`${server.url}/v1/my/contacts`, { method, headers })),
    )
    expect([headed?.status, await headed?.text()]).toEqual([200, ""])
    for (const name of ["content-length", "x-total-count", "content-type"]) {
      expect(headed?.headers.get(name)).toBe(got?.headers.get(name))
    }
    const options = await fetch(`${server.url}/v1/my/contacts`, { method: "OPTIONS" })
    expect([options.status, options.headers.get("allow")]).toEqual([204, "GET, HEAD, POST, OPTIONS"])
  })
})

describe("closing", () => {
  it("finishes requests in progress, ends idle connections, and accepts no new ones", async () => {
    const frozenServer = await startMockServer({ port: 0, clock: "frozen" })
    frozenServer.world.faults.add({ path: "/v1/my/segments", latency_ms: 100 })
    const agent = new Agent({ keepAlive: true })
    await new Promise<void>((resolve) => {
      request(`${frozenServer.url}/_mock/health`, { agent }, (response) => response.resume().on("end", resolve)).end()
    })
    const silent = await rawConnection(frozenServer.port)
    const half = await rawConnection(frozenServer.port)
    half.write("GET /v1/my/segments HTTP/1.1\r\n")
    const busy = await rawConnection(frozenServer.port)
    busy.write(get("/v1/my/segments"))
    const until = Date.now() + 5_000
    while (frozenServer.world.faults.list()[0]?.fired === 0 && Date.now() < until) await new Promise(setImmediate)
    const closed = frozenServer.close()
    const response = await busy.closed()
    expect([statusesIn(response), response.includes("Connection: close")]).toEqual([[200], true])
    expect([await silent.closed(), await half.closed()]).toEqual(["", ""])
    await closed
    await expect(rawConnection(frozenServer.port)).rejects.toThrow("ECONNREFUSED")
    agent.destroy()
  })

  it("skips the latency of faults in process", async () => {
    const service = createMockService()
    service.world.faults.add({ latency_ms: 600_000 })
    const response = service.fetch("/v1/my/account", { headers: { Authorization: `Bearer ${service.apiKey}` } })
    await service.close()
    expect((await response).status).toBe(200)
  })

  it("gives no grace period to unused connections", async () => {
    const { hostClock } = fakeHost(0)
    const clockedServer = await startMockServer({ port: 0, hostClock })
    const used = await rawConnection(clockedServer.port)
    used.write(get("/_mock/health"))
    await used.until("ok")
    const silent = await rawConnection(clockedServer.port)
    // Time is frozen: this ends only if nothing waits for it.
    await clockedServer.close()
    expect([statusesIn(await used.closed()), await silent.closed()]).toEqual([[200], ""])
  })

  it("gives no grace period to a connection whose slow response was sent, though its next request has begun", async () => {
    const { hostClock, pass } = fakeHost(0)
    const clockedServer = await startMockServer({ port: 0, hostClock })
    clockedServer.world.faults.add({ status: 200, body: "slow", drip_ms: 1 })
    const used = await rawConnection(clockedServer.port)
    used.write(`${get("/v1/my/account")}GET /v1/my/account HTTP/1.1\r\n`)
    await used.until("\r\n\r\n")
    await pass(16)
    await used.until("slow")
    await clockedServer.close()
    expect(statusesIn(await used.closed())).toEqual([200])
  })
})

describe("starting", () => {
  it("reports that a port is in use", async () => {
    await expect(startMockServer({ port: server.port })).rejects.toThrow("EADDRINUSE")
  })

  it("accepts every form of this machine's address", async () => {
    for (const [host, url] of [
      ["127.0.0.1", /^http:\/\/127\.0\.0\.1:\d+$/],
      ["0.0.0.0", /^http:\/\/127\.0\.0\.1:\d+$/],
      ["localhost", /^http:\/\/localhost:\d+$/],
    ] as const) {
      const boundServer = await startMockServer({ port: 0, host })
      expect(boundServer.url).toMatch(url)
      expect((await fetch(`${boundServer.url}/_mock/health`)).status).toBe(200)
      await boundServer.close()
    }
  })
})
