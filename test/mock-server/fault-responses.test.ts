import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { createMockService, type MockServer, startMockServer } from "../../mock-server/index.ts"
import { ConnectionError, InternalServerError, Mas, MasError } from "../../sdk/index.ts"
import { fakeHost } from "../support/fake-host.ts"
import { mock } from "../support/mock.ts"

let server: MockServer
let mas: Mas
beforeAll(async () => {
  server = await startMockServer({ port: 0, clock: "frozen" })
  mas = new Mas({ baseUrl: server.url, apiKey: server.apiKey, maxRetries: 0 })
})
beforeEach(() => server.world.reset())
afterAll(async () => {
  await mas.close()
  await server.close()
})

const headers = { Authorization: "Bearer maskey_live_mock" }
const get = (path = "/v1/my/lists", init: RequestInit = {}) => fetch(server.url + path, { headers, ...init })
const create = () =>
  get("/v1/my/lists", {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json" },
    body: JSON.stringify({ name: "Made" }),
  })
const lists = async () => (await (await get()).json()).length

describe("a fault with a body", () => {
  it("answers HTML as a proxy does, which the client reports as an error", async () => {
    const html = "<html><h1>502 Bad Gateway</h1></html>"
    server.world.faults.add({ status: 502, body: html, headers: { server: "proxy", "x-cache": "miss" }, times: 2 })
    const response = await get()
    expect([response.status, await response.text()]).toEqual([502, html])
    expect(Object.fromEntries(response.headers)).toMatchObject({
      server: "proxy",
      "x-cache": "miss",
      "content-type": "text/html; charset=utf-8",
    })
    const error = await mas.lists.list().catch((thrown) => thrown)
    expect(error).toBeInstanceOf(InternalServerError)
    expect(error).toMatchObject({ status: 502, body: html })
  })

  it("answers an idempotency conflict with the service's own code", async () => {
    server.world.faults.add({ status: 409, error_code: "idempotency_conflict", times: 1 })
    expect(await (await get()).json()).toMatchObject({ code: "idempotency_conflict" })
  })

  it("answers broken JSON with a success status, instead of the service", async () => {
    server.world.faults.add({ status: 201, method: "POST", body: '{"id": 1, "na', times: 1 })
    const response = await create()
    expect(response.status).toBe(201)
    await expect(response.json()).rejects.toThrow(SyntaxError)
    expect(await lists()).toBe(1)
    server.world.faults.add({ status: 200, body: "[{", times: 1 })
    await expect(mas.lists.list()).rejects.toBeInstanceOf(MasError)
  })

  it("without a status replaces the body of the service's own response, after its work is done", async () => {
    server.world.faults.add({ method: "POST", body: { surprise: true }, headers: { "Content-Type": "x/y" }, times: 1 })
    const response = await create()
    expect([response.status, response.headers.get("content-type")]).toEqual([201, "x/y"])
    expect(await response.json()).toEqual({ surprise: true })
    expect(await lists()).toBe(2)
  })

  it("with headers alone leaves the body as it is", async () => {
    server.world.faults.add({ headers: { "X-TOTAL-COUNT": "7" }, times: 1 })
    const response = await get()
    expect([response.headers.get("x-total-count"), (await response.json()).length]).toEqual(["7", 1])
  })
})

