import { gzipSync } from "node:zlib"
import { describe, expect, it } from "vitest"
import { limits } from "../../sdk/contract/core/limits.ts"
import { rowOf } from "../spec/index.ts"
import { mock } from "../support/mock.ts"
import { type Changes, endpoints, pathOf, sample } from "../support/samples.ts"

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]

describe("a request", () => {
  it("is 422 if a query parameter that must be a whole number is not one [35.4]", async () => {
    const { call } = mock()
    for (const path of ["/v1/my/contacts?page=1.5", "/v1/my/account/reach?audience=2.5"]) {
      const { status, body } = await call("GET", path)
      expect([status, body.message]).toEqual([422, expect.stringMatching(/ must be a whole number$/)])
    }
  })

  it("to an unknown path is 404 in the error shape [35.4]", async () => {
    const { call } = mock()
    for (const path of [
      "/",
      "/v1",
      "/v1/my",
      "/v1/my/nothing",
      "/v2/my/account",
      "/v1/my/account/",
      "//v1/my/account",
    ]) {
      for (const method of methods) expect((await call(method, path)).status, `${method} ${path}`).toBe(404)
    }
  })

  it("with a method that the path does not have is 405 and lists the allowed ones in Allow [35.4]", async () => {
    const { call } = mock()
    for (const { spec } of endpoints) {
      const methodsOfPath = endpoints
        .filter(({ spec: { path } }) => path === spec.path)
        .map(({ spec: { method } }) => method)
      for (const method of methods.filter((each) => !methodsOfPath.some((other) => other === each))) {
        const { status, headers, body } = await call(method, pathOf(spec))
        expect([spec.path, method, status]).toEqual([spec.path, method, 405])
        const head = methodsOfPath.includes("GET") ? ["HEAD"] : []
        const allow = headers.get("allow")
        expect(allow?.split(", ").sort()).toEqual([...methodsOfPath, ...head, "OPTIONS"].sort())
        expect((await call("OPTIONS", pathOf(spec))).headers.get("allow")).toBe(allow)
        expect(body.error_code).toBe("method_not_allowed")
      }
    }
  })

  it("reads ignore unknown query parameters, and get a warning [35.10]", async () => {
    const { call, control } = mock()
    const plain = await call("GET", "/v1/my/contacts?search=ada")
    const odd = await call("GET", "/v1/my/contacts?verbose=1&search=ada&%C3%A9=2")
    expect([odd.status, odd.body]).toEqual([200, plain.body])
    const warning = "Unknown query parameters are ignored: verbose, é"
    expect(decodeURI(odd.headers.get("x-mas-mock-warning") ?? "")).toBe(warning)
    expect(plain.headers.get("x-mas-mock-warning")).toBeNull()
    expect(control.requests.list().map(({ warning }) => warning)).toEqual([null, warning])
  })

  it("get a warning when a message's own part stands in place of its template's, also when the key is repeated", async () => {
    const { call, control } = mock()
    const { body: template } = await call("POST", "/v1/my/templates", {
      body: { name: "Receipt", subject: "Hi", html: "<p>From the template</p>" },
    })
    const warningOf = async (parts: object, key?: string) => {
      const body = { channel: "email", to: "ana@example.test", subject: "Hi", template_id: template.id, ...parts }
      const { headers, status } = await call("POST", "/v1/my/messages", {
        body,
        ...(key && { headers: { "Idempotency-Key": key } }),
      })
      expect(status).toBeLessThan(300)
      return decodeURI(headers.get("x-mas-mock-warning") ?? "")
    }
    const warning = `html of the message replaces that of template ${template.id}`
    expect(await warningOf({})).toBe("")
    expect(await warningOf({ html: "" })).toBe("")
    // The template has no text part that it could replace.
    expect(await warningOf({ body: "Text" })).toBe("")
    expect(await warningOf({ html: "<p>Mine</p>", body: "Text" })).toBe(warning)
    expect(await warningOf({ html: "<p>Mine</p>" }, "once")).toBe(warning)
    expect(await warningOf({ html: "<p>Mine</p>" }, "once")).toBe(warning)
    expect(control.requests.list().at(-1)?.warning).toBe(warning)
  })

  it("accepts a query name with or without a trailing [], and both together for a list", async () => {
    const { call } = mock()
    const { body } = await call("GET", "/v1/my/contacts?search=ada")
    expect(body).toHaveLength(1)
    for (const name of ["search[]", "search%5B%5D"]) {
      const { body: contacts, headers } = await call("GET", `/v1/my/contacts?${name}=ada`)
      expect([contacts, headers.get("x-mas-mock-warning")]).toEqual([body, null])
      expect((await call("GET", `/v1/my/contacts?${name}=ada&search=ada`)).body.message).toMatch(/search must be text$/)
    }
  })

  it("gets a short warning, whatever a query contains", async () => {
    const { call } = mock()
    const names = Array.from({ length: 500 }, (_, at) => `k${at}`).join("=&")
    for (const query of [names, "n".repeat(8_000), "%F0%9F%8D%B0".repeat(600), "%FF%0A=1"]) {
      const { status, headers } = await call("GET", `/v1/my/account?${query}`)
      const warning = headers.get("x-mas-mock-warning") ?? ""
      expect([status, warning.length > 0, warning.length < 1_000]).toEqual([200, true, true])
    }
  })

  it("of a write with an unknown query parameter is 422 and names it [35.4]", async () => {
    const { call } = mock()
    const { status, body } = await call("PATCH", "/v1/my/account?verbose=1", { body: { name: "Changed" } })
    expect([status, Object.keys(body.validation_errors)]).toEqual([422, ["verbose"]])
    expect((await call("GET", "/v1/my/account")).body.name).toBe("Acme")
    expect((await call("POST", "/v1/my/contacts", { body: { email: "a@b.test", verbose: 1 } })).status).toBe(422)
  })

  it("is 422 and names each invalid or missing field [35.12]", async () => {
    const { call } = mock()
    const { status, body, headers } = await call("POST", "/v1/my/contacts", { body: { email: "x", opt_in: "yes" } })
    expect([status, Object.keys(body.validation_errors).sort()]).toEqual([422, ["email", "opt_in"]])
    expect(headers.get("x-mas-mock-rule")).toBe("35.12")
    const missing = await call("POST", "/v1/my/lists", { body: {} })
    expect([missing.status, Object.keys(missing.body.validation_errors)]).toEqual([422, ["name"]])
  })

  it.each(["application/vnd.api+json", "application/json-patch+json", "text/json", "application/jsonp"])(
    "with a body of the type %s is 415 [35.11]",
    async (type) => {
      const { call } = mock()
      const { status } = await call("POST", "/v1/my/lists", { raw: '{"name":"n"}', headers: { "Content-Type": type } })
      expect(status).toBe(415)
      expect((await call("GET", "/v1/my/lists")).body).toHaveLength(1)
    },
  )

  it("with a compressed body is 415 and names the encoding [35.11]", async () => {
    const { call } = mock()
    const headers = { "Content-Type": "application/json", "Content-Encoding": "gzip" }
    const { status, body } = await call("POST", "/v1/my/lists", { raw: gzipSync('{"name":"L"}'), headers })
    expect([status, body.message]).toEqual([415, expect.stringContaining("gzip")])
    const plain = { raw: '{"name":"L"}', headers: { ...headers, "Content-Encoding": "identity" } }
    expect((await call("POST", "/v1/my/lists", plain)).status).toBe(201)
    const form = { "Content-Type": "multipart/form-data; boundary=x", "Content-Encoding": "br" }
    const upload = await call("POST", "/v1/my/imports", { raw: "--x--", headers: form })
    expect([upload.status, upload.body.message]).toEqual([415, expect.stringContaining("br")])
  })

  it("gets the same body whatever the order of its keys [36.4]", async () => {
    const { call } = mock()
    const key = { "Idempotency-Key": "order" }
    const email = {
      channel: "email",
      to: "ada@example.test",
      subject: "Hello",
      body: "Hello",
      tags: { a: "1", b: "2" },
    }
    const first = await call("POST", "/v1/my/messages", { headers: key, body: email })
    const turned = Object.fromEntries(Object.entries({ ...email, tags: { b: "2", a: "1" } }).reverse())
    const again = await call("POST", "/v1/my/messages", { headers: key, body: turned })
    expect([first.status, again.status, again.body.id]).toEqual([201, 200, first.body.id])
  })

  it.each([
    ["the order of a list", { x: ["b", "a"] }],
    ["an object with the keys of a list", { x: { 0: "a", 1: "b" } }],
    ["a number as text", { x: ["a", "b"], n: "1" }],
    ["a field that is left out", { x: ["a", "b"] }],
  ])("conflicts with its key after a change of %s", async (_, data) => {
    const { call } = mock()
    const track = (data: object) =>
      call("POST", "/v1/my/events", {
        headers: { "Idempotency-Key": "k" },
        body: { contact_id: 1, event: "seen", data },
      })
    expect((await track({ x: ["a", "b"], n: 1 })).status).toBe(201)
    expect((await track({ n: 1, x: ["a", "b"] })).status).toBe(200)
    expect((await track(data)).status).toBe(409)
  })
})

