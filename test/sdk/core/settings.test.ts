import { describe, expect, it, onTestFinished, vi } from "vitest"
import { version } from "../../../sdk/base/version.ts"
import { parseEndpoint } from "../../../sdk/client/request/address.ts"
import { host } from "../../../sdk/client/request/host.ts"
import { abortSignal, check, date, milliseconds } from "../../../sdk/client/request/options-check.ts"
import { createSettings, environmentLogger, extendSettings } from "../../../sdk/client/request/settings.ts"
import { targetOf, validTarget } from "../../../sdk/client/request/target.ts"
import type { ClientOptions } from "../../../sdk/index.ts"

const settings = (options: object = {}) =>
  createSettings({ baseUrl: "https://api.example.test", apiKey: "maskey_live_mock", ...options } as ClientOptions, host)
const invalidArgument = (argument: string, words: string | RegExp) =>
  expect.objectContaining({ name: "InvalidArgumentError", argument, message: expect.stringMatching(words) })

describe("a client's settings", () => {
  it("have the default headers and an empty base path", () => {
    const agent = `mas-sdk/${version} node/${process.versions.node}`
    expect(settings().headers).toEqual({ Accept: "application/json", "User-Agent": agent })
    expect(settings()).toMatchObject({ origin: "https://api.example.test", basePath: "", validateResponses: undefined })
    vi.stubGlobal("process", undefined)
    const { headers, logger } = settings({
      transport: { name: "own", send: async () => ({ status: 200, headers: {} }) },
    })
    vi.unstubAllGlobals()
    expect([headers["User-Agent"], logger]).toEqual([`mas-sdk/${version}`, undefined])
  })

  it("name the agent that runs the program, unless reportAgent is false", () => {
    const plain = `mas-sdk/${version} node/${process.versions.node}`
    const agentOf = (options: object = {}) => settings(options).headers["User-Agent"]
    onTestFinished(() => void vi.unstubAllEnvs())
    vi.stubEnv("CODEX_SANDBOX", "seatbelt")
    expect(agentOf()).toBe(`${plain} agent/codex`)
    vi.stubEnv("AI_AGENT", "my agent@2\r\nX: y")
    expect(agentOf()).toBe(`${plain} agent/myagent@2Xy`)
    expect(agentOf({ reportAgent: false })).toBe(plain)
    expect(extendSettings(settings(), { reportAgent: false }).headers["User-Agent"]).toBe(plain)
    expect(() => settings({ reportAgent: "no" })).toThrow(invalidArgument("reportAgent", "true or false"))
    vi.stubEnv("CODEX_SANDBOX", "0")
    for (const none of ["", "0", "false"]) {
      vi.stubEnv("AI_AGENT", none)
      expect(agentOf(), none).toBe(plain)
    }
  })

  it.each([
    ["https://api.example.test/base/v1/", "/base"],
    ["http://localhost:4010", ""],
    ["https://api.example.test/v1v1", "/v1v1"],
  ])("accept %s as baseUrl", (baseUrl, basePath) => {
    expect(settings({ baseUrl }).basePath).toBe(basePath)
  })

  it.each([
    ["ftp://api.example.test", "is not an address such as https://api.example.test"],
    ["xhttps://api.example.test", "is not an address such as https://api.example.test"],
    ["httpsx://api.example.test", "is not an address such as https://api.example.test"],
    ["https://ada@api.example.test", "cannot hold a user name, password, query or fragment"],
    ["https://:secret@api.example.test", "cannot hold a user name, password, query or fragment"],
    ["https://api.example.test?a=1", "cannot hold a user name, password, query or fragment"],
  ])("refuse %s as baseUrl: %s", (baseUrl, words) => {
    expect(() => settings({ baseUrl })).toThrow(invalidArgument("baseUrl", words))
  })

  it.each(["off", { level: "warn", findIssues: () => [] }, undefined])(
    "validate responses with %j",
    (validateResponses) => {
      const expected = typeof validateResponses === "string" ? undefined : validateResponses
      expect(settings({ validateResponses }).validateResponses).toBe(expected)
    },
  )

  it.each(["warn", "error"])("validate responses with %j if the schemas can be loaded", (validateResponses) => {
    const loads = {
      createRequire: () => (name: string) => ({ responseValidator: (level: string) => ({ name, level }) }),
    }
    const load = vi.spyOn(process, "getBuiltinModule").mockReturnValue(loads as never)
    onTestFinished(() => load.mockRestore())
    const validatorOptions = { name: "mas-sdk/validation", level: validateResponses }
    expect(settings({ validateResponses }).validateResponses).toEqual(validatorOptions)
    load.mockReturnValue(undefined as never)
    const advice = `give responseValidator("${validateResponses}") of mas-sdk/validation`
    const message = `validateResponses cannot load schemas here: ${advice}`
    expect(() => settings({ validateResponses })).toThrow(
      expect.objectContaining({ argument: "validateResponses", message }),
    )
  })

  it("keep validateResponses if other options change", () => {
    const validateResponses = { level: "warn", findIssues: () => [] } as const
    const base = settings({ validateResponses })
    expect(extendSettings(base, { timeout: 5 }).validateResponses).toBe(validateResponses)
    expect(extendSettings(base, { validateResponses: "off" }).validateResponses).toBeUndefined()
  })

  it("name no runtime if it is unknown", () => {
    vi.stubGlobal("process", { env: {} })
    onTestFinished(() => void vi.unstubAllGlobals())
    const transport = { name: "own", send: async () => ({ status: 200, headers: {} }) }
    expect(settings({ transport }).headers["User-Agent"]).toBe(`mas-sdk/${version}`)
  })

  it.each(["on", "soft-warn", "warnings", true, {}, []])(
    "refuse to validate responses with %j",
    (validateResponses) => {
      expect(() => settings({ validateResponses })).toThrow(
        invalidArgument("validateResponses", 'must be "off", "warn", "error" or a responseValidator'),
      )
    },
  )

  it("name an invalid option", async () => {
    expect(() => settings({ apiKey: undefined, token: "a b" })).toThrow(invalidArgument("token", "must be a token"))
    expect(() => settings({ clock: {} })).toThrow(invalidArgument("clock", /must have a method after\(\)$/))
    expect(() => settings({ fetch, dispatcher: { dispatch() {} } })).toThrow(
      invalidArgument("fetch and dispatcher", "cannot be given together"),
    )
    expect(() => settings({ retries: 3 })).toThrow(
      invalidArgument("retries", /^retries is not one of the options apiKey, token, baseUrl, .*, validateResponses$/),
    )
    expect(() => settings({ timeout: 0, deadline: 0, maxRetryDelay: 0 })).not.toThrow()
  })
})