describe("a fault that cuts in the middle", () => {
  it("sends N bytes of the response, and then cuts the connection", async () => {
    const fullText = await (await get()).text()
    server.world.faults.add({ cut_at: 20, times: 1 })
    const response = await get()
    expect([response.status, response.headers.get("content-length")]).toEqual([200, String(fullText.length)])
    const read: Uint8Array[] = []
    const reading = async () => {
      for await (const chunk of response.body ?? []) read.push(chunk)
    }
    await expect(reading()).rejects.toThrow()
    expect(Buffer.concat(read).toString()).toBe(fullText.slice(0, 20))
  })

  it("never sends the last byte, however large the offset", async () => {
    server.world.faults.add({ cut_at: 1_000_000, times: 1 })
    await expect((await get()).text()).rejects.toThrow()
  })

  it("is a connection error to the client, which retries safe calls", async () => {
    server.world.faults.add({ cut_at: 5, times: 1 })
    await expect(mas.lists.list()).rejects.toBeInstanceOf(ConnectionError)
    server.world.faults.add({ cut_at: 5, times: 1 })
    expect((await mas.lists.list({}, { maxRetries: 1 })).items).toHaveLength(1)
  })

  it("works without a socket too", async () => {
    const service = createMockService()
    service.world.faults.add({ cut_at: 5, times: 1 })
    const response = await service.fetch("/v1/my/lists", { headers })
    await expect(response.text()).rejects.toThrow(TypeError)
    expect((await service.fetch("/v1/my/lists", { headers })).status).toBe(200)
  })
})

describe("a fault that drips", () => {
  it("sends the whole response piece by piece", async () => {
    const fullText = await (await get()).text()
    server.world.faults.add({ drip_ms: 1, times: 1 })
    expect(await (await get()).text()).toBe(fullText)
  })

  it("waits before each piece by real time", async () => {
    const { hostClock, pass, settle } = fakeHost(0)
    const service = createMockService({ hostClock })
    service.world.faults.add({ status: 200, body: "x".repeat(160), drip_ms: 1_000 })
    const response = await service.fetch("/v1/my/lists", { headers })
    let text = ""
    const reading = (async () => {
      for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString()
    })()
    for (let piece = 0; piece < 16; piece++) {
      await settle()
      expect(text).toHaveLength(piece * 10)
      await pass(1_000)
    }
    await reading
    expect(text).toHaveLength(160)
  })

  it("triggers the client's timeout", async () => {
    server.world.faults.add({ drip_ms: 600_000, times: 1 })
    await expect(mas.lists.list({}, { timeout: 50 })).rejects.toMatchObject({ name: "TimeoutError" })
  })
})

