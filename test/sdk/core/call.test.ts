import { describe, expect, it } from "vitest"
import type { IdempotentOptions } from "../../../sdk/client/options.ts"
import { type Call, prepareCall, type RequestInput } from "../../../sdk/client/request/call.ts"
import { host } from "../../../sdk/client/request/host.ts"
import { createSettings } from "../../../sdk/client/request/settings.ts"
import { targetOf } from "../../../sdk/client/request/target.ts"

const settings = (options: object = { apiKey: "maskey_live_mock" }) =>
  createSettings({ baseUrl: "https://api.example.test/base", ...options }, host)
const signed = settings()

function prepared(
  endpoint: Parameters<typeof targetOf>[0],
  input: RequestInput = {},
  options: object = {},
  base = signed,
): Call {
  const call = prepareCall(targetOf(endpoint), input, options as IdempotentOptions, base)
  if (call instanceof Promise) throw new Error("It waits for a file")
  return call
}
const invalidArgument = (argument: string, words: string) =>
  expect.objectContaining({ name: "InvalidArgumentError", argument, message: expect.stringContaining(words) })

describe("a prepared call", () => {
  it("has everything that stays the same across attempts", () => {
    const { signal } = new AbortController()
    const body = { email: "ana@example.test" }
    const call = prepared("contacts.create", { body }, { signal })
    expect(call).toMatchObject({
      target: { name: "contacts.create" },
      path: "/base/v1/my/contacts",
      shownPath: "/v1/my/contacts",
      body: JSON.stringify(body),
      idempotencyKey: undefined,
      isRepeatable: false,
      timeout: 30_000,
    })
    expect(call.headers).toEqual({ ...signed.headers, "Content-Type": "application/json" })
    expect([call.settings, call.content, call.signal]).toEqual([signed, body, signal])
    expect(call.settings).toBe(signed)
  })

  it("uses the client's options unless it has its own", () => {
    const call = prepared("account.get", {}, { timeout: 5, headers: { "X-One": "1" } })
    expect([call.timeout, call.headers["X-One"], signed.headers["X-One"]]).toEqual([5, "1", undefined])
    expect([call.body, call.headers["Content-Type"], call.isRepeatable]).toEqual([null, undefined, true])
  })

  it("has the file's headers and ten minutes for an upload", async () => {
    const file = { file: new Blob(["email\n"]), filename: "people.csv" }
    const call = await prepareCall(targetOf("imports.create"), { body: file }, {}, signed)
    expect(call.timeout).toBe(600_000)
    expect(call.headers["Content-Type"]).toContain("multipart/form-data; boundary=")
  })

  it("refuses an invalid signal", () => {
    expect(() => prepared("account.get", {}, { signal: { aborted: false } })).toThrow(
      invalidArgument("signal", "AbortSignal"),
    )
  })
})

describe("the path in messages", () => {
  it.each([
    ["webhooks.get", { id: 7 }, "/v1/my/webhooks/7"],
    ["contacts.list", {}, "/v1/my/contacts"],
    ["GET /v1/my/contacts?email=ana@example.test", {}, "/v1/my/contacts"],
    ["GET /v1/my/other/things?email=ana@example.test", {}, "/v1/my/other/things"],
  ])("of %s with %j is %s", (endpoint, params, expectedPath) => {
    expect(prepared(endpoint, { params, query: { page: 2 } }).shownPath).toBe(expectedPath)
  })

  it("holds no secret, not even from a parameter", () => {
    const { path, shownPath } = prepared("webhooks.get", { params: { id: "maskey_live_0123456789abcdef" } })
    expect(path).toContain("maskey_live_0123456789abcdef")
    expect(shownPath).toBe("/v1/my/webhooks/{id}")
    const rawRequest = "GET /v1/others/maskey_live_0123456789abcdef?page=2&token=maskey_live_0123456789abcdef"
    expect(prepared(rawRequest).shownPath).toBe("/v1/others/maskey_live_[redacted]")
  })
})

describe("a credential", () => {
  const unsigned = settings({})

  it("is reported as missing if the contract requires one: nothing is sent", () => {
    const words = "is missing for account.get: give it or token, or set MAS_API_KEY"
    expect(() => prepared("account.get", {}, {}, unsigned)).toThrow(invalidArgument("apiKey", words))
    expect(() => prepared("GET /v1/my/account", {}, {}, unsigned)).toThrow(
      invalidArgument("apiKey", "for GET /v1/my/account"),
    )
  })

  it("may be a session cookie of the popup flow, in any case of the header name", () => {
    for (const name of ["cookie", "Cookie"]) {
      const headers = { "x-one": "1", [name]: "session=1", "x-two": "2" }
      expect(prepared("account.get", {}, { headers }, unsigned).headers[name]).toBe("session=1")
    }
    for (const name of ["x-cookie", "cookies"]) {
      const ask = () => prepared("account.get", {}, { headers: { [name]: "session=1" } }, unsigned)
      expect(ask).toThrow(invalidArgument("apiKey", "is missing"))
    }
  })

  it("is not required if the endpoint reads none, or is unknown", () => {
    const body = { user: { email: "ana@example.test", password: "secret" } }
    expect(prepared("auth.login", { body }, {}, unsigned).path).toBe("/base/v1/login")
    expect(prepared("GET /v1/unknown", {}, {}, unsigned).path).toBe("/base/v1/unknown")
  })
})

