import { inspect } from "node:util"
import { describe, expect, it } from "vitest"
import {
  APIError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  ConnectionError,
  IdempotencyConflictError,
  InternalServerError,
  InvalidArgumentError,
  MasError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  ResponseValidationError,
  ServiceUnavailableError,
  TimeoutError,
  UnprocessableEntityError,
  WaitError,
} from "../../../sdk/index.ts"
import { apiKey, connect, json, rejection, serve } from "./support.ts"

/** The error of a GET with this response. */
async function errorOf(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
  method: "GET" | "POST" = "GET",
) {
  const { url } = await serve((response) => {
    if (typeof body === "string") response.writeHead(status, headers).end(body)
    else json(response, status, body, headers)
  })
  const mas = connect(url, { maxRetries: 0 })
  return rejection(method === "GET" ? mas.account.get() : mas.invites.create({ email: "ada@example.test" }))
}

describe("an error response", () => {
  it.each([
    [400, BadRequestError],
    [401, AuthenticationError],
    [403, PermissionDeniedError],
    [404, NotFoundError],
    [409, ConflictError],
    [413, APIError],
    [422, UnprocessableEntityError],
    [429, RateLimitError],
    [500, InternalServerError],
    [502, InternalServerError],
    [503, ServiceUnavailableError],
    [507, InternalServerError],
  ])("with status %i is a %o", async (status, type) => {
    const error = await errorOf(status, { code: status, message: "Said so", error: true })
    expect(error).toBeInstanceOf(MasError)
    expect(error).toBeInstanceOf(APIError)
    expect(error).toMatchObject({ constructor: type, name: type.name, status, code: status, detail: "Said so" })
    expect(inspect(error)).toMatch(new RegExp(`^${type.name}: GET /v1/my/account ${status}: Said so\n`))
  })

  it("gives every field of its body by name", async () => {
    const body = {
      code: 422,
      message: "Validation failed",
      error: true,
      validation_errors: { email: ["is taken", "is not an address"] },
      error_code: "validation_error",
      provisioning_id: 7,
      retryable: false,
      retry_at: "2026-03-01T12:00:00Z",
      recovery_action: { type: "upgrade_plan", url: "https://example.test" },
      capacity_recovery: { state: "reached" },
      more: ["kept"],
    }
    const error = await errorOf(422, body, { "x-request-id": "r-1" })
    expect(error).toMatchObject({
      code: 422,
      errorCode: "validation_error",
      validationErrors: body.validation_errors,
      provisioningId: 7,
      retryable: false,
      // Only what can be repeated has a time: the body keeps the service's.
      retryAt: undefined,
      recoveryAction: body.recovery_action,
      capacityRecovery: body.capacity_recovery,
      body,
      method: "GET",
      path: "/v1/my/account",
      attempts: 1,
    })
    expect(error instanceof APIError && [error.headers.get("X-Request-Id"), error.header("X-Request-ID")]).toEqual([
      "r-1",
      "r-1",
    ])
  })

  it("takes its reason from a code in words, as in the guide's examples, unless it names one", async () => {
    const of = async (body: object) => {
      const { code, errorCode } = (await errorOf(422, { message: "No", error: true, ...body })) as APIError
      return [code, errorCode]
    }
    expect(await of({ code: "validation_error" })).toEqual(["validation_error", "validation_error"])
    expect(await of({ code: "validation_error", error_code: "audience_invalid" })).toEqual([
      ...["validation_error", "audience_invalid"],
    ])
    expect(await of({ code: 422 })).toEqual([422, undefined])
    expect(await of({ code: "422" })).toEqual(["422", undefined])
  })

  it.each<[unknown, string[]]>([
    ["is taken", ["is taken"]],
    [7, ["7"]],
    [null, ["is refused"]],
    [[], []],
    [
      ["is taken", null],
      ["is taken", "is refused"],
    ],
    [{ toString: 1, valueOf: 1 }, ["is refused"]],
    [[{ toString: 1, valueOf: 1 }], ["is refused"]],
  ])("has texts for the problems of a field, whatever came: %j", async (problems, texts) => {
    const body = { code: 422, message: "No", error: true, validation_errors: { email: problems } }
    expect(await errorOf(422, body)).toMatchObject({ validationErrors: { email: texts }, body })
  })

  it.each([
    ["code", { code: "idempotency_conflict", message: "Key used", error: true }],
    ["error_code", { code: 409, error_code: "idempotency_conflict", message: "Key used", error: true }],
  ])("names an idempotency conflict by its %s", async (_, body) => {
    const error = await errorOf(409, body)
    expect(error).toBeInstanceOf(IdempotencyConflictError)
    expect(error).toBeInstanceOf(ConflictError)
    expect(error).toMatchObject({ code: body.code })
  })

  it("reads the popup endpoints' body", async () => {
    expect(await errorOf(422, { error: "Plan is gone" })).toMatchObject({ detail: "Plan is gone", code: 422 })
  })

  it.each<[string, unknown]>([
    ["an HTML page", "<!doctype html><title>Bad gateway</title>"],
    ["an empty body", ""],
    ["a body that is not valid JSON", '{"message": "half'],
    ["no message", { code: 502 }],
    ["no message", ["what"]],
    ["no message", null],
    ["no message", { message: 7, validation_errors: "all", retry_at: 5, code: {}, retryable: "yes" }],
  ])("with %s still says what happened", async (what, body) => {
    const error = await errorOf(502, body)
    expect(error).toBeInstanceOf(InternalServerError)
    expect(error).toMatchObject({
      message: `GET /v1/my/account responded with 502 with ${what}`,
      code: 502,
      validationErrors: undefined,
      retryable: undefined,
      retryAt: undefined,
    })
  })

  it.each([
    ["X-Request-Id", "req_1"],
    ["Request-Id", "req_2"],
    ["X-Correlation-ID", "req_3"],
    ["X-Amzn-RequestId", "req_4"],
    ["CF-Ray", "8a1-VIE"],
  ])("has its request id from %s, wherever it is shown", async (header, id) => {
    const error = await errorOf(503, { message: "Down" }, { [header]: id })
    expect(error).toMatchObject({ requestId: id })
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({ requestId: id })
    expect(inspect(error)).toContain(`requestId: '${id}'`)
  })

  it("has no request id without such a header, and prefers the service's own to a proxy's", async () => {
    expect(await errorOf(503, { message: "Down" }, { "X-Request-Id": "" })).toHaveProperty("requestId", undefined)
    const both = { "CF-Ray": "8a1-VIE", "X-Request-Id": "req_1" }
    expect(await errorOf(503, { message: "Down" }, both)).toHaveProperty("requestId", "req_1")
  })

  it("keeps no more than 64 KiB of a body that is not JSON", async () => {
    const error = await errorOf(500, `<html>${"x".repeat(100_000)}`)
    expect(error instanceof APIError && String(error.body).length).toBe(65_536)
  })
})