describe("a fault for some requests", () => {
  const post = { method: "POST", path: "/v1/my/messages" } as const
  const mail = (more: object = {}) => ({ channel: "email", to: "ana@b.test", subject: "Hi", html: "x", ...more })

  it.each([
    [{ credential: "maskey_live_mock" }, [500, 200, 401]],
    [{ credential: "jwt" }, [200, 500, 401]],
    [{ credential: "none" }, [200, 200, 500]],
    [{ credential: "another" }, [200, 200, 401]],
  ])("applies by credential: %j", async (rule, expected) => {
    const { call, control } = mock()
    await call("GET", "/v1/my/account", { as: "owner" })
    control.faults.add({ ...rule, status: 500 })
    const responses = [
      await call("GET", "/v1/my/account"),
      await call("GET", "/v1/my/account", { as: "owner" }),
      await call("GET", "/v1/my/account", { key: null }),
    ]
    expect(responses.map(({ status }) => status)).toEqual(expected)
  })

  it("applies by the credential of another world, with its name and without", async () => {
    const { control } = mock()
    const beside = control.worlds.create()
    const headers = { Authorization: `Bearer ${beside.apiKey}` }
    for (const credential of [beside.apiKey, control.apiKey, `${control.apiKey}_w99`]) {
      beside.faults.clear()
      beside.faults.add({ credential, status: 500 })
      const { status } = await beside.fetch("/v1/my/account", { headers })
      expect(status).toBe(credential.endsWith("_w99") ? 200 : 500)
    }
  })

  it("applies by idempotency key, exact or by a pattern", async () => {
    const { call, control } = mock()
    control.faults.add({ ...post, key: "order-*", status: 503 })
    const status = async (key?: string) =>
      (await call("POST", post.path, { body: mail(), headers: key === undefined ? {} : { "Idempotency-Key": key } }))
        .status
    expect([await status("order-7"), await status("receipt-7"), await status()]).toEqual([503, 201, 201])
  })

  it("applies by query, each given parameter", async () => {
    const { call, control } = mock()
    control.faults.add({ query: { page: "2", limit: "*" }, status: 500 })
    const status = async (query: string) => (await call("GET", `/v1/my/lists${query}`)).status
    expect([await status("?page=2&limit=5"), await status("?page=2"), await status("?page=1&limit=5")]).toEqual([
      500, 200, 200,
    ])
  })

  it("applies by body content, and leaves the body to the service", async () => {
    const { call, control } = mock()
    control.faults.add({ ...post, contains: "eve@b.test", status: 500 })
    expect((await call("POST", post.path, { body: mail({ to: "eve@b.test" }) })).status).toBe(500)
    const { status, body } = await call("POST", post.path, { body: mail() })
    expect([status, body.to]).toEqual([201, "ana@b.test"])
  })

  it("searches uploads and bodies that arrive slowly, over a socket", async () => {
    server.world.faults.add({ path: "/v1/my/imports", contains: "ada@b.test", status: 500 })
    const upload = (text: string) => {
      const form = new FormData()
      form.set("resource", "contacts")
      form.set("file", new Blob([text], { type: "text/csv" }), "contacts.csv")
      return get("/v1/my/imports", { method: "POST", body: form })
    }
    expect((await upload("email\nada@b.test\n")).status).toBe(500)
    expect((await upload(`email\nben@b.test\n${"c@b.test\n".repeat(20_000)}`)).status).toBe(201)
  })

  it("applies from the nth matching request on", async () => {
    const { call, control } = mock()
    control.faults.add({ method: "GET", path: "/v1/my/lists", from: 3, times: 2, status: 500 })
    const statuses = []
    for (let turn = 0; turn < 6; turn++) {
      await call("GET", "/v1/my/segments")
      statuses.push((await call("GET", "/v1/my/lists")).status)
    }
    expect(statuses).toEqual([200, 200, 500, 500, 200, 200])
    expect(control.faults.list()[0]).toMatchObject({ seen: 6, fired: 2 })
  })

  it("counts matches even if another fault applies first, and across a snapshot", async () => {
    const { call, control } = mock()
    control.faults.add({ status: 503, times: 1 })
    control.faults.add({ from: 3, status: 500 })
    expect((await call("GET", "/v1/my/lists")).status).toBe(503)
    control.state.restore(JSON.parse(JSON.stringify(control.state.snapshot())))
    expect((await call("GET", "/v1/my/lists")).status).toBe(200)
    expect((await call("GET", "/v1/my/lists")).status).toBe(500)
  })
})

describe("POST /_mock/faults for requests", () => {
  it.each([
    [{ drop: "before", body: "x" }, "status"],
    [{ status: 200 }, "status"],
    [{ status: 204, headers: {} }, "status"],
    [{ on: "elsewhere", status: 500 }, "on"],
    [{ status: 500, headers: { "Content-Length": "3" } }, "headers.Content-Length"],
    [{ status: 500, headers: { "X-A": "a\r\nb" } }, "headers.X-A"],
    [{ cut_at: -1 }, "cut_at"],
    [{ drip_ms: 0 }, "drip_ms"],
    [{ status: 500, from: 0 }, "from"],
    [{ status: 500, query: "page=2" }, "query"],
    [{ status: 500, webhook_id: 1 }, "webhook_id"],
  ])("refuses %j and names the field", async (body, field) => {
    const { status, body: error } = await mock().call("POST", "/_mock/faults", { key: null, body })
    expect([status, Object.keys(error.validation_errors)]).toEqual([422, [field]])
  })

  it("treats faults of older snapshots, without a kind, as request faults", () => {
    const { control } = mock()
    control.faults.add({ status: 503 })
    const text = JSON.stringify(control.state.snapshot())
    const before = text.replace('"on":"request",', "")
    expect(before).not.toBe(text)
    control.state.restore(JSON.parse(before))
    expect(JSON.stringify(control.state.snapshot())).toBe(text)
  })
})
