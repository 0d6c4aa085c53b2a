import { describe, expect, it, onTestFinished, vi } from "vitest"
import {
  ConflictError,
  type FailedRequest,
  IdempotencyConflictError,
  UnprocessableEntityError,
} from "../../../sdk/client/errors.ts"
import { apiError } from "../../../sdk/client/request/api-error.ts"
import type { Call } from "../../../sdk/client/request/call.ts"
import { parseError, parseSuccess } from "../../../sdk/client/request/parse.ts"
import { checkResponse } from "../../../sdk/client/request/requester.ts"
import { CallSecrets } from "../../../sdk/client/request/secrets.ts"
import type { Target } from "../../../sdk/client/request/target.ts"
import { ApiResponse } from "../../../sdk/client/response/api-promise.ts"
import type { TransportResponse } from "../../../sdk/client/transport/transport.ts"

const now = Date.parse("2026-03-01T12:00:00Z")
const secretKey = "maskey_live_0123456789abcdef"

interface Given {
  readonly method?: string
  readonly name?: string | undefined
  readonly paginated?: number
}

function callOf({ method = "GET", name = "account.get", paginated }: Given): Call {
  const target = { method, path: "/v1/x", name, ...(paginated !== undefined && { paginated }) }
  const settings = { maxResponseBytes: 1_000 }
  const headers = { authorization: `Bearer ${secretKey}` }
  return { target, settings, path: "/v1/x", shownPath: "/v1/x", headers, content: undefined } as unknown as Call
}
const requestOf = (method: string): FailedRequest => ({ method, path: "/v1/x", attempts: 1 })

function success(response: Partial<TransportResponse>, fields: Given = {}): unknown {
  const call = callOf("name" in fields ? { ...fields } : fields)
  const request = requestOf(fields.method ?? "GET")
  return parseSuccess(
    { response: { status: 200, headers: {}, ...response }, request, secrets: new CallSecrets(call) },
    call,
  )
}

function failure(response: Partial<TransportResponse>, { method = "GET", isUncertain = false } = {}) {
  const secrets = new CallSecrets(callOf({ method }))
  const context = { secrets, origin: "https://api.example.test", maxBytes: 1000, now, isUncertain }
  return parseError({ status: 400, headers: {}, ...response }, requestOf(method), context)
}

describe("the data of a success", () => {
  it("is its JSON, whatever its type", () => {
    expect(success({ text: '{"id":1}' })).toEqual({ id: 1 })
    expect(success({ text: "[]" }, { paginated: 30 })).toEqual([])
    expect(success({ status: 201, text: " null " })).toBeNull()
    expect(success({ status: 204, text: '{"id":1}' }, { method: "DELETE" })).toEqual({ id: 1 })
  })

  it.each<[string, Partial<Target>]>([
    ["an endpoint without a body in the contract", { method: "DELETE", status: 204 }],
    ["a definition without a response", { method: "POST", response: null }],
    ["a request of the caller's own, by path", { isUnknown: true }],
  ])("is undefined if %s gets 204 without a body", (_, fields) => {
    const target = { method: "GET", path: "/v1/x", ...fields }
    const call = { ...callOf({}), target } as Call
    const request = requestOf(target.method)
    const responses = [
      { status: 204, headers: {} },
      { status: 204, headers: {}, text: "" },
    ]
    for (const response of responses)
      expect(parseSuccess({ response, request, secrets: new CallSecrets(call) }, call)).toBeUndefined()
  })

  const start = "GET /v1/x succeeded with status 200, but responded with"
  it.each<[string, Partial<TransportResponse>, Given]>([
    [`${start} an empty body`, { text: "" }, {}],
    [`${start} an empty body`, {}, {}],
    [`${start} an empty body`, { text: " \r\n" }, {}],
    ["GET /v1/x succeeded with status 204, but responded with an empty body", { status: 204, text: "" }, {}],
    [
      "POST /v1/x succeeded with status 204; it has probably taken effect, but responded with an empty body",
      { status: 204 },
      { method: "POST" },
    ],
    [`${start} a body that is not valid JSON`, { text: '{"id":' }, {}],
    [`${start} a body that is not valid JSON`, { text: "no <!doctype html>" }, {}],
    [`${start} an HTML page`, { text: " \n<!DOCTYPE html><p>" }, {}],
    [`${start} an HTML page`, { text: "<HTML>" }, {}],
    [`${start} a body that is not valid JSON`, { text: "<xml/>" }, {}],
    [`${start} a body that is too large (more than maxResponseBytes, 1000)`, { text: "{}", cut: true }, {}],
    [
      `${start} a body encoded as br [redacted], which cannot be read here`,
      { text: "{}", headers: { "content-encoding": `br ${secretKey}` } },
      {},
    ],
    [`${start} something that is not a list`, { text: "{}" }, { paginated: 30 }],
    [
      "POST /v1/x succeeded with status 200; it has probably taken effect, but responded with an empty body",
      {},
      { method: "POST" },
    ],
    [
      "POST /v1/x succeeded with status 200; it has probably taken effect, but responded with an empty body",
      { status: 200, text: "" },
      { method: "POST" },
    ],
  ])("is missing: %s", (message, response, fields) => {
    expect(() => success(response, fields)).toThrow(
      expect.objectContaining({ name: "ResponseValidationError", message, status: response.status ?? 200 }),
    )
  })
})