it("handles an error body nested 50,000 deep, and shows its first 200 levels", async () => {
  const error = await errorOf(422, `{"message":"No","deep":${"[".repeat(50_000)}${"]".repeat(50_000)}}`)
  expect(error).toBeInstanceOf(UnprocessableEntityError)
  expect(error).toMatchObject({ status: 422, message: expect.stringContaining("No") })
  expect(JSON.stringify(error instanceof APIError && error.body)).toMatch(
    /^\{"message":"No","deep":\[{199}"\[redacted\]"\]{199}\}$/,
  )
})

describe("a success response", () => {
  it.each<[string, string]>([
    ["an HTML page", "<html><body>Sign in to the Wi-Fi</body></html>"],
    ["an empty body", ""],
    ["a body that is not valid JSON", '{"id": 1'],
  ])("fails with %s", async (what, body) => {
    const error = await errorOf(200, body)
    expect(error).toBeInstanceOf(ResponseValidationError)
    expect(error).toMatchObject({
      status: 200,
      message: `GET /v1/my/account succeeded with status 200, but responded with ${what}`,
    })
  })

  it("says that a write has probably taken effect", async () => {
    const error = await errorOf(201, "oops", {}, "POST")
    expect(error).toMatchObject({
      message: expect.stringContaining("status 201; it has probably taken effect, but responded"),
    })
  })

  it("fails if a list is not an array", async () => {
    const { url } = await serve((response) => json(response, 200, { items: [] }))
    expect(await rejection(connect(url).contacts.list())).toMatchObject({
      message: expect.stringContaining("not a list"),
    })
  })

  it("may have no body if the status says so", async () => {
    const { url } = await serve((response) => response.writeHead(204).end())
    await expect(connect(url).auth.logout()).resolves.toBeUndefined()
  })

  it("may start with a byte order mark", async () => {
    const { url } = await serve((response) => response.writeHead(200).end('\ufeff{"id":1}'))
    await expect(connect(url).account.get()).resolves.toEqual({ id: 1 })
  })
})

