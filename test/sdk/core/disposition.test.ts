import { describe, expect, it } from "vitest"
import { createMockService } from "../../../mock-server/index.ts"
import {
  type APIError,
  type ClientOptions,
  InvalidArgumentError,
  Mas,
  MasError,
  RateLimitError,
  TimeoutError,
  TransportError,
} from "../../../sdk/index.ts"
import { closedAddress, connect, deferred, json, rejection, serve, serveBytes, testHost, timeLimit } from "./support.ts"

type Call = (mas: Mas) => PromiseLike<unknown>
const read: Call = (mas) => mas.account.get()
const keyed: Call = (mas) => mas.messages.send({ channel: "sms", to: "+15550100", body: "Hi" }, { idempotencyKey: "k" })
const keyless: Call = (mas) => mas.contacts.create({ email: "ana@example.test" })
const once: ClientOptions = { maxRetries: 0 }

/** A response, and the expected disposition of a read, a write with a key and a write without. */
const responses: readonly (readonly [
  what: string,
  status: number,
  body: object,
  headers: Record<string, string>,
  read: string,
  keyed: string,
  keyless: string,
])[] = [
  ["400", 400, {}, {}, "final", "final", "final"],
  ["401", 401, {}, {}, "final", "final", "final"],
  ["403", 403, {}, {}, "final", "final", "final"],
  ["404", 404, {}, {}, "final", "final", "final"],
  ["408", 408, {}, {}, "retry", "retry", "final"],
  ["409", 409, {}, {}, "final", "final", "final"],
  ["409 with Retry-After", 409, {}, { "Retry-After": "90" }, "later", "later", "later"],
  ["409 for a key", 409, { code: "idempotency_conflict" }, { "Retry-After": "90" }, "final", "final", "final"],
  ["409 that can be retried", 409, { retryable: true }, {}, "retry", "retry", "retry"],
  ["422", 422, {}, {}, "final", "final", "final"],
  ["429", 429, {}, {}, "retry", "retry", "retry"],
  ["429 with Retry-After", 429, {}, { "Retry-After": "90" }, "later", "later", "later"],
  ["429 with retry_at", 429, { retry_at: "1970-01-01T00:01:30Z" }, {}, "later", "later", "later"],
  ["429 that cannot be retried", 429, { retryable: false }, { "Retry-After": "90" }, "final", "final", "final"],
  ["500", 500, {}, {}, "retry", "retry", "final"],
  ["501", 501, {}, {}, "final", "final", "final"],
  ["503", 503, {}, {}, "retry", "retry", "final"],
  ["503 with Retry-After", 503, {}, { "Retry-After": "90" }, "later", "later", "later"],
  ["503 that can be retried", 503, { retryable: true }, {}, "retry", "retry", "final"],
]

describe("the disposition of a refused call", () => {
  it.each(responses)("follows from the response: %s", async (_, status, body, headers, ...right) => {
    const { url } = await serve((response) => {
      response.sendDate = false
      json(response, status, body, headers)
    })
    const mas = connect(url, once)
    const errors = await Promise.all([read, keyed, keyless].map((call) => rejection(call(mas)) as Promise<APIError>))
    expect(errors.map(({ disposition }) => disposition)).toEqual(right)
    for (const { disposition, retryAt } of errors) {
      expect(retryAt).toEqual(disposition === "later" ? new Date(90_000) : undefined)
    }
  })
})

describe("the disposition of a call without a response", () => {
  it("is retry if nothing arrived, with or without a key", async () => {
    const mas = connect(await closedAddress(), once)
    for (const call of [read, keyed, keyless]) {
      expect(await rejection(call(mas))).toMatchObject({ neverSent: true, disposition: "retry" })
    }
  })

  it("is final for a write without a key that may have arrived", async () => {
    const { url } = await serveBytes((socket) => socket.destroy())
    const mas = connect(url, once)
    for (const [call, disposition] of [
      [read, "retry"],
      [keyed, "retry"],
      [keyless, "final"],
    ] as const) {
      expect(await rejection(call(mas))).toMatchObject({ name: "ConnectionError", neverSent: false, disposition })
    }
  })

  it.each([
    ["its time limit", { timeout: timeLimit }, "TimeoutError"],
    ["its deadline", { timeout: 0, deadline: timeLimit }, "TimeoutError"],
  ])("follows the same rules after %s", async (_, options, name) => {
    for (const [call, disposition] of [
      [read, "retry"],
      [keyless, "final"],
    ] as const) {
      const arrived = deferred()
      const { url } = await serve(() => arrived.resolve())
      const host = testHost()
      const failed = rejection(call(connect(url, { ...once, ...options }, host)))
      void arrived.promise.then(host.expire)
      expect(await failed).toMatchObject({ name, disposition })
    }
  })

  it("follows the same rules after the caller's signal", async () => {
    for (const [isKeyed, disposition] of [
      [true, "retry"],
      [false, "final"],
    ] as const) {
      const stop = new AbortController()
      const { url } = await serve(() => stop.abort())
      const mas = connect(url)
      const options = { signal: stop.signal }
      const call = isKeyed ? mas.account.get(options) : mas.contacts.create({ email: "a@b.test" }, options)
      expect(await rejection(call)).toMatchObject({ name: "AbortError", disposition })
    }
    const unsent = connect("http://127.0.0.1:1").contacts.create({ email: "a@b.test" }, { signal: AbortSignal.abort() })
    expect(await rejection(unsent)).toMatchObject({ name: "AbortError", attempts: 0, disposition: "retry" })
  })
})