describe("the error of a response", () => {
  it("has the service's message and the request", () => {
    const { error } = failure({ status: 422, text: '{"message":"Wrong","error":"other"}' }, { method: "POST" })
    expect(error).toMatchObject({ message: "POST /v1/x 422: Wrong", detail: "Wrong", body: { message: "Wrong" } })
    expect(failure({ text: '{"error":"popup"}' }).error).toMatchObject({ detail: "popup" })
    expect(failure({ text: '{"message":""}' }).error.detail).toBe("GET /v1/x responded with 400 with no message")
    expect(failure({}).error).toMatchObject({ message: "GET /v1/x responded with 400 with an empty body", body: "" })
  })

  it("names a redirect, whatever the body says, without secrets", () => {
    const headers = { location: `https://other.test:${8443}/?api_key=${secretKey}` }
    const { error } = failure({ status: 302, headers, text: '{"message":"Moved"}' })
    expect(error.message).toBe(
      "GET /v1/x responded with 302 with a redirect to another origin (https://other.test:8443), which is not followed",
    )
    expect(JSON.stringify(error)).not.toContain(secretKey)
  })

  const doubt = " (an earlier attempt, whose response was lost, may have had its effect)"
  it.each<[boolean, number, string, boolean]>([
    [true, 404, "POST", true],
    [true, 409, "DELETE", true],
    [true, 499, "PATCH", true],
    [false, 403, "POST", true],
    [false, 500, "POST", true],
    [false, 404, "GET", true],
    [false, 404, "POST", false],
  ])(
    "mentions an earlier attempt (%s) at %d of a %s that an earlier attempt may have done (%s)",
    (expected, status, method, isUncertain) => {
      const { error } = failure({ status, text: '{"message":"Gone"}' }, { method, isUncertain })
      expect(error.detail).toBe(expected ? `Gone${doubt}` : "Gone")
    },
  )

  it.each<[string | undefined, number | undefined, string, Record<string, string>]>([
    [undefined, undefined, "{}", {}],
    ["2026-03-01T12:00:07.000Z", 7_000, "{}", { "retry-after": "7" }],
    ["2026-03-01T13:00:00.000Z", 3_600_000, '{"retry_at":"2026-03-01T13:00:00Z"}', {}],
    // One number for both: the header's.
    ["2026-03-01T12:00:07.000Z", 7_000, '{"retry_at":"2026-03-01T13:00:00Z"}', { "retry-after": "7" }],
    ["2026-03-01T12:00:07.000Z", 7_000, '{"retry_at":"soon"}', { "retry-after": "7" }],
    [undefined, undefined, '{"retry_at":5}', {}],
    // Beyond the range of Date: its end.
    ["+275760-09-13T00:00:00.000Z", 99_999_999_999_999_000, "{}", { "retry-after": "99999999999999" }],
  ])("has retryAt %s and a pause of %s ms: %s %j", (at, expectedPause, text, headers) => {
    const outcome = failure({ status: 429, text, headers })
    expect([outcome.error.retryAt?.toISOString(), outcome.statedPause]).toEqual([at, expectedPause])
  })

  it("keeps the start of a body that is not JSON, and no part of a secret at the cut", () => {
    const { error } = failure({ text: "x".repeat(65_530) + secretKey + "y".repeat(100_000) })
    expect(error.body).toBe(`${"x".repeat(65_530)}[redac`)
    expect(failure({ text: "z".repeat(70_000) }).error.body).toHaveLength(65_536)
  })

  it("is an idempotency conflict only with status 409", () => {
    const conflict = { status: 409, headers: {}, body: { code: "idempotency_conflict" }, message: "" }
    const make = (overrides: object) => apiError({ ...conflict, ...overrides }, requestOf("POST")).constructor
    expect(make({})).toBe(IdempotencyConflictError)
    expect(make({ body: { error_code: "idempotency_conflict" } })).toBe(IdempotencyConflictError)
    expect(make({ body: {} })).toBe(ConflictError)
    expect(make({ status: 422 })).toBe(UnprocessableEntityError)
  })
})