describe("no credential or secret", () => {
  const secrets = [
    apiKey,
    "whsec_c2VjcmV0c2VjcmV0",
    "maspk_live_public1",
    "eyJhbGciOiJIUzI1NiJ9.eyJpZCI6MX0.c2ln",
    "hunter2-hunter2",
  ]
  const renderError = (error: unknown) =>
    [
      inspect(error, { depth: 9, showHidden: true }),
      JSON.stringify(error),
      String(error),
      (error as Error).stack,
      inspect({ ...(error as object) }, { depth: 9 }),
      inspect(new Map([["error", error]]), { depth: 9 }),
    ].join("\n")

  it("shows in an error whose response echoes them", async () => {
    const secretText = `Refused: ${secrets.join(" ")}`
    const { url } = await serve((response) =>
      json(
        response,
        401,
        { code: 401, message: secretText, error: true, echo: { [secretText]: [secretText] } },
        { "set-cookie": `mas_session=${secrets[4]}`, "x-echo": secretText.slice(0, 60) },
      ),
    )
    const mas = connect(url)
    const error = await rejection(mas.auth.login({ user: { email: "ada@example.test", password: "hunter2-hunter2" } }))
    expect(error).toBeInstanceOf(AuthenticationError)
    for (const secret of secrets) {
      expect(renderError(error)).not.toContain(secret)
      expect(JSON.stringify([...(error as APIError).headers])).not.toContain(secret)
      expect(
        JSON.stringify((error as APIError).body, (key, value) => (key === "echo" ? Object.values(value) : value)),
      ).not.toContain(secret)
    }
    expect((error as APIError).detail).toMatch(/^Refused: maskey_live_\[redacted\] whsec_\[redacted\]/)
  })

  it("shows in an HTML error page", async () => {
    const error = await errorOf(500, `<html>${secrets.slice(0, 4).join()}</html>`)
    for (const secret of secrets.slice(0, 4)) expect(JSON.stringify((error as APIError).body)).not.toContain(secret)
  })

  it("shows in the path of an invitation's token", async () => {
    const { url } = await serve((response) => json(response, 422, { code: 422, message: "Not pending", error: true }))
    const error = await rejection(connect(url).invites.accept("inv-token-1"))
    expect(error).toMatchObject({ path: "/v1/my/account/invites/{id}/accept" })
    expect(renderError(error)).not.toContain("inv-token-1")
  })

  it("shows when the service repeats an invitation's token", async () => {
    const body = { code: 422, message: "inv-token-2 is not pending", error: true, more: ["inv-token-2"] }
    const { url } = await serve((response) => json(response, 422, body))
    const error = await rejection(connect(url).invites.accept("inv-token-2"))
    expect(error).toMatchObject({ detail: "[redacted] is not pending" })
    expect(renderError(error)).not.toContain("inv-token-2")
  })

  it("shows when a client or its resources are printed", async () => {
    const { url } = await serve((response) => json(response, 200, {}))
    const mas = connect(url)
    const text = inspect(mas, { depth: 9, showHidden: true }) + JSON.stringify(mas)
    expect(text).not.toContain(apiKey)
  })
})

it("has a class of its own for a timeout among the connection errors", () => {
  const request = { method: "GET", path: "/", attempts: 1 }
  expect(new TimeoutError("late", request)).toBeInstanceOf(ConnectionError)
  expect(new TimeoutError("late", request).name).toBe("TimeoutError")
})

it("an error without a request is logged as JSON with its message", () => {
  const wrong = new InvalidArgumentError("file", "cannot be read: gone", { cause: new Error("gone") })
  const message = "file cannot be read: gone"
  const cause = { name: "Error", message: "gone" }
  expect(JSON.parse(JSON.stringify(wrong))).toEqual({
    name: "InvalidArgumentError",
    disposition: "final",
    message,
    argument: "file",
    cause,
  })
  const hopeless = new WaitError("import 7 will not be done", { id: 7 })
  const waitFailure = {
    name: "WaitError",
    disposition: "final",
    message: "import 7 will not be done",
    state: { id: 7 },
  }
  expect(JSON.parse(JSON.stringify(hopeless))).toEqual(waitFailure)
})