describe.each(endpoints.filter(({ spec }) => spec.idempotency !== undefined).map((each) => [each.name, each] as const))(
  "the idempotency key of %s",
  (_name, endpoint) => {
    const { caller } = rowOf(endpoint.name)
    const send = (service: ReturnType<typeof mock>, idempotencyKey: string | null, changes: Changes = {}) =>
      service.call(...sample(endpoint, { ...caller, idempotencyKey, ...changes }))

    it("is 1 to 128 printable characters: anything else is 422 [36.3]", async () => {
      for (const key of ["x".repeat(limits.idempotencyKeyLength + 1), "caf\u00e9", "a\tb"]) {
        expect((await send(mock(), key)).status, key).toBe(422)
      }
      expect((await send(mock(), "x".repeat(limits.idempotencyKeyLength))).status).toBeLessThan(300)
    })

    it("must be present exactly if it is required: 400 idempotency_key_required [36.3]", async () => {
      const { status, body } = await send(mock(), null)
      if (endpoint.spec.idempotency === "optional") expect(status).toBeLessThan(300)
      else expect([status, body.error_code]).toEqual([400, "idempotency_key_required"])
    })

    it("is not used up by a failed request [36.3]", async () => {
      const service = mock()
      expect((await send(service, "kept", { body: {} })).status).toBe(422)
      const { status } = await send(service, "kept")
      expect(status).toBe(endpoint.spec.status)
    })
  },
)
