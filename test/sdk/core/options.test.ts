import { afterEach, describe, expect, expectTypeOf, it, vi } from "vitest"
import packageJson from "../../../package.json" with { type: "json" }
import { contract } from "../../../sdk/contract/index.ts"
import {
  type ClientOptions,
  InvalidArgumentError,
  Mas,
  MasError,
  nodeHttpTransport,
  version,
} from "../../../sdk/index.ts"
import { apiKey, connect, json, rejection, serve } from "./support.ts"

afterEach(() => vi.unstubAllEnvs())

const baseUrl = "https://api.example.test"
const create = (options: object) => () => new Mas({ baseUrl, ...options } as ClientOptions)

describe("new Mas", () => {
  it("accepts only options", () => {
    expectTypeOf(Mas).constructorParameters.toEqualTypeOf<[options?: ClientOptions | undefined]>()
    expect(Object.keys(new Mas({ baseUrl }))).toEqual([...Object.keys(contract), "sending"])
  })

  it.each<[string, object]>([
    ["apiKey", { apiKey: "" }],
    ["apiKey", { apiKey: 7 }],
    ["apiKey", { apiKey: "two words" }],
    ["apiKey", { apiKey: "maskey_live_ž" }],
    ["token", { token: {} }],
    ["apiKey and token", { apiKey: "k", token: "t" }],
    ["baseUrl", { baseUrl: "api.example.test" }],
    ["baseUrl", { baseUrl: "ftp://api.example.test" }],
    ["baseUrl", { baseUrl: "https://user:hunter2@api.example.test" }],
    ["baseUrl", { baseUrl: "https://api.example.test?a=b" }],
    ["brandSid", { brandSid: "" }],
    ["accountId", { accountId: 1.5 }],
    ["timeout", { timeout: -1 }],
    ["timeout", { timeout: "10s" }],
    ["timeout", { timeout: Number.NaN }],
    ["deadline", { deadline: new Date() }],
    ["maxRetries", { maxRetries: 1.5 }],
    ["maxRetryDelay", { maxRetryDelay: null }],
    ["maxResponseBytes", { maxResponseBytes: -1 }],
    ["maxResponseBytes", { maxResponseBytes: 0 }],
    ["headers", { headers: "x: y" }],
    ["fetch", { fetch: "fetch" }],
    ["dispatcher", { dispatcher: {} }],
    ["transport", { transport: () => {} }],
    ["fetch and transport", { fetch, transport: nodeHttpTransport() }],
    ["clock", { clock: { now: Date.now } }],
    ["logger", { logger: "info" }],
    ["onRequest", { onRequest: true }],
    ["onResponse", { onResponse: true }],
    ["validateResponses", { validateResponses: true }],
    ["apikey", { apikey: "k" }],
    ["toString", { toString: 1 }],
  ])("refuses a wrong %s by its name: %o", (name, options) => {
    expect(create(options)).toThrow(InvalidArgumentError)
    expect(create(options)).toThrow(MasError)
    try {
      create(options)()
    } catch (error) {
      expect(error).toMatchObject({ argument: name, message: expect.stringMatching(new RegExp(`^${name} \\w`)) })
      expect(String(error)).not.toMatch(/hunter2|maskey_live/)
    }
  })

  it.each([null, "maskey_live_x"])("refuses %j as options", (options) => {
    const invalidOptions = options as ClientOptions
    expect(() => new Mas(invalidOptions)).toThrow("options must be an object")
    expect(() => new Mas({ baseUrl }).withOptions(invalidOptions)).toThrow("options must be an object")
  })

  it("says what to do if there is no base address", () => {
    vi.stubEnv("MAS_BASE_URL", undefined)
    expect(() => new Mas({ apiKey })).toThrow("baseUrl is missing: give the option, or set MAS_BASE_URL")
  })

  it("reads missing options from the environment", async () => {
    const { url, arrivals } = await serve((response) => json(response, 200, {}))
    vi.stubEnv("MAS_BASE_URL", url)
    vi.stubEnv("MAS_API_KEY", "maskey_live_env")
    vi.stubEnv("MAS_BRAND_SID", "brand_env")
    vi.stubEnv("MAS_ACCOUNT_ID", "9")
    const mas = new Mas()
    await mas.account.get()
    await new Mas({ token: "jwt", brandSid: "brand_own" }).account.get()
    await mas.close()
    expect(
      arrivals.map(({ headers }) => [headers.authorization, headers["x-brand-sid"], headers["x-account-id"]]),
    ).toEqual([
      ["Bearer maskey_live_env", "brand_env", "9"],
      ["Bearer jwt", "brand_own", "9"],
    ])
  })

  it("ignores environment variables that it does not need, even invalid ones", async () => {
    vi.stubEnv("MAS_BASE_URL", "not an address")
    vi.stubEnv("MAS_API_KEY", "two words")
    vi.stubEnv("MAS_BRAND_SID", "ž")
    vi.stubEnv("MAS_ACCOUNT_ID", "ž")
    const others = { brandSid: "b", accountId: 1 }
    expect(create({ apiKey, ...others })).not.toThrow()
    expect(create({ token: "t", ...others })).not.toThrow()
    expect(create(others)).toThrow("apiKey must be a token")
  })

  it.each(["", "/", "/v1", "/v1/", "/w/1", "/w/1/v1"])("has /v1 once in a URL if the base ends in %j", async (end) => {
    const { url, arrivals } = await serve((response) => json(response, 200, {}))
    await connect(url + end).account.get()
    expect(arrivals[0]?.url).toBe(`${end.replace(/\/?(v1)?\/?$/, "")}/v1/my/account`)
  })

  it.each<[string, NonNullable<ClientOptions["headers"]>]>([
    ["a record", { "X-One": "1", "X-Two": 2, "X-Gone": null }],
    ["Headers", new Headers({ "X-One": "1", "X-Two": "2" })],
    [
      "a Map",
      new Map([
        ["X-One", "1"],
        ["X-Two", "2"],
      ]),
    ],
    [
      "pairs",
      [
        ["X-One", "0"],
        ["x-one", "1"],
        ["X-Two", 2],
      ],
    ],
  ])("accepts %s as headers", async (_, headers) => {
    const { url, arrivals } = await serve((response) => json(response, 200, {}))
    await connect(url, { headers: { "X-Gone": "here" } }).account.get({ headers })
    expect(arrivals[0]?.headers).toMatchObject({ "x-one": "1", "x-two": "2" })
    expect(arrivals[0]?.headers["x-gone"]).toBe(_ === "a record" ? undefined : "here")
  })

  it.each([
    ["lines", ["X-One: 1"]],
    ["a Set", new Set([7])],
    ["a Map of numbers", new Map([[1, "x"]])],
  ])("refuses %s as headers", (_, headers) => {
    expect(create({ headers })).toThrow("headers must be pairs of a name and a value")
  })

  it("treats undefined as missing", async () => {
    expect(create({ timeout: undefined, apiKey: undefined, token: undefined })).not.toThrow()
  })

  it("keeps its resources, so that a test can replace a method of one", () => {
    const mas = new Mas({ baseUrl })
    expect(mas.contacts).toBe(mas.contacts)
  })
})

