import { describe, expect, it } from "vitest"
import { fakeHost } from "../support/fake-host.ts"
import { mock } from "../support/mock.ts"
import { snapshotOf } from "../support/snapshot-of.ts"

const control = { key: null }

describe("POST /_mock/faults", () => {
  it("is 201 with the fault and its id", async () => {
    const { call } = mock()
    const body = { method: "get", path: "/v1/my/*", status: 503, error_code: "tired", retry_after: 7, times: 2 }
    const { status, body: fault } = await call("POST", "/_mock/faults", { ...control, body })
    expect(status).toBe(201)
    expect(fault).toEqual({
      id: 1,
      on: "request",
      ...body,
      method: "GET",
      latency_ms: null,
      drop: null,
      probability: 1,
      fired: 0,
    })
    expect((await call("GET", "/_mock/faults", control)).body).toEqual([fault])
  })

  it.each([
    [{}, "status"],
    [{ times: 1 }, "status"],
    [{ status: 200 }, "status"],
    [{ status: 600 }, "status"],
    [{ status: 503, drop: "after" }, "status"],
    [{ drop: "midway" }, "drop"],
    [{ status: 503, times: 0 }, "times"],
    [{ status: 503, probability: 2 }, "probability"],
    [{ status: 503, path: "v1" }, "path"],
    [{ status: 503, path: "/_mock/clock" }, "path"],
    [{ status: 503, path: "/v1/my/contacts?page=2" }, "path"],
    [{ status: 503, headers: { "content-length": "5" } }, "headers.content-length"],
    [{ on: "nope", status: 503 }, "on"],
    [{ latency_ms: -1 }, "latency_ms"],
    [{ status: 503, colour: "red" }, "colour"],
  ])("refuses %j and names the field", async (body, field) => {
    const { call } = mock()
    const { status, body: error } = await call("POST", "/_mock/faults", { ...control, body })
    expect([status, Object.keys(error.validation_errors)]).toEqual([422, [field]])
    expect((await call("GET", "/_mock/faults", control)).body).toEqual([])
  })
})