it.each<[string, Parameters<typeof check>[2], unknown, string]>([
  ["timeout", milliseconds, -1, "timeout must be milliseconds, 0 or more"],
  ["deadline", date, new Date(Number.NaN), "deadline must be a valid date"],
  ["signal", abortSignal, {}, "signal must be an AbortSignal"],
])("an invalid %s is refused with a message", (name, rule, value, message) => {
  expect(() => check(name, value, rule)).toThrow(expect.objectContaining({ argument: name, message }))
})

it("the environment's logger writes lines to stderr, from the given level up", () => {
  const written = vi.spyOn(console, "error").mockReturnValue()
  onTestFinished(() => written.mockRestore())
  expect([environmentLogger(undefined), environmentLogger("warn"), environmentLogger("")]).toEqual(
    Array(3).fill(undefined),
  )
  for (const least of ["info", "debug"]) {
    const logger = environmentLogger(least)
    logger?.debug?.("sent", { attempt: 1 })
    logger?.info?.("again", { attempt: 1 })
    logger?.warn?.("failed", { attempt: 2 })
  }
  const [again, failed] = ['mas-sdk info: again {"attempt":1}', 'mas-sdk warn: failed {"attempt":2}']
  expect(written.mock.calls.flat()).toEqual([again, failed, 'mas-sdk debug: sent {"attempt":1}', again, failed])
})

describe("an endpoint given as text", () => {
  it.each(["GET /v1/my/contacts?a=/../b", "PATCH /", "DELETE /v1/..a"])("may be %s", (text) => {
    const [method, path] = text.split(" ")
    expect(parseEndpoint(text)).toEqual({ method, path })
  })

  it.each([
    "",
    "/v1/x",
    "GET",
    "GET v1/x",
    "aGET /v1/x",
    "GET //host/x",
    "GET /a/../b",
    "GET /a/..?b=1",
    "GET /.",
    "GET /%2E%2e/x",
    "GET /a#b",
    "GET /a b",
  ])("cannot be '%s'", (text) => {
    expect(() => parseEndpoint(text)).toThrow(
      invalidArgument("endpoint", "must be a name, or a method and a path, as in GET /v1/my/contacts$"),
    )
  })

  it("has the contract's rules, by name or by path", () => {
    expect(targetOf("messages.send")).toEqual({
      name: "messages.send",
      method: "POST",
      path: "/v1/my/messages",
      idempotency: "optional",
    })
    const addressed = (endpoint: string) => {
      const target = targetOf(endpoint)
      return validTarget(target, target.path)
    }
    expect(addressed("POST /v1/my/messages//?x=1")).toEqual({
      method: "POST",
      path: "/v1/my/messages//?x=1",
      idempotency: "optional",
      isUnknown: false,
    })
    expect(addressed("POST /v1/my/messages/")).toMatchObject({ idempotency: "optional" })
    expect(addressed("GET /v1/my/messages")).toEqual({ method: "GET", path: "/v1/my/messages", isUnknown: false })
    expect(addressed("POST /v1/my/imports")).toMatchObject({ upload: "multipart" })
    expect(addressed("POST /v1/login")).toMatchObject({ path: "/v1/login", auth: false })
    expect(addressed("GET /v1/login")).toEqual({ method: "GET", path: "/v1/login", isUnknown: true })
  })

  it("may also be a definition like the contract's", () => {
    const spec = { method: "GET", path: "/v1/own", summary: "", response: null, errors: [] }
    const define = (overrides: object) =>
      targetOf({ ...spec, ...overrides } as unknown as Parameters<typeof targetOf>[0])
    expect(define({ auth: [] })).toMatchObject({ path: "/v1/own", auth: false })
    expect(define({ auth: ["api_key"] })).not.toHaveProperty("auth")
    expect(define({ auth: ["api_key"], paginated: { size: 25 } })).toMatchObject({ paginated: 25 })
    expect(define({ auth: ["api_key"] })).not.toHaveProperty("paginated")
  })
})

it("an environment that must not be read, as in Deno, counts as empty", () => {
  const { env } = process
  const denied = new Proxy(env, {
    get() {
      throw new Error("NotCapable: Requires env access")
    },
  })
  process.env = denied
  onTestFinished(() => {
    process.env = env
  })
  expect(createSettings({ baseUrl: "https://a.test", apiKey: "maskey_live_0" }, host).origin).toBe("https://a.test")
  expect(() => createSettings({ apiKey: "maskey_live_0" }, host)).toThrow("baseUrl is missing")
})
