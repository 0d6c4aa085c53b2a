import { types } from "node:util"
import { runInNewContext } from "node:vm"
import { describe, expect, it } from "vitest"
import type { Call } from "../../../sdk/client/request/call.ts"
import { CallSecrets } from "../../../sdk/client/request/secrets.ts"
import { CallTrace } from "../../../sdk/client/request/trace.ts"

const callKey = "maskey_live_0123456789abcdef"
const password = "correct horse battery"
const call = {
  path: "/v1/login?token=of-the-query",
  headers: { authorization: `Bearer ${callKey}` },
  content: { email: "ada@example.test", password },
} as unknown as Call

describe("the secrets of a call", () => {
  it("are those of its headers, query and body before an attempt", () => {
    const secrets = new CallSecrets(call)
    expect(secrets.known).toEqual(expect.arrayContaining([callKey, password, "of-the-query"]))
    expect(secrets.known.every((secret) => secret.length > 3)).toBe(true)
    expect(secrets.shown(`${password}, ${callKey} and of-the-query\u0007`)).toBe(
      "[redacted], [redacted] and [redacted]\\u0007",
    )
  })

  it("then include those of each attempt", () => {
    const secrets = new CallSecrets(call)
    secrets.add({ "x-api-key": "of-the-first-attempt" })
    expect(secrets.shown("of-the-first-attempt")).toBe("[redacted]")
    secrets.add({ "x-api-key": "of-the-second-attempt" })
    expect(secrets.known).toEqual(
      expect.arrayContaining(["of-the-first-attempt", "of-the-second-attempt", password, "of-the-query"]),
    )
  })

  it("include no other text", () => {
    expect(new CallSecrets({ ...call, path: "/v1/x", headers: {}, content: undefined }).known).toEqual([])
  })
})

describe("a redacted copy of an error", () => {
  const shownError = (error: unknown) => new CallSecrets(call).shownError(error)

  class SocketError extends Error {}
  function fail(): SocketError {
    const error = new SocketError(`refused ${callKey}`, { cause: new TypeError(`deep ${password}`) })
    return Object.assign(error, {
      code: "ECONNREFUSED",
      port: 443,
      isOpen: false,
      socket: { own: callKey },
      hint: `a\nb\nc ${callKey}`,
    })
  }

  it("has its class, message and plain fields, and no objects that a platform attached", () => {
    const shownCopy = shownError(fail())
    expect(shownCopy).toBeInstanceOf(SocketError)
    expect(shownCopy).toMatchObject({
      message: "refused [redacted]",
      code: "ECONNREFUSED",
      port: 443,
      isOpen: false,
      hint: "a\nb\nc [redacted]",
      cause: { name: "TypeError", message: "deep [redacted]" },
    })
    expect(Object.getOwnPropertyNames(shownCopy)).not.toContain("socket")
    expect(Object.getOwnPropertyNames(shownCopy)).not.toContain("errors")
  })

  it("is a native error, which keeps its message when cloned", () => {
    const shownCopy = shownError(fail())
    expect(types.isNativeError(shownCopy)).toBe(true)
    expect(structuredClone(shownCopy)).toMatchObject({
      message: "refused [redacted]",
      cause: { name: "TypeError", message: "deep [redacted]" },
    })
  })

  it("can be made of an error from another realm", () => {
    const failure = runInNewContext('Object.assign(new TypeError("cut"), { code: "ECONNRESET" })')
    expect(shownError(failure)).toMatchObject({ name: "TypeError", message: "cut", code: "ECONNRESET" })
  })

  it("prints only its code and one line of its stack", () => {
    const shownCopy = shownError(fail()) as Error
    expect(Object.keys(shownCopy)).toEqual(["code"])
    const lines = shownCopy.stack?.split("\n")
    expect(lines).toEqual(["Error: refused [redacted]", expect.stringMatching(/^ +at fail /)])
    expect(Object.getOwnPropertyDescriptor(shownCopy, "message")).toMatchObject({ configurable: true, writable: true })
  })

  it("has nested errors, down to five levels", () => {
    const list = new AggregateError([new Error("one"), "two", 3, null, {}], "all")
    expect(shownError(list)).toMatchObject({ errors: [{ message: "one" }, "two", 3, undefined, undefined] })
    let deep: unknown = "the bottom"
    for (let level = 0; level < 9; level++) deep = new Error(`level ${level}`, { cause: deep })
    let levels = 0
    for (let at = shownError(deep); at instanceof Error; at = at.cause) levels += 1
    expect(levels).toBe(5)
    let nested: unknown = "the bottom"
    for (let level = 0; level < 9; level++) nested = [nested]
    expect(JSON.stringify(shownError(nested))).toBe("[[[[[null]]]]]")
    const round: { errors: unknown[] } & Error = Object.assign(new Error("round"), { errors: [] })
    round.errors.push(round)
    expect(shownError(round)).toMatchObject({ message: "round" })
  })

  it.each([undefined, null, {}, () => {}, Symbol("x")])("is undefined for %s", (thrown) => {
    expect(shownError(thrown)).toBeUndefined()
  })
})

describe("the trace of a call", () => {
  it("has the contract's path, or the caller's without its query and secrets", () => {
    const path = "/v1/my/account/invites/{id}/accept"
    expect(new CallTrace({ name: "invites.accept", method: "POST", path: `${path}?x` }).path).toBe(`${path}?x`)
    const secretPath = "/v1/my/account/invites/of-somebody-else/accept?token=abcdefgh"
    expect(new CallTrace({ method: "POST", path: secretPath }).path).toBe("/v1/my/account/invites/[redacted]/accept")
  })

  it("describes an error without the key, and without a stack if there is none", () => {
    const trace = new CallTrace({ name: "messages.send", method: "POST", path: "/v1/my/messages" })
    trace.settle({ idempotencyKey: "order-1001" } as Call)
    const error = Object.assign(new Error("order-1001 is refused"), { stack: undefined, status: 409, code: "conflict" })
    trace.fail(error)
    expect(trace.error).toEqual({ name: "Error", message: "[redacted] is refused", code: "conflict", stack: "" })
    expect(trace.status).toBe(409)
    trace.fail("no error at all")
    expect(trace.error).toMatchObject({ name: "Error", message: "no error at all", code: undefined })
    expect(trace.status).toBe(409)
  })

  it("describes an error from another realm", () => {
    const trace = new CallTrace({ name: "account.get", method: "GET", path: "/v1/my/account" })
    trace.fail(runInNewContext('new TypeError("cut")'))
    expect(trace.error).toMatchObject({ name: "TypeError", message: "cut" })
  })

  it("redacts nothing if there is no key", () => {
    const trace = new CallTrace({ name: "account.get", method: "GET", path: "/v1/my/account" })
    trace.fail(new Error("order-1001 is refused"))
    expect(trace.error?.message).toBe("order-1001 is refused")
  })
})