describe("a response that differs from the contract", () => {
  const issues = [
    { path: "", message: "is no object" },
    { path: "items.0.email", message: "is missing" },
  ]
  const words =
    "succeeded, but its response differs from the contract: all of it: is no object; items.0.email: is missing"
  const check = (
    method: string,
    level: "error" | "warn",
    logger: object | undefined,
    reportedIssues: readonly object[] = issues,
  ) => {
    const call = callOf({ method })
    Object.assign(call.settings, { validateResponses: { level, findIssues: () => reportedIssues }, logger })
    const response = new ApiResponse({ status: 200, headers: {} }, requestOf(method))
    checkResponse({}, response, { call, secrets: new CallSecrets(call) })
  }

  it("throws for a read with `error`, and lists every path", () => {
    const expected = { name: "ResponseValidationError", message: `GET /v1/x ${words}`, issues, status: 200 }
    expect(() => check("GET", "error", undefined)).toThrow(expect.objectContaining(expected))
  })

  it.each<[string, "error" | "warn"]>([
    ["GET", "warn"],
    ["POST", "error"],
  ])("is only logged for a %s with `%s`, if there is a logger", (method, level) => {
    const warn = vi.fn()
    check(method, level, { warn })
    expect(warn.mock.calls).toEqual([[`${method} /v1/x ${words}`, { status: 200 }]])
    for (const logger of [undefined, {}]) expect(() => check(method, level, logger)).not.toThrow()
    check(method, level, { warn }, [])
    expect(warn).toHaveBeenCalledTimes(1)
  })

  it("is not checked without a validator", () => {
    const call = callOf({})
    const response = new ApiResponse({ status: 200, headers: {} }, requestOf("GET"))
    expect(() => checkResponse({}, response, { call, secrets: new CallSecrets(call) })).not.toThrow()
  })
})

describe("an id past 2^53", () => {
  const body = '{ "name": "\\"id\\": 9007199254740993", "message_id": 9007199254740993 }'

  it("fails a read: its last digits would be lost", () => {
    expect(() => success({ status: 200, text: body })).toThrow(
      'GET /v1/x responded with "message_id": 9007199254740993, which is past 2^53: its last digits are lost',
    )
  })

  it.each(['{"list_ids":[1, 9007199254740993]}', '[{"id":-9007199254740993}]', '{"a":{"ids":[9007199254740992]}}'])(
    "is seen in %s",
    (text) => expect(() => success({ status: 200, text })).toThrow("past 2^53"),
  )

  it("of a write, which has had its effect, is a warning of the process if there is no logger", () => {
    const emit = vi.spyOn(process, "emitWarning").mockReturnValue()
    onTestFinished(() => emit.mockRestore())
    expect(success({ status: 201, text: body }, { method: "POST" })).toHaveProperty("name")
    expect(emit.mock.calls).toEqual([
      [expect.stringContaining('POST /v1/x responded with "message_id": 9007199254740993')],
    ])
  })

  it.each([
    '{"id":9007199254740991}',
    '{"ids":[1,2],"name":"1234567890123456"}',
    '{"price":12345678901234567890}',
    '{"name":"\\"id\\":9007199254740993"}',
  ])("is not seen in %s", (text) => expect(success({ status: 200, text })).toEqual(JSON.parse(text)))
})