describe("the idempotency key of a call", () => {
  const message = { channel: "email", to: "ana@example.test" }
  const keyOf = ({ headers, idempotencyKey }: Call) => {
    expect(headers["Idempotency-Key"]).toBe(idempotencyKey)
    return idempotencyKey
  }

  it("is generated if the service reads one, differs per call, and makes it repeatable", () => {
    const [one, other] = [prepared("messages.send", { body: message }), prepared("messages.send", { body: message })]
    expect(keyOf(one)).toMatch(/^mas-[\w-]{36}$/)
    expect(keyOf(other)).not.toBe(keyOf(one))
    expect(one.isRepeatable).toBe(true)
  })

  it("can come from the caller", () => {
    expect(keyOf(prepared("messages.send", { body: message }, { idempotencyKey: "mine" }))).toBe("mine")
    expect(keyOf(prepared("events.track", { body: { idempotency_key: "in the body" } }))).toBe("in the body")
    const both = { body: { idempotency_key: "in the body" } }
    expect(keyOf(prepared("events.track", both, { idempotencyKey: "mine" }))).toBe("mine")
  })

  it("must come from the caller if it has to outlive the process", () => {
    const rule = "is required by managedAccounts.create: a key that you can make again after a restart"
    expect(() => prepared("managedAccounts.create", { body: {} })).toThrow(invalidArgument("idempotencyKey", rule))
    expect(keyOf(prepared("managedAccounts.create", { body: {} }, { idempotencyKey: "mine" }))).toBe("mine")
  })

  it("is refused by an endpoint that reads none, which could not honor it", () => {
    expect(keyOf(prepared("contacts.create", { body: { idempotency_key: "a field of theirs" } }))).toBeUndefined()
    const ask = () => prepared("lists.create", { body: {} }, { idempotencyKey: "mine" })
    expect(ask).toThrow(invalidArgument("idempotencyKey", "is not read by lists.create: leave it out"))
    expect(keyOf(prepared("POST /v1/unknown", { body: {} }, { idempotencyKey: "mine" }))).toBe("mine")
  })

  it.each([null, "", " ", " mine", "mine ", "a\nb", "ü", "x".repeat(129)])("cannot be %j", (idempotencyKey) => {
    const ask = () => prepared("messages.send", { body: message }, { idempotencyKey })
    expect(ask).toThrow(invalidArgument("idempotencyKey", ""))
  })

  it("is refused with the rule that it violates", () => {
    const rule = "must be 1 to 128 printable ASCII characters, with no space at either end"
    const ask = () => prepared("messages.send", { body: message }, { idempotencyKey: "mine " })
    expect(ask).toThrow(invalidArgument("idempotencyKey", rule))
  })

  it("may have the maximum length", () => {
    const idempotencyKey = "x".repeat(128)
    expect(keyOf(prepared("messages.send", { body: message }, { idempotencyKey }))).toBe(idempotencyKey)
  })
})

describe("a body", () => {
  it("is JSON, or absent if undefined", () => {
    expect(prepared("contacts.create", { body: null }).body).toBe("null")
    expect(prepared("contacts.create", { body: undefined }).body).toBe(null)
    expect(prepared("contacts.create", { body: Object.create(null) }).body).toBe("{}")
  })

  it("may hold empty values and objects with toJSON", () => {
    const body = { a: {}, b: [[]], at: new Date(0), c: Object.create(null), d: { toJSON: () => ({ map: "one" }) } }
    const json = '{"a":{},"b":[[]],"at":"1970-01-01T00:00:00.000Z","c":{},"d":{"map":"one"}}'
    expect(prepared("POST /v1/my/things", { body }).body).toBe(json)
  })

  it("is refused for GET, which not every transport can send", () => {
    const ask = () => prepared("GET /v1/my/account", { body: { a: 1 } })
    expect(ask).toThrow(invalidArgument("body", "cannot go with GET"))
    expect(prepared("DELETE /v1/my/things", { body: { a: 1 } }).body).toBe('{"a":1}')
  })

  it("that cannot be JSON is refused before anything is sent", () => {
    const around: { itself?: unknown } = {}
    around.itself = around
    const ask = () => prepared("contacts.create", { body: around })
    expect(ask).toThrow(invalidArgument("body.itself", "contains itself"))
  })

  it.each([
    ["FormData", new FormData()],
    ["URLSearchParams", new URLSearchParams("a=1")],
    ["Map", new Map([["a", 1]])],
    ["promise", Promise.resolve({ a: 1 })],
    ["Blob", new Blob(["a"])],
  ])("holding a %s, which JSON would turn into {}, is refused with its path", (kind, body) => {
    for (const [each, at] of [
      [body, "body"],
      [{ data: { a: [body] } }, "body.data.a.0"],
    ] as const) {
      const ask = () => prepared("POST /v1/my/things", { body: each })
      expect(ask).toThrow(invalidArgument(at, kind))
    }
  })
})
