import { inspect } from "node:util"
import { afterAll, afterEach, describe, expect, it, vi } from "vitest"
import { type ClientOptions, InvalidArgumentError, type RequestEvent, type ResponseEvent } from "../../../sdk/index.ts"
import { until } from "../../support/until.ts"
import { apiKey, closedAddress, connect, json, rejection, serve, testHost } from "./support.ts"

function watch() {
  const requests: RequestEvent[] = []
  const responses: ResponseEvent[] = []
  return {
    requests,
    responses,
    onRequest: (event: RequestEvent) => requests.push(event),
    onResponse: (event: ResponseEvent) => responses.push(event),
  }
}

describe("the hooks", () => {
  it("see each attempt, its end and whether another follows", async () => {
    const { url, arrivals } = await serve((response) =>
      json(response, arrivals.length === 1 ? 503 : 200, [{ id: 1 }], { "X-Request-Id": `r-${arrivals.length}` }),
    )
    const { requests, responses, onRequest, onResponse } = watch()
    let now = 1_000_000
    const tick = () => {
      now += 40
      return now
    }
    const host = { ...testHost(), now: tick }
    await connect(`${url}/base`, { onRequest, onResponse }, host).contacts.list({ search: "ada" })
    expect(requests).toMatchObject(
      [1, 2].map((attempt) => ({
        method: "GET",
        url: `${url}/base/v1/my/contacts?search=ada`,
        attempt,
        headers: { Accept: "application/json" },
      })),
    )
    expect(responses).toMatchObject([
      {
        attempt: 1,
        status: 503,
        willRetry: true,
        headers: { "x-request-id": "r-1" },
        error: { name: "ServiceUnavailableError" },
      },
      { attempt: 2, status: 200, willRetry: false, headers: { "x-request-id": "r-2" } },
    ])
    expect(responses[1]).not.toHaveProperty("error")
    // The clock advances by 40 ms at each reading.
    expect(responses.every(({ durationMs }) => durationMs > 0 && durationMs < 1_000)).toBe(true)
  })

  it("see an attempt without a response", async () => {
    const { responses, onResponse } = watch()
    await rejection(connect(await closedAddress(), { onResponse, maxRetries: 0 }).account.get())
    expect(responses).toMatchObject([{ attempt: 1, willRetry: false, error: { name: "ConnectionError" } }])
    expect(responses[0]).not.toHaveProperty("status")
  })

  it("see no credential and no secret", async () => {
    const jwt = "eyJhbGciOiJIUzI1NiJ9.eyJpZCI6MX0.c2ln"
    const { url } = await serve((response) =>
      json(response, 200, { id: 1 }, { Authorization: `Bearer ${jwt}`, "Set-Cookie": "mas_session=s3ss10n" }),
    )
    const lines: unknown[] = []
    const note = (...line: unknown[]) => lines.push(line)
    const { requests, responses, onRequest, onResponse } = watch()
    const options = {
      onRequest,
      onResponse,
      logger: { debug: note, info: note, warn: note, error: note },
      headers: { Cookie: "mas_session=s3ss10n", "X-Api-Key": "k3y-k3y" },
    }
    const mas = connect(url, options)
    await mas.auth.login({ user: { email: "a@example.test", password: "pa55-word" } })
    await mas.invites.accept("inv-t0ken")
    await mas.request("GET /v2/new", { query: { access_token: "qu3ry-t0ken" } })
    const reports = inspect([requests, responses, lines], { depth: 9 })
    expect(requests[0]?.headers).toMatchObject({ Cookie: "[redacted]", "X-Api-Key": "[redacted]" })
    expect(requests[1]).toMatchObject({
      headers: { Authorization: "[redacted]" },
      url: `${url}/v1/my/account/invites/{id}/accept`,
    })
    expect(requests[2]).toMatchObject({ url: `${url}/v2/new?access_token=[redacted]` })
    for (const secret of [apiKey, jwt, "s3ss10n", "pa55-word", "k3y-k3y", "inv-t0ken", "qu3ry-t0ken"])
      expect(reports).not.toContain(secret)
  })

  it("cannot break a request by throwing or rejecting after it", async () => {
    const { url } = await serve((response) => json(response, 200, { id: 1 }))
    const warn = vi.fn()
    const onResponse = () => {
      throw new Error("broken hook")
    }
    await connect(url, { logger: { warn }, onResponse }).account.get()
    const mas = connect(url, {
      logger: { warn },
      onResponse: (async () => {
        throw new Error("broken promise")
      }) as () => void,
    })
    await expect(mas.account.get()).resolves.toEqual({ id: 1 })
    await Promise.resolve()
    await until(() => expect(warn).toHaveBeenCalledTimes(2))
    expect(warn.mock.calls).toEqual([
      ["a hook failed", { error: "broken hook" }],
      ["a hook failed", { error: "broken promise" }],
    ])
  })
})