describe("withOptions", () => {
  it("copies the client with some options changed and leaves the first as it was", async () => {
    const { url, arrivals } = await serve((response) => json(response, 200, {}))
    const mas = connect(url, { brandSid: "one", headers: { "X-Trace": "a", "X-Team": "b" } })
    const other = mas.withOptions({ brandSid: "two", token: "jwt", accountId: 5, headers: { "x-trace": null } })
    await other.account.get()
    await mas.account.get()
    const headerRows = arrivals.map(({ headers }) =>
      ["authorization", "x-brand-sid", "x-account-id", "x-trace", "x-team"].map((name) => headers[name]),
    )
    expect(headerRows).toEqual([
      ["Bearer jwt", "two", "5", undefined, "b"],
      [`Bearer ${apiKey}`, "one", undefined, "a", "b"],
    ])
  })

  it("shares connections: closing either client closes them", async () => {
    const events: string[] = []
    const transport = {
      name: "counting",
      async send({ headers }: { readonly headers: object }) {
        events.push(Object.entries(headers).find(([name]) => name === "X-Brand-SID")?.[1] ?? "none")
        return { status: 200, headers: {}, text: "{}" }
      },
      async close() {
        events.push("closed")
      },
    }
    const mas = new Mas({ baseUrl, apiKey, transport })
    const other = mas.withOptions({ brandSid: "two" })
    expect(other).toBeInstanceOf(Mas)
    await mas.account.get()
    await other.account.get()
    await other.close()
    expect(events).toEqual(["none", "two", "closed"])
  })

  it("refuses a wrong option by its name", () => {
    expect(() => new Mas({ baseUrl }).withOptions({ maxRetries: -1 })).toThrow("maxRetries must be a whole number")
  })
})

