import { describe, expect, it } from "vitest"
import { isRepeatable, pauseBefore, statedPauseOf, usualPauses } from "../../../sdk/client/request/retry-pauses.ts"
import { verdictOf } from "../../../sdk/client/verdict.ts"
import { AbortError, APIError, type Mas, RateLimitError } from "../../../sdk/index.ts"
import { connect, json, rejection, serve, testHost } from "./support.ts"

const problem = (status: number, more = {}) => ({ code: status, error: true, message: `status ${status}`, ...more })

/** A service that fails with these responses in turn, and then succeeds. */
async function failing(responses: readonly (readonly [number, object?, Record<string, string>?])[]) {
  const { url, arrivals } = await serve((response) => {
    const [status, body = {}, headers = {}] = responses[arrivals.length - 1] ?? [200, { id: 1 }]
    json(response, status, status === 200 ? body : problem(status, body), headers)
  })
  return { url, arrivals }
}

const calls: Record<string, (mas: Mas) => PromiseLike<unknown>> = {
  "a GET": (mas) => mas.account.get(),
  "a DELETE": (mas) => mas.webhooks.delete(1),
  "a PATCH with a version": (mas) => mas.templates.update(1, { name: "n", if_version: 2 }),
  "messages.send, which gets a key of its own": (mas) => mas.messages.send({ channel: "sms", to: "+49", body: "x" }),
  "events.track, which gets a key of its own": (mas) => mas.events.track({ contact_id: 1, event: "seen" }),
  "a POST with a key": (mas) => mas.subscription.checkout({ plan_id: 2 }, { idempotencyKey: "k" }),
}
const unsafe: Record<string, (mas: Mas) => PromiseLike<unknown>> = {
  "a keyless POST": (mas) => mas.invites.create({ email: "a@example.test" }),
  "a PATCH without a version": (mas) => mas.templates.update(1, { name: "n" }),
  "an upload": (mas) => mas.imports.create({ resource: "contacts", file: Buffer.from("email") }),
}

describe("a retry", () => {
  describe.each(Object.entries(calls))("%s", (_, call) => {
    it.each([408, 429, 500, 502, 503, 504])("happens after status %i", async (status) => {
      const { url, arrivals } = await failing([[status], [status]])
      await expect(call(connect(url))).resolves.toEqual({ id: 1 })
      expect(arrivals).toHaveLength(3)
      expect(new Set(arrivals.map(({ headers, body }) => `${headers["idempotency-key"]} ${body}`)).size).toBe(1)
    })
  })

  describe.each(Object.entries(unsafe))("%s", (_, call) => {
    it.each([408, 429, 500, 502, 503, 504])("does not happen after status %i", async (status) => {
      const { url, arrivals } = await failing([[status]])
      expect(await rejection(call(connect(url)))).toMatchObject({ status, attempts: 1 })
      expect(arrivals).toHaveLength(1)
    })
  })

  it.each([400, 401, 403, 404, 409, 413, 422, 501])("does not happen after status %i", async (status) => {
    const { url, arrivals } = await failing([[status]])
    expect(await rejection(connect(url).account.get())).toMatchObject({ status, attempts: 1 })
    expect(arrivals).toHaveLength(1)
  })

  it("follows the body's retryable before the status", async () => {
    const yes = await failing([[409, { retryable: true }]])
    await expect(connect(yes.url).account.get()).resolves.toEqual({ id: 1 })
    const no = await failing([[503, { retryable: false }]])
    expect(await rejection(connect(no.url).account.get())).toMatchObject({ status: 503, retryable: false, attempts: 1 })
  })

  it("stops after maxRetries with the last error and the number of attempts", async () => {
    const { url } = await failing([[500], [502], [503], [504]])
    expect(await rejection(connect(url).account.get())).toMatchObject({ status: 503, attempts: 3 })
    const again = await failing([[500], [500]])
    expect(await rejection(connect(again.url).account.get({ maxRetries: 0 }))).toMatchObject({ attempts: 1 })
    const four = await failing([[500], [500], [500], [500]])
    await expect(connect(four.url, { maxRetries: 4 }).account.get()).resolves.toEqual({ id: 1 })
  })

  it("says so if an earlier attempt may have taken effect", async () => {
    const { url, arrivals } = await serve((response) => {
      if (arrivals.length === 1) response.destroy()
      else json(response, 404, problem(404))
    })
    expect(await rejection(connect(url).webhooks.delete(1))).toMatchObject({
      name: "NotFoundError",
      message:
        "DELETE /v1/my/webhooks/1 404: status 404 (an earlier attempt, whose response was lost, may have had its effect)",
    })
  })

  it.each([
    [500, 404, true],
    [500, 409, true],
    [503, 404, true],
    [429, 404, false],
    [408, 404, true],
    [500, 403, false],
    [500, 500, false],
  ])("after status %i says so of a write that then gets %i: %s", async (first, second, isDoubtful) => {
    const { url, arrivals } = await failing([[first], [second]])
    const write = await rejection(connect(url, { maxRetries: 1 }).webhooks.delete(1))
    const doubt = isDoubtful ? " (an earlier attempt, whose response was lost, may have had its effect)" : ""
    expect(write).toMatchObject({ status: second, detail: `status ${second}${doubt}`, attempts: 2 })
    expect(arrivals).toHaveLength(2)
  })

  it("never says so of a read", async () => {
    const { url } = await failing([[500], [404]])
    expect(await rejection(connect(url).account.get())).toMatchObject({
      status: 404,
      message: "GET /v1/my/account 404: status 404",
    })
  })

  it("pauses for a random part of a span that doubles each time", async () => {
    const host = testHost({ random: 0.5 })
    const { url } = await failing([[500], [500], [500]])
    await connect(url, { maxRetries: 3 }, host).account.get()
    expect(host.pauses).toEqual([250, 500, 1000])
  })

  it("waits as long as Retry-After says", async () => {
    const host = testHost({ random: 0 })
    const { url } = await failing([[429, {}, { "retry-after": "7" }]])
    await connect(url, {}, host).account.get()
    expect(host.pauses).toEqual([7000])
  })

  it("waits until retry_at of the body", async () => {
    const now = Date.parse("2026-03-01T12:00:00Z")
    const host = testHost({ random: 0, now })
    const { url } = await failing([
      [503, { retry_at: "2026-03-01T12:00:05Z" }, { date: "Sun, 01 Mar 2026 12:00:00 GMT" }],
    ])
    await connect(url, {}, host).account.get()
    expect(host.pauses).toEqual([5000])
  })

  it("does not happen if the service asks for a pause longer than maxRetryDelay", async () => {
    const host = testHost({ now: Date.parse("2026-03-01T12:00:00Z") })
    const { url } = await failing([[429, { error_code: "sending_capacity_reached" }, { "retry-after": "61" }]])
    const error = await rejection(connect(url, {}, host).account.get())
    expect(error).toBeInstanceOf(RateLimitError)
    expect(error).toMatchObject({
      attempts: 1,
      retryAt: new Date("2026-03-01T12:01:01Z"),
      errorCode: "sending_capacity_reached",
    })
    expect(host.pauses).toEqual([])
  })

  it("is aborted at once if the caller aborts during the pause", async () => {
    const stop = new AbortController()
    const host = testHost()
    host.after = (ms) => {
      if (ms < 25_000) setImmediate(() => stop.abort())
      return () => {}
    }
    const { url, arrivals } = await failing([[500], [500]])
    const error = await rejection(connect(url, {}, host).account.get({ signal: stop.signal }))
    expect(error).toBeInstanceOf(AbortError)
    expect(error).toMatchObject({ attempts: 1 })
    expect(arrivals).toHaveLength(1)
  })
})

