import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type MockServer, startMockServer } from "../../mock-server/index.ts"
import { rawConnection, statusesIn } from "../support/raw-http.ts"

let server: MockServer
beforeAll(async () => {
  server = await startMockServer({ port: 0, clock: "frozen" })
})
afterAll(() => server.close())

const shared = "Host: 127.0.0.1\r\nAuthorization: Bearer maskey_live_mock\r\n"
const get = (path: string, more = "") => `GET ${path} HTTP/1.1\r\n${shared}${more}\r\n`
const post = (path: string, body: unknown, more = "") => {
  const text = JSON.stringify(body)
  return `POST ${path} HTTP/1.1\r\n${shared}Content-Type: application/json\r\nContent-Length: ${text.length}\r\n${more}\r\n${text}`
}
const add = (name: string, more?: string) => post("/v1/my/contacts", { email: `${name}@x.test` }, more)
const search = (name: string, more?: string) => get(`/v1/my/contacts?search=${name}`, more)
const close = "Connection: close\r\n"
const isThere = async (name: string) => {
  const headers = { Authorization: "Bearer maskey_live_mock" }
  return (await (await server.world.fetch(`/v1/my/contacts?search=${name}`, { headers })).json()).length > 0
}

/** The responses to requests that are written at once, until the connection ends. */
async function answersTo(...requests: string[]): Promise<string> {
  const connection = await rawConnection(server.port)
  connection.write(requests.join(""))
  return await connection.closed()
}

describe("a request behind an unanswered one", () => {
  it("sees the effect of the first", async () => {
    const text = await answersTo(add("pipe"), search("pipe", close))
    expect(statusesIn(text)).toEqual([201, 200])
    expect(text.slice(text.lastIndexOf("\r\n\r\n"))).toContain("pipe@x.test")
  })

  it("waits for the first, however slow, and so does its body", async () => {
    server.world.faults.add({ method: "POST", path: "/v1/my/contacts", latency_ms: 30, times: 1 })
    const many = Array.from({ length: 20 }, (_, at) => add(`row${at}-`, "Expect: 100-continue\r\n"))
    const text = await answersTo(add("slow"), ...many, search("row19", close))
    expect(statusesIn(text).filter((status) => status !== 100)).toEqual([201, ...many.map(() => 201), 200])
    expect(text.slice(text.lastIndexOf("\r\n\r\n"))).toContain("row19-@x.test")
  })

  it.each([
    ["is cut", { drop: "before" as const }],
    ["is cut midway", { cut_at: 5 }],
  ])("is not started if the first %s", async (_how, fault) => {
    server.world.faults.add({ method: "GET", path: "/v1/my/segments", times: 1, ...fault })
    await answersTo(get("/v1/my/segments"), add("orphan"))
    expect(await isThere("orphan")).toBe(false)
  })

  it.each([
    ["ends the connection", get("/v1/my/segments", close), 200],
    ["is refused", get(`/v1/${"x".repeat(9_000)}`), 414],
    ["is refused before its body arrives", post("/v1/my/contacts", "x".repeat(9_000_000)), 413],
  ])("is not started if the first %s", async (_how, before, status) => {
    expect(statusesIn(await answersTo(before, add("orphan")))).toEqual([status])
    expect(await isThere("orphan")).toBe(false)
  })

  it("is not started if its client disconnects, and is no longer in progress", async () => {
    const frozenServer = await startMockServer({ port: 0, clock: "frozen" })
    frozenServer.world.faults.add({ path: "/v1/my/segments", latency_ms: 50, times: 1 })
    const connection = await rawConnection(frozenServer.port)
    connection.write(get("/v1/my/segments") + add("gone"))
    await expect.poll(() => frozenServer.world.faults.list()[0]?.fired).toBe(1)
    connection.socket.destroy()
    await frozenServer.close()
    expect(frozenServer.world.requests.list().map(({ path }) => path)).toEqual(["/v1/my/segments"])
  })

  it("is answered before invalid HTTP behind it is refused", async () => {
    server.world.faults.add({ path: "/v1/my/segments", drip_ms: 1, times: 1 })
    expect(statusesIn(await answersTo(get("/v1/my/segments"), add("last"), "NONSENSE\r\n\r\n"))).toEqual([
      200, 201, 400,
    ])
  })
})