describe("a fault", () => {
  it("answers as often as requested, then lets requests through", async () => {
    const { call, control: world } = mock()
    world.faults.add({ path: "/v1/my/contacts", status: 429, retry_after: 3, times: 2 })
    const statuses = []
    for (let turn = 0; turn < 4; turn++) statuses.push((await call("GET", "/v1/my/contacts")).status)
    expect(statuses).toEqual([429, 429, 200, 200])
    expect(world.faults.list()[0]?.fired).toBe(2)
  })

  it("answers in the error shape, with Retry-After if the status calls for it", async () => {
    const { call, control: world } = mock()
    for (const status of [400, 401, 403, 409, 418, 429, 500, 502, 503, 504]) {
      world.faults.clear()
      world.faults.add({ status, error_code: status === 418 ? "teapot" : undefined })
      const { body, headers } = await call("GET", "/v1/my/account")
      expect(body).toMatchObject({ code: status, error: true, message: expect.any(String) })
      expect(body.error_code).toEqual(expect.any(String))
      if (status === 418) expect(body.error_code).toBe("teapot")
      expect(headers.get("retry-after")).toBe(status === 429 || status === 503 ? "1" : null)
      expect(body.retryable).toBe(status === 429 || status >= 500 ? true : undefined)
    }
  })

  it.each([
    [{ path: "/v1/my/lists" }, ["GET /v1/my/lists", "POST /v1/my/lists"]],
    [{ method: "POST" }, ["POST /v1/my/lists"]],
    [{ path: "/v1/my/lists*", method: "GET" }, ["GET /v1/my/lists", "GET /v1/my/lists?limit=1"]],
    [{ path: "/v1/my/*/1" }, ["GET /v1/my/templates/1"]],
    [{ path: "/v1/my/list" }, []],
    [{ path: "/v1/my/l.sts" }, []],
    [{}, ["GET /v1/my/lists", "GET /v1/my/lists?limit=1", "POST /v1/my/lists", "GET /v1/my/templates/1"]],
  ])("for %j applies to %j", async (rule, expected) => {
    const { call, control: world } = mock()
    world.faults.add({ ...rule, status: 500 })
    const requests = ["GET /v1/my/lists", "GET /v1/my/lists?limit=1", "POST /v1/my/lists", "GET /v1/my/templates/1"]
    const hit: string[] = []
    for (const request of requests) {
      const [method = "", path = ""] = request.split(" ")
      const body = method === "POST" ? { body: { name: "A" } } : {}
      if ((await call(method, path, body)).status === 500) hit.push(request)
    }
    expect(hit.filter((request) => !expected.some((each) => request.startsWith(each)))).toEqual([])
    expect(expected.filter((request) => !hit.includes(request))).toEqual([])
  })

  it("that comes first in the list applies", async () => {
    const { call, control: world } = mock()
    world.faults.add({ path: "/v1/my/lists", status: 500, times: 1 })
    world.faults.add({ status: 503 })
    expect((await call("GET", "/v1/my/lists")).status).toBe(500)
    expect((await call("GET", "/v1/my/lists")).status).toBe(503)
  })

  it("with a probability applies about that often, the same for the same seed", async () => {
    const run = async (seed: number) => {
      const { call, control: world } = mock({ seed })
      world.faults.add({ status: 500, probability: 0.3 })
      const hits = []
      for (let turn = 0; turn < 200; turn++) hits.push((await call("GET", "/v1/my/segments")).status === 500)
      return hits
    }
    const hits = await run(1)
    expect(hits.filter(Boolean).length).toBeGreaterThan(35)
    expect(hits.filter(Boolean).length).toBeLessThan(85)
    expect(await run(1)).toEqual(hits)
    expect(await run(2)).not.toEqual(hits)
  })

  it("that drops before cuts the connection and does nothing", async () => {
    const { call, control: world } = mock()
    world.faults.add({ drop: "before", times: 1 })
    await expect(call("POST", "/v1/my/lists", { body: { name: "A" } })).rejects.toThrow(TypeError)
    expect((await call("GET", "/v1/my/lists")).body).toHaveLength(1)
  })

  it("that drops after cuts the connection once the write is made", async () => {
    const { call, control: world } = mock()
    world.faults.add({ drop: "after", times: 1 })
    await expect(call("POST", "/v1/my/lists", { body: { name: "A" } })).rejects.toThrow(TypeError)
    expect((await call("GET", "/v1/my/lists")).body).toHaveLength(2)
  })

  it("with a latency delays a request by real time, and then lets it through", async () => {
    const { hostClock, pass, settle } = fakeHost(0)
    const { call, control: world } = mock({ hostClock })
    world.faults.add({ latency_ms: 500, times: 1 })
    let answered = false
    const delayedStatus = call("POST", "/v1/my/lists", { body: { name: "A" } }).then(({ status }) => {
      answered = true
      return status
    })
    await pass(499)
    await settle()
    expect(answered).toBe(false)
    expect(snapshotOf(world).tables.lists?.rows).toHaveLength(1)
    await pass(1)
    expect(await delayedStatus).toBe(201)
  })

  it("with 400 or 422 has the popup's own shape on its endpoints [35.2]", async () => {
    const { call, control: world } = mock()
    for (const [status, path] of [
      [400, "/v1/oauth/launch"],
      [422, "/v1/oauth/subscribe"],
      [500, "/v1/oauth/launch"],
    ] as const) {
      world.faults.add({ status, times: 1 })
      const { status: answered, body } = await call("POST", path, { key: null, body: {} })
      expect([answered, typeof body.error]).toEqual([status, status === 500 ? "boolean" : "string"])
      expect(Object.keys(body)).toEqual(status === 500 ? expect.arrayContaining(["code", "error"]) : ["error"])
    }
  })

  it("never applies to the control API", async () => {
    const { call, control: world } = mock()
    world.faults.add({ status: 500 })
    world.faults.add({ path: "/*", drop: "before" })
    expect((await call("GET", "/_mock/health", control)).status).toBe(200)
  })
})

describe("DELETE /_mock/faults", () => {
  it("removes one by its id, or all of them", async () => {
    const { call, control: world } = mock()
    for (const status of [500, 502, 503]) world.faults.add({ status })
    expect((await call("DELETE", "/_mock/faults/2", control)).status).toBe(204)
    expect(world.faults.list().map(({ id }) => id)).toEqual([1, 3])
    expect((await call("DELETE", "/_mock/faults/2", control)).status).toBe(404)
    expect((await call("DELETE", "/_mock/faults", control)).status).toBe(204)
    expect(world.faults.list()).toEqual([])
    expect((await call("GET", "/v1/my/account")).status).toBe(200)
  })
})