describe("onRequest", () => {
  it("adds headers to the attempt, synchronously or not, and removes some", async () => {
    const { url, arrivals } = await serve((response) => json(response, arrivals.length === 1 ? 503 : 200, {}))
    const onRequest = async ({ attempt }: RequestEvent) => ({ Traceparent: `00-${attempt}`, "x-team": null })
    const mas = connect(url, { onRequest, headers: { "X-Team": "a" } })
    await mas.account.get()
    await mas.account.get({ onRequest: () => ({ "X-Count": 3 }) })
    const headerRows = arrivals.map(({ headers }) => [headers.traceparent, headers["x-team"], headers["x-count"]])
    expect(headerRows).toEqual([
      ["00-1", undefined, undefined],
      ["00-2", undefined, undefined],
      [undefined, "a", "3"],
    ])
    expect(arrivals[0]?.headers.authorization).toBe(`Bearer ${apiKey}`)
  })

  it("can refuse: the call rejects with the thrown error and sends nothing", async () => {
    const { url, arrivals } = await serve((response) => json(response, 200, {}))
    const no = new Error("not on a Sunday")
    const throws = () => {
      throw no
    }
    const responses: ResponseEvent[] = []
    const onResponse = (event: ResponseEvent) => responses.push(event)
    expect(await rejection(connect(url, { onRequest: throws, onResponse }).account.get())).toBe(no)
    expect(await rejection(connect(url, { onRequest: () => Promise.reject(no) }).account.get())).toBe(no)
    expect([arrivals, responses]).toEqual([[], []])
  })

  it("can refuse a retry too", async () => {
    const { url, arrivals } = await serve((response) => json(response, 503, {}))
    const once = ({ attempt }: RequestEvent) => {
      if (attempt > 1) throw new RangeError("once is enough")
    }
    expect(await rejection(connect(url, { onRequest: once }).account.get())).toBeInstanceOf(RangeError)
    expect(arrivals).toHaveLength(1)
  })

  it.each<[string, object]>([
    ["a header of the client's own", { Authorization: "Bearer other" }],
    ["a value that would start another header", { "X-A": "1\r\nX-B: 2" }],
    ["an invalid name", { "X A": "1" }],
  ])("cannot add %s", async (_, added) => {
    const { url, arrivals } = await serve((response) => json(response, 200, {}))
    const error = await rejection(connect(url, { onRequest: () => ({ ...added }) }).account.get())
    expect(error).toBeInstanceOf(InvalidArgumentError)
    expect(arrivals).toEqual([])
  })

  it("is not awaited after the caller aborts", async () => {
    const { url, arrivals } = await serve((response) => json(response, 200, {}))
    const stop = new AbortController()
    const onRequest = () => {
      setImmediate(() => stop.abort())
      return new Promise<undefined>(() => {})
    }
    const error = await rejection(connect(url, { onRequest }).account.get({ signal: stop.signal }))
    expect(error).toMatchObject({ name: "AbortError", attempts: 0 })
    expect(arrivals).toEqual([])
  })

  it("keeps the secrets that it adds out of errors", async () => {
    const { url } = await serve((response, { headers }) =>
      json(response, 400, { message: `no ${headers["x-api-key"]} for ${headers["x-team"]}` }),
    )
    const onRequest = () => ({ "X-Api-Key": "k3y-k3y", "X-Team": "acme" })
    const error = await rejection(connect(url, { onRequest }).account.get())
    expect(error).toMatchObject({ message: expect.stringContaining("no [redacted] for acme") })
  })
})