describe("the options of one call", () => {
  it("take precedence over the client's", async () => {
    const { url, arrivals } = await serve((response) => json(response, 200, {}))
    const mas = connect("http://127.0.0.1:1/elsewhere")
    await mas.account.get({
      baseUrl: `${url}/w`,
      apiKey: "maskey_live_other",
      brandSid: "b",
      headers: { "X-One": 1, Accept: "text/json" },
    })
    expect(arrivals).toMatchObject([
      {
        url: "/w/v1/my/account",
        headers: { authorization: "Bearer maskey_live_other", "x-brand-sid": "b", "x-one": "1", accept: "text/json" },
      },
    ])
  })

  it.each<[string, object]>([
    ["signal", { signal: {} }],
    ["timeout", { timeout: -5 }],
    ["retries", { retries: 3 }],
    ["idempotencyKey", { idempotencyKey: "" }],
    ["idempotencyKey", { idempotencyKey: "x".repeat(129) }],
    ["idempotencyKey", { idempotencyKey: "naïve" }],
    ["idempotencyKey", { idempotencyKey: "a\r\nX-Evil: 1" }],
    ["idempotencyKey", { idempotencyKey: " key" }],
    ["idempotencyKey", { idempotencyKey: 7n }],
  ])("are refused by name before anything is sent: %s", async (name, options) => {
    const { url, arrivals } = await serve((response) => json(response, 200, {}))
    const message = { channel: "sms", to: "+49", body: "Hello" } as const
    const error = await rejection(connect(url).messages.send(message, options))
    expect(error).toBeInstanceOf(InvalidArgumentError)
    expect(error).toMatchObject({ argument: name, message: expect.not.stringContaining("is not read") })
    expect(arrivals).toEqual([])
  })

  it("must include a required key, also for callers without types", async () => {
    const { url, arrivals } = await serve((response) => json(response, 200, {}))
    const create = connect(url).subscription.checkout as (body: object, options?: object) => PromiseLike<unknown>
    const call = create.bind(connect(url).subscription)
    expect(await rejection(call({ plan_id: 1 }))).toMatchObject({
      message: expect.stringMatching(/^idempotencyKey is required by subscription.checkout/),
    })
    expect(arrivals).toEqual([])
  })

  it("take a key of 128 characters", async () => {
    const { url, arrivals } = await serve((response) => json(response, 200, {}))
    await connect(url).subscription.checkout({ plan_id: 1 }, { idempotencyKey: "x".repeat(128) })
    expect(arrivals[0]?.headers["idempotency-key"]).toHaveLength(128)
  })
})

it("names the version of package.json", () => {
  expect(version).toBe(packageJson.version)
})
