import { describe, expect, it, vi } from "vitest"
import { AbortError, RateLimitError, type ResponseEvent, TimeoutError } from "../../../sdk/index.ts"
import { connect, deferred, json, rejection, serve, testHost, timeLimit } from "./support.ts"

const deadline = timeLimit

/** A service that never responds, and a promise of its first request. */
async function silent() {
  const arrived = deferred()
  const { url } = await serve(() => arrived.resolve())
  return { url, arrived: arrived.promise }
}

describe("a deadline", () => {
  it("ends the running attempt when it passes, and says so", async () => {
    const { url, arrived } = await silent()
    const host = testHost()
    const responses: ResponseEvent[] = []
    const onResponse = (event: ResponseEvent) => responses.push(event)
    const call = connect(url, { deadline, timeout: 0, onResponse }, host).account.get()
    void arrived.then(host.expire)
    const error = await rejection(call)
    expect(error).toBeInstanceOf(TimeoutError)
    const message = `GET /v1/my/account is not done within its deadline of ${deadline} ms`
    expect(error).toMatchObject({ message, attempts: 1 })
    expect(responses).toMatchObject([{ attempt: 1, willRetry: false, error: { message } }])
  })

  it.each([
    ["token", { token: () => new Promise<string>(() => {}) }],
    ["hook", { onRequest: () => new Promise<undefined>(() => {}) }],
  ])("that passes before anything is sent, for the %s, says so: the call can be made again", async (_, options) => {
    const { url, arrivals } = await serve(() => {})
    const host = testHost()
    const call = connect(url, { ...options, deadline }, host).campaigns.send(1)
    void Promise.resolve().then(host.expire)
    expect(await rejection(call)).toMatchObject({
      ...{ name: "TimeoutError", neverSent: true, disposition: "retry", attempts: 0 },
    })
    expect(arrivals).toEqual([])
  })

  it("holds if signals keep no reason, as in React Native, and so does the caller's signal", async () => {
    const reason = vi.spyOn(AbortSignal.prototype, "reason", "get").mockReturnValue(undefined)
    try {
      const { url, arrived } = await silent()
      const host = testHost()
      const mas = connect(url, { deadline, timeout: 0 }, host)
      const late = mas.account.get({ signal: new AbortController().signal })
      void arrived.then(host.expire)
      expect(await rejection(late)).toMatchObject({ name: "TimeoutError", attempts: 1 })
      const stop = new AbortController()
      const stopped = mas.account.get({ signal: stop.signal })
      stop.abort()
      expect(await rejection(stopped)).toMatchObject({ name: "AbortError" })
      expect(await rejection(mas.account.get({ signal: stop.signal }))).toMatchObject({
        name: "AbortError",
        attempts: 0,
      })
    } finally {
      reason.mockRestore()
    }
  })

  it("ends a call at once, with the service's response, if that asks for a pause past the deadline", async () => {
    const { url, arrivals } = await serve((response) =>
      json(response, 429, { message: "Later" }, { "Retry-After": "30" }),
    )
    const host = testHost()
    const error = await rejection(connect(url, { deadline }, host).account.get())
    expect(error).toBeInstanceOf(RateLimitError)
    expect(error).toMatchObject({ status: 429, retryAt: new Date(30_000), disposition: "later", attempts: 1 })
    expect([host.pauses, arrivals.length]).toEqual([[], 1])
  })

  it("covers all attempts, pauses included", async () => {
    const { url, arrivals } = await serve((response) => json(response, 503, {}, { "Retry-After": "10" }))
    let now = 0
    const host = testHost()
    const after: typeof host.after = (ms, run) => {
      if (ms < timeLimit) now += ms
      return host.after(ms, run)
    }
    const mas = connect(url, { deadline, maxRetries: 5 }, { ...host, now: () => now, after })
    expect(await rejection(mas.account.get())).toMatchObject({ name: "ServiceUnavailableError", attempts: 3 })
    expect(arrivals).toHaveLength(3)
  })

  it.each<[string, object]>([
    ["token", { token: () => new Promise(() => {}) }],
    ["onRequest", { onRequest: () => new Promise(() => {}) }],
  ])("does not wait for a %s that never settles", async (_, options) => {
    const { url, arrivals } = await serve((response) => json(response, 200, {}))
    const host = testHost()
    const call = connect(url, { ...options, deadline }, host).account.get()
    setImmediate(host.expire)
    expect(await rejection(call)).toMatchObject({ name: "TimeoutError", attempts: 0 })
    expect(arrivals).toEqual([])
  })

  it("can be set or disabled for one call", async () => {
    const { url, arrivals } = await serve((response) =>
      json(response, arrivals.length === 3 ? 200 : 503, {}, { "Retry-After": "40" }),
    )
    const mas = connect(url, { deadline })
    const failure = { status: 503, retryAt: new Date(40_000) }
    expect(await rejection(mas.account.get())).toMatchObject(failure)
    expect(await rejection(mas.account.get({ deadline: 40_000 }))).toMatchObject(failure)
    await mas.account.get({ deadline: 0 })
    expect(arrivals).toHaveLength(3)
  })

  it("does not end a download that has started", async () => {
    const begun = deferred()
    const { url } = await serve((response) => {
      response.writeHead(200)
      response.write("one ")
      void begun.promise.then(() => response.end("two"))
    })
    const host = testHost()
    const file = await connect(url, { deadline, timeout: 0 }, host).attachments.download({
      conversationId: 1,
      messageId: 2,
      id: 3,
    })
    host.expire()
    begun.resolve()
    expect(await file.text()).toBe("one two")
  })

  it("does not replace the reason of the caller's signal", async () => {
    const { url, arrived } = await silent()
    const stop = new AbortController()
    const call = connect(url, { deadline }).account.get({ signal: stop.signal })
    void arrived.then(() => stop.abort("enough"))
    const error = await rejection(call)
    expect(error).toBeInstanceOf(AbortError)
    expect(error).toMatchObject({ cause: "enough" })
  })
})