describe("neverSent", () => {
  it("is false if an earlier attempt arrived", async () => {
    let count = 0
    const send = async () => {
      if (++count === 1) throw new TransportError("cut", false, "ECONNRESET")
      throw new TransportError("refused", true, "ECONNREFUSED")
    }
    const error = await rejection(connect("http://127.0.0.1:1", { transport: { name: "own", send } }).account.get())
    expect(error).toMatchObject({ code: "ECONNREFUSED", attempts: 3, neverSent: false })
  })
})

describe("retryAt", () => {
  it("is the last of all dates for a pause that is longer than any", async () => {
    for (const pause of ["99999999999999999999", "9".repeat(400)]) {
      const { url } = await serve((response) => json(response, 429, { message: "No" }, { "Retry-After": pause }))
      const error = await rejection(connect(url, once).account.get())
      expect(error).toMatchObject({ disposition: "later", retryAt: new Date(8.64e15) })
    }
  })

  it("is kept if a later attempt gets no response, or is aborted", async () => {
    const rateLimited = { status: 429, headers: { "retry-after": "20" }, text: "{}" }
    let count = 0
    const transport = {
      name: "own",
      async send() {
        if (++count % 2 === 1) return rateLimited
        throw new TransportError("cut", false, "ECONNRESET")
      },
    }
    // Pauses take no time here: retryAt is still ahead when the next attempt is made.
    const mas = connect("http://127.0.0.1:1", { maxRetries: 1, transport })
    const retryAt = new Date(20_000)
    expect(await rejection(mas.account.get())).toMatchObject({ code: "ECONNRESET", retryAt, disposition: "later" })
    const stop = new AbortController()
    const onResponse = () => stop.abort()
    const aborted = mas.account.get({ signal: stop.signal, onResponse })
    expect(await rejection(aborted)).toMatchObject({ name: "AbortError", retryAt, disposition: "later" })
  })

  it("is dropped once it has passed", async () => {
    let now = 0
    const host = testHost()
    let count = 0
    const send = async () => {
      if (++count === 1) return { status: 429, headers: { "retry-after": "20" }, text: "{}" }
      now = 60_000
      throw new TransportError("cut", false, "ECONNRESET")
    }
    const mas = connect(
      "http://127.0.0.1:1",
      { maxRetries: 1, transport: { name: "own", send } },
      { ...host, now: () => now },
    )
    expect(await rejection(mas.account.get())).toMatchObject({ retryAt: undefined, disposition: "retry" })
  })

  it("is kept with the response if a deadline ends the pause", async () => {
    const { url } = await serve((response) => json(response, 429, {}, { "Retry-After": "20" }))
    const host = testHost()
    const onResponse = () => setImmediate(host.expire)
    const clock = { now: () => 0, after: () => () => {} }
    const error = await rejection(connect(url, { deadline: timeLimit, clock, onResponse }, host).account.get())
    expect(error).toBeInstanceOf(RateLimitError)
    expect(error).toMatchObject({ retryAt: new Date(20_000), disposition: "later" })
  })

  it("does not hide the first error: it is the cause if a deadline ends the next attempt", async () => {
    const arrived = deferred()
    let count = 0
    const { url } = await serve((response) => (++count === 1 ? json(response, 503, {}) : arrived.resolve()))
    const host = testHost()
    const failed = rejection(connect(url, { deadline: timeLimit, timeout: 0 }, host).account.get())
    void arrived.promise.then(host.expire)
    expect(await failed).toBeInstanceOf(TimeoutError)
    expect(await failed).toMatchObject({ attempts: 2, cause: { status: 503 } })
  })

  it("ends a wait with the service's response if it lies past the wait's end", async () => {
    const { url } = await serve((response) => json(response, 429, {}, { "Retry-After": "30" }))
    const mas = connect(url)
    for (const limit of [{ timeout: timeLimit }, { deadline: new Date(timeLimit) }]) {
      const error = await rejection(mas.imports.waitUntilDone(1, limit))
      expect(error).toBeInstanceOf(RateLimitError)
      expect(error).toMatchObject({ retryAt: new Date(30_000), disposition: "later" })
    }
  })

  it.each([-600_000, 0, 600_000])("is by this machine's clock if the service's is %d ms ahead", async (ahead) => {
    const now = Date.parse("2026-03-01T12:00:00Z")
    const date = new Date(now + ahead)
    const retryAt = new Date(now + ahead + 300_000)
    const { url } = await serve((response) =>
      json(response, 429, { retry_at: retryAt.toISOString() }, { Date: date.toUTCString() }),
    )
    const error = await rejection(connect(url, once, testHost({ now })).account.get())
    expect(error).toMatchObject({ retryAt: new Date(now + 300_000), disposition: "later" })
  })

  it("is set with the production guide's options, at the mock server", async () => {
    await using service = createMockService()
    const mas = new Mas({ ...service.clientOptions, clock: undefined, deadline: 20_000 })
    service.world.faults.add({ path: "/v1/my/messages", status: 429, retry_after: 30, times: 1 })
    const error = await rejection(keyed(mas))
    expect(error).toMatchObject({ status: 429, disposition: "later", retryAt: expect.any(Date) })
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({ disposition: "later", retryAt: expect.any(String) })
  })
})

it("every error has a disposition, which is final by default", async () => {
  const errors = [
    new MasError("x"),
    new InvalidArgumentError("a", "b"),
    await rejection(connect("http://127.0.0.1:1").templates.get(1.5)),
  ]
  expect(errors).toMatchObject(errors.map(() => ({ disposition: "final", retryAt: undefined })))
  const { url } = await serve((response) => response.end("no JSON"))
  expect(await rejection(connect(url).account.get())).toMatchObject({
    name: "ResponseValidationError",
    disposition: "final",
  })
})