describe("MAS_LOG", () => {
  const write = vi.spyOn(console, "error").mockImplementation(() => {})
  afterEach(() => {
    vi.unstubAllEnvs()
    write.mockClear()
  })
  afterAll(() => write.mockRestore())

  /** The log of a call that is retried once. */
  async function written(level: string, options: ClientOptions = {}): Promise<string[]> {
    vi.stubEnv("MAS_LOG", level)
    const { url, arrivals } = await serve((response) => json(response, arrivals.length === 1 ? 503 : 200, [], {}))
    await connect(url, options).contacts.list({ search: "ada%s" })
    return write.mock.calls.map((line) => line.join("|").replace(/"durationMs":\d+/, '"durationMs":0'))
  }
  const repeated =
    'mas-sdk info: GET /v1/my/contacts 503, again in 250 ms {"attempt":1,"status":503,"durationMs":0,"error":"'
  const done = 'mas-sdk debug: GET /v1/my/contacts 200 {"attempt":2,"status":200,"durationMs":0}'

  it("writes the logger's lines to stderr", async () => {
    const lines = await written("debug")
    expect(lines).toEqual([expect.stringContaining(repeated), done])
    expect(lines.join()).not.toContain(apiKey)
  })

  it("omits lines below its level", async () => {
    expect(await written("info")).toEqual([expect.stringContaining(repeated)])
  })

  it.each(["", "off", "true"])("writes nothing when it is %j", async (level) => {
    expect(await written(level)).toEqual([])
  })

  it("is ignored if the program has a logger", async () => {
    const debug = vi.fn()
    expect(await written("debug", { logger: { debug } })).toEqual([])
    expect(debug).toHaveBeenCalledTimes(1)
  })
})

describe("the logger", () => {
  it("may lack any of its methods", async () => {
    const { url } = await serve((response, { url: path }) => json(response, path.endsWith("user") ? 500 : 200, {}))
    const onResponse = () => {
      throw new Error("of the hook")
    }
    for (const logger of [{}, undefined]) {
      const mas = connect(url, { logger, onResponse, maxRetries: 0 })
      expect(await mas.account.get()).toEqual({})
      expect(await rejection(mas.user.get())).toMatchObject({ status: 500 })
    }
  })

  it("gets retries, failures and every exchange, each at its level", async () => {
    const { url, arrivals } = await serve((response) =>
      json(response, [503, 200, 404, 500][arrivals.length - 1] ?? 200, {}),
    )
    const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn() }
    const mas = connect(url, { logger })
    await mas.account.get()
    await rejection(mas.user.get())
    await rejection(mas.invites.create({ email: "a@example.test" }))
    expect(logger.info.mock.calls.map(([line]) => line)).toEqual(["GET /v1/my/account 503, again in 250 ms"])
    expect(logger.debug.mock.calls.map(([line]) => line)).toEqual(["GET /v1/my/account 200", "GET /v1/my/user 404"])
    expect(logger.warn.mock.calls.map(([line]) => line)).toEqual(["POST /v1/my/account/invites 500"])
    expect(logger.debug.mock.calls[0]?.[1]).toEqual({ attempt: 2, status: 200, durationMs: 0 })
  })
})

describe("a failing logger", () => {
  const broken = () => {
    throw new Error("disk full")
  }
  it.each([
    ["throws", broken],
    ["rejects", async () => broken()],
  ])("that %s does not affect a call, nor the report of a failing hook", async (_, log) => {
    const logger = { debug: log, info: log, warn: log }
    const { url, arrivals } = await serve((response) =>
      arrivals.length === 2 ? json(response, 404, {}) : json(response, 201, { id: 1 }),
    )
    const mas = connect(url, { logger, onResponse: async () => broken() })
    const message = { channel: "sms", to: "+4915112345678", body: "Hi" } as const
    expect(await mas.messages.send(message)).toEqual({ id: 1 })
    expect(await rejection(mas.account.get())).toMatchObject({ status: 404 })
  })
})
