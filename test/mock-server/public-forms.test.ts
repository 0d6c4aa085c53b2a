import { describe, expect, it } from "vitest"
import { mock } from "../support/mock.ts"

const path = "/v1/public/contacts"
const key = "maspk_live_mock"

describe("public website forms", () => {
  it("respond with 201 {ok: true}, the same for a known and an unknown address [publicForms.submit] [29.8]", async () => {
    const { call } = mock()
    const response = await call("POST", path, { key, body: { email: "ada@example.test", list_id: 1 } })
    const unknown = await call("POST", path, { key, body: { email: "vera@example.test", list_id: 1 } })
    expect([response.status, response.body]).toEqual([201, { ok: true }])
    expect([unknown.status, unknown.body]).toEqual([201, { ok: true }])
  })

  it("add a contact who joins the list and is opted in [29.8]", async () => {
    const { call } = mock()
    await call("POST", path, { key, body: { email: "vera@example.test", list_id: 1, first_name: "Vera" } })
    const { body } = await call("GET", "/v1/my/contacts?search=vera@example.test")
    expect(body).toMatchObject([
      { first_name: "Vera", last_name: null, list_ids: [1], subscribed_email: true, source: "form" },
    ])
  })

  it("never overwrite a contact's existing names [29.8]", async () => {
    const { call } = mock()
    await call("POST", "/v1/my/contacts", { body: { email: "half@example.test", first_name: "Known" } })
    const body = { email: "HALF@example.test", list_id: 1, first_name: "Mallory", last_name: "New" }
    await call("POST", path, { key, body })
    const { body: contacts } = await call("GET", "/v1/my/contacts?search=half@example.test")
    expect(contacts).toMatchObject([{ first_name: "Known", last_name: "New", source: "api", list_ids: [1] }])
  })

  it.each([
    ["a secret API key", "maskey_live_mock", 403],
    ["an unknown key", "maspk_live_other", 401],
    ["nothing", null, 401],
  ])("refuse %s [29.7]", async (_, wrong, status) => {
    const { call } = mock()
    expect((await call("POST", path, { key: wrong, body: { email: "a@x.test", list_id: 1 } })).status).toBe(status)
  })

  it("allow pages of any origin, including their preflight, unlike other endpoints [29.21]", async () => {
    const { call } = mock()
    const allowed = (headers: Headers) => headers.get("access-control-allow-origin")
    const preflight = { Origin: "https://acme.test", "Access-Control-Request-Method": "POST" }
    const preflightResponse = await call("OPTIONS", path, { key: null, headers: preflight })
    expect([preflightResponse.status, allowed(preflightResponse.headers)]).toEqual([204, "*"])
    expect(preflightResponse.headers.get("access-control-allow-methods")).toContain("POST")
    expect(preflightResponse.headers.get("access-control-allow-headers")?.toLowerCase().split(", ")).toEqual(
      expect.arrayContaining(["authorization", "content-type"]),
    )
    const headers = { Origin: "https://acme.test" }
    const body = { email: "vera@example.test", list_id: 1 }
    for (const [sent, status] of [
      [{ key, body }, 201],
      [{ key, body: {} }, 422],
      [{ key: null, body }, 401],
    ] as const) {
      const response = await call("POST", path, { ...sent, headers })
      expect([response.status, allowed(response.headers)]).toEqual([status, "*"])
    }
    const within = ["/v1/my/contacts?search=/v1/public/", "/_mock/v1/public/contacts", `/x${path}`]
    for (const other of ["/v1/my/contacts", "/v1/login", "/openapi.yaml", "/_mock/health", ...within]) {
      expect(allowed((await call("OPTIONS", other, { key: null, headers: preflight })).headers)).toBeNull()
      expect(allowed((await call("GET", other, { headers })).headers)).toBeNull()
    }
  })

  it("apply a fault to the request, not to its preflight, and list no methods for an unknown path", async () => {
    const { call, control } = mock()
    control.faults.add({ path: "/v1/public/*", status: 500, times: 1 })
    const preflight = { key: null, headers: { Origin: "https://acme.test", "Access-Control-Request-Method": "POST" } }
    expect((await call("OPTIONS", path, preflight)).status).toBe(204)
    const body = { email: "vera@example.test", list_id: 1 }
    expect([
      (await call("POST", path, { key, body })).status,
      (await call("POST", path, { key, body })).status,
    ]).toEqual([500, 201])
    control.faults.add({ method: "OPTIONS", status: 503 })
    const failed = await call("OPTIONS", path, preflight)
    expect([failed.status, failed.headers.get("access-control-allow-methods")]).toEqual([503, null])
    control.faults.clear()
    const none = await call("OPTIONS", "/v1/public/none", preflight)
    expect([none.status, none.headers.get("access-control-allow-methods")]).toEqual([404, null])
  })

  it("are the only endpoints that accept a public key [29.7]", async () => {
    const { call } = mock()
    expect((await call("GET", "/v1/my/contacts", { key })).status).toBe(403)
  })

  it("respond with 404 for a list of another brand, 422 for an invalid address [29.8]", async () => {
    const { call } = mock()
    const headers = { "X-Brand-SID": "brand_second" }
    const { body: list } = await call("POST", "/v1/my/lists", { headers, body: { name: "Second" } })
    expect((await call("POST", path, { key, body: { email: "a@x.test", list_id: list.id } })).status).toBe(404)
    expect((await call("POST", path, { key, body: { email: "a@", list_id: 1 } })).status).toBe(422)
  })
})