describe("statedPauseOf", () => {
  const now = Date.parse("2026-03-01T12:00:00Z")
  it.each<[string, Record<string, string>, string | undefined, number | undefined]>([
    ["nothing", {}, undefined, undefined],
    ["seconds", { "retry-after": "120" }, undefined, 120_000],
    ["no time at all", { "retry-after": "0" }, undefined, 0],
    ["a date", { "retry-after": "Sun, 01 Mar 2026 12:00:30 GMT" }, undefined, 30_000],
    [
      "a date by the service's clock",
      { "retry-after": "Sun, 01 Mar 2020 12:00:30 GMT", date: "Sun, 01 Mar 2020 12:00:00 GMT" },
      undefined,
      30_000,
    ],
    ["a date that is past", { "retry-after": "Sun, 01 Mar 2026 11:00:00 GMT" }, undefined, 0],
    ["retry_at", {}, "2026-03-01T12:00:01.500Z", 1_500],
    ["seconds, which take precedence over retry_at", { "retry-after": "1" }, "2026-03-01T13:00:00Z", 1_000],
    ["retry_at if Retry-After is invalid", { "retry-after": "soon" }, "2026-03-01T12:00:02Z", 2_000],
    ["seconds with a fraction", { "retry-after": "1.5" }, undefined, 1_500],
    ["nonsense", { "retry-after": "-1x" }, "later", undefined],
    ["nonsense that looks like a year", { "retry-after": "-5" }, undefined, undefined],
    ["nonsense that begins with a number", { "retry-after": "12abc" }, undefined, undefined],
    ["a number with its unit", { "retry-after": "12 s" }, undefined, undefined],
    ["nonsense that ends with a number", { "retry-after": "in 12" }, undefined, undefined],
    ["a number in another notation", { "retry-after": "1e3" }, undefined, undefined],
  ])("reads %s", (_, headers, retryAt, expected) => {
    expect(statedPauseOf(headers, retryAt, now)).toBe(expected)
  })
})

describe("pauseBefore", () => {
  function pause(attempts: number, statedPause: number | undefined, longest: number, random: number) {
    const tries = { attempts, now: 0, ladder: { ...usualPauses, random: () => random } }
    return pauseBefore(verdictOf({ status: 429, body: {}, statedPause }, tries), tries, longest)
  }
  it("never exceeds eight seconds, nor the maximum pause", () => {
    expect(pause(30, undefined, 60_000, 0.999)).toBeCloseTo(7992)
    expect(pause(30, undefined, 100, 0.999)).toBe(100)
  })
  it("adds jitter to the requested pause, so that clients do not return together", () => {
    expect(pause(1, 1000, 60_000, 0.5)).toBe(1025)
  })
})

describe("isRepeatable", () => {
  it.each<[string, string, string | undefined, unknown, boolean]>([
    ["GET", "GET", undefined, undefined, true],
    ["PUT", "PUT", undefined, {}, true],
    ["POST", "POST", undefined, {}, false],
    ["POST with a key", "POST", "k", {}, true],
    ["PATCH with a key but no version", "PATCH", "k", {}, false],
    ["PATCH with version 0", "PATCH", undefined, { if_version: 0 }, true],
    ["PATCH with an undefined version", "PATCH", undefined, { if_version: undefined }, false],
    ["PATCH without a body", "PATCH", undefined, null, false],
  ])("%s", (_, method, key, body, expected) => {
    expect(isRepeatable(method, key, body)).toBe(expected)
  })
})

it("classifies an error without a JSON body by its status", async () => {
  const { url } = await serve((response) => response.writeHead(418).end())
  const error = await rejection(connect(url).account.get())
  expect(error).toBeInstanceOf(APIError)
  expect(error).toMatchObject({ status: 418, message: "GET /v1/my/account responded with 418 with an empty body" })
})
