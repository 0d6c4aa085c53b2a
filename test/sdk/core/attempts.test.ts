import { describe, expect, it, vi } from "vitest"
import { requesterOf } from "../../../sdk/client/request/requester.ts"
import {
  TransportError,
  type TransportRequest,
  type TransportResponse,
} from "../../../sdk/client/transport/transport.ts"
import {
  AbortError,
  APIError,
  type ClientOptions,
  ConnectionError,
  InvalidArgumentError,
  ServiceUnavailableError,
  TimeoutError,
} from "../../../sdk/index.ts"
import { apiKey, rejection, testHost } from "./support.ts"

type Reaction = TransportResponse | Error | ((request: TransportRequest) => unknown)

const json = (body: unknown, status = 200, headers: Record<string, string> = {}): TransportResponse => ({
  status,
  headers: { "content-type": "application/json", ...headers },
  text: JSON.stringify(body),
})
const failed = (status: number, more = {}) => json({ code: status, error: true, message: "no", ...more }, status)
const moved = (location: string, status = 302): TransportResponse => ({ status, headers: { location }, text: "" })
const broken = (message: string, code?: string, neverSent = false) => new TransportError(message, neverSent, code)

/** A client whose transport gives these reactions in turn, and repeats the last one. */
function clientOf(reactions: readonly Reaction[], options: ClientOptions = {}) {
  const requests: TransportRequest[] = []
  const paths: string[] = []
  const host = testHost()
  async function send(request: TransportRequest): Promise<TransportResponse> {
    requests.push(request)
    paths.push(request.path)
    // A safety limit: no test runs forever.
    if (requests.length > 20) throw new InvalidArgumentError("attempts", "have no end")
    const reaction = reactions[Math.min(requests.length, reactions.length) - 1]
    const outcome = typeof reaction === "function" ? await reaction(request) : reaction
    if (outcome instanceof Error) throw outcome
    return outcome as TransportResponse
  }
  const transport = { name: "own", send }
  const credential = "token" in options ? {} : { apiKey }
  const mas = requesterOf({ baseUrl: "https://api.example.test/base", transport, ...credential, ...options }, host)
  return { mas, requests, paths, host }
}
/** The error that a call fails with. */
const failure = async (call: PromiseLike<unknown>) => Object(await rejection(call)) as Error
/** Rejects when the request is aborted. */
const stopped = (request: TransportRequest) => new Promise((_, reject) => request.onAbort(reject))

async function* bodyOf(...chunks: readonly (string | Error)[]) {
  for (const chunk of chunks) {
    if (typeof chunk !== "string") throw chunk
    yield new TextEncoder().encode(chunk)
  }
}

describe("an attempt without a response", () => {
  it("names the request and the reason", async () => {
    const { mas, requests } = clientOf([broken("socket hang up", "ECONNRESET")], { maxRetries: 0 })
    const error = await failure(mas.call("account.get"))
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toMatchObject({
      message: "GET /v1/my/account got no complete response: socket hang up (ECONNRESET)",
      code: "ECONNRESET",
      neverSent: false,
      attempts: 1,
    })
    expect(requests).toHaveLength(1)
  })

  it.each([
    ["connect ECONNREFUSED 127.0.0.1:1", "ECONNREFUSED", "connect ECONNREFUSED 127.0.0.1:1"],
    ["closed early", undefined, "closed early"],
    [`it said ${apiKey}`, undefined, "it said [redacted]"],
  ])("shows the reason %s with the code %s as %s", async (message, code, shownReason) => {
    const { mas } = clientOf([broken(message, code)], { maxRetries: 0 })
    const error = await failure(mas.call("account.get"))
    expect(error).toMatchObject({ message: `GET /v1/my/account got no complete response: ${shownReason}`, code })
    expect(error.cause).toBeInstanceOf(TransportError)
  })

  it("keeps the underlying error as the cause", async () => {
    const cut = new TransportError("cut", false, undefined, { cause: new Error("by the peer") })
    const error = await failure(clientOf([cut], { maxRetries: 0 }).mas.call("account.get"))
    expect(error.cause).toMatchObject({ message: "by the peer" })
  })

  it.each([[new TypeError("a mistake")], [new InvalidArgumentError("body", "is odd")]])(
    "fails with a programming error unchanged: %s",
    async (mistake) => {
      const { mas, requests } = clientOf([mistake])
      const { stack } = mistake
      expect(await failure(mas.call("account.get"))).toBe(mistake)
      expect(mistake.stack).toBe(stack)
      expect(requests).toHaveLength(1)
    },
  )

  it("fails with an SDK error found among the causes", async () => {
    const ours = new InvalidArgumentError("body", "is odd")
    const { mas } = clientOf([new TransportError("cut", false, undefined, { cause: ours })])
    expect(await failure(mas.call("account.get"))).toBe(ours)
  })

  it("fails with the error that the transport threw", async () => {
    const mistake = new TypeError("at once")
    const send = () => {
      throw mistake
    }
    const mas = requesterOf({ baseUrl: "https://a.test", apiKey, transport: { name: "own", send } }, testHost())
    expect(await failure(mas.call("account.get"))).toBe(mistake)
  })

  it.each([undefined, null, "a response"])("fails if the transport returns %j", async (invalidResponse) => {
    const transport = { name: "own", send: async () => invalidResponse as never }
    const mas = requesterOf({ baseUrl: "https://a.test", apiKey, transport }, testHost())
    expect(await failure(mas.call("account.get"))).toBeInstanceOf(Error)
  })

  it.each([
    [false, true],
    [true, false],
    [undefined, false],
  ])("that times out with sent = %s has neverSent = %s", async (sent, neverSent) => {
    const { mas, host } = clientOf(
      [
        (request) => {
          if (sent !== undefined) request.sent = sent
          setImmediate(() => host.expire())
          return stopped(request)
        },
      ],
      { maxRetries: 0, timeout: 30_000 },
    )
    const error = await failure(mas.call("account.get"))
    expect(error).toBeInstanceOf(TimeoutError)
    const message = "GET /v1/my/account got no complete response within 30000 ms"
    expect(error).toMatchObject({ message, neverSent, attempts: 1 })
  })

  it("that the caller aborts fails with AbortError, and is not retried", async () => {
    const controller = new AbortController()
    const { mas, requests } = clientOf([
      (request) => {
        setImmediate(() => controller.abort("enough"))
        return stopped(request)
      },
    ])
    const error = await failure(mas.call("account.get", {}, { signal: controller.signal }))
    expect(error).toBeInstanceOf(AbortError)
    expect(error).toMatchObject({ message: "GET /v1/my/account was aborted", cause: "enough", attempts: 1 })
    expect(requests).toHaveLength(1)
  })
})

describe("a redirect", () => {
  it("is followed for a GET on the same origin, with the same headers", async () => {
    const { mas, requests, paths } = clientOf([moved("/other?page=2"), moved("third"), json({ id: 1 })])
    expect((await mas.call("account.get")) as unknown).toEqual({ id: 1 })
    expect(paths).toEqual(["/base/v1/my/account", "/other?page=2", "/third"])
    expect(new Set(requests.map(({ headers }) => headers)).size).toBe(1)
  })

  it("is followed at most five times: the sixth response is the last", async () => {
    const { mas, paths } = clientOf([moved("/again")], { maxRetries: 0 })
    const error = await failure(mas.call("account.get"))
    expect(error).toMatchObject({ status: 302, message: expect.stringContaining("more than 5") })
    expect(paths).toHaveLength(6)
  })

  it("is followed five times", async () => {
    const { mas } = clientOf([...Array.from({ length: 5 }, () => moved("/again")), json({ id: 1 })])
    expect((await mas.call("account.get")) as unknown).toEqual({ id: 1 })
  })

  it("of a write, or to another origin, is not followed", async () => {
    const post = clientOf([moved("/other")])
    expect(await failure(post.mas.call("contacts.create", { body: {} }))).toMatchObject({ status: 302 })
    const away = clientOf([moved("https://elsewhere.test/")])
    expect(await failure(away.mas.call("account.get"))).toMatchObject({ status: 302 })
    expect([post.paths.length, away.paths.length]).toEqual([1, 1])
  })

  it("to a request that fails is a failed attempt", async () => {
    const { mas } = clientOf([moved("/other"), broken("cut")], { maxRetries: 0 })
    expect(await failure(mas.call("account.get"))).toBeInstanceOf(ConnectionError)
  })
})

describe("the status of a response", () => {
  it.each([
    [200, true],
    [201, true],
    [299, true],
    [199, false],
    [300, false],
    [304, false],
  ])("%i is a success: %s", async (status, isSuccess) => {
    const { mas } = clientOf([json({ id: 1 }, status)], { maxRetries: 0 })
    const wasSuccess = await mas.call("account.get").then(
      () => true,
      (error) => !(error instanceof APIError),
    )
    expect(wasSuccess).toBe(isSuccess)
  })
})

describe("a downloaded file", () => {
  const file = (headers = {}, status = 200, ...chunks: readonly (string | Error)[]): TransportResponse => ({
    status,
    headers: { "content-type": "text/csv", ...headers },
    stream: bodyOf(...chunks),
  })
  const opened = async (reaction: TransportResponse, options = {}) => {
    const { mas } = clientOf([reaction], { maxRetries: 0, ...options })
    return (await mas.call<{ text(): Promise<string> }>("attachments.download", {
      params: { conversation_id: 1, conversation_message_id: 2, id: 3 },
    })) as { text(): Promise<string> }
  }

  it("is read by the caller", async () => {
    expect(await (await opened(file({}, 200, "a", "b"))).text()).toBe("ab")
  })

  it("is read by the client if its status is an error, up to maxResponseBytes", async () => {
    const refusal = JSON.stringify({ error: true, message: "It is gone" })
    for (const status of [300, 404]) {
      const error = await failure(opened(file({ "content-type": "application/json" }, status, refusal)))
      expect(error).toMatchObject({ status, body: { message: "It is gone" } })
    }
    const cut = rejection(opened(file({}, 500, "x".repeat(50), "y".repeat(50)), { maxResponseBytes: 60 }))
    expect(String(Object(await cut).body)).not.toContain("y".repeat(11))
  })

  it("is not validated", async () => {
    const findIssues = vi.fn(() => [{ path: "id", message: "is odd" }])
    const validateResponses = { level: "error", findIssues } as const
    expect(await (await opened(file({}, 200, "a"), { validateResponses })).text()).toBe("a")
    expect(findIssues).not.toHaveBeenCalled()
    const { mas } = clientOf([json({ id: 1 })], { validateResponses })
    expect((await failure(mas.call("account.get"))).message).toContain("id: is odd")
  })

  it("in an unknown encoding is refused, with the encoding's name", async () => {
    const error = await failure(opened(file({ "content-encoding": "rare" }, 200, "???")))
    expect(error).toMatchObject({ message: expect.stringContaining("rare") })
  })

  it("that breaks off names the request", async () => {
    const download = await opened(file({}, 200, "a", new Error("cut")))
    const error = await failure(download.text())
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error.message).toMatch(/^GET \/v1\/my\/.* got no complete response: cut$/)
  })
})

describe("a retry", () => {
  const invite = { body: { email: "ana@example.test" } }

  it("counts attempts", async () => {
    const { mas, requests, host } = clientOf([failed(503)])
    expect(await failure(mas.call("account.get"))).toMatchObject({ status: 503, attempts: 3 })
    expect([requests.length, host.pauses.length]).toEqual([3, 2])
  })

  it("also repeats a request without a key if it was never sent", async () => {
    const { mas, requests } = clientOf([broken("refused", "ECONNREFUSED", true), json({ id: 1 })])
    await mas.call("invites.create", invite)
    expect(requests).toHaveLength(2)
    const unsure = clientOf([broken("cut")])
    await failure(unsure.mas.call("invites.create", invite))
    expect(unsure.requests).toHaveLength(1)
  })

  it.each([
    ["503", failed(503), true],
    ["a cut", broken("cut"), true],
    ["a connection that was refused", broken("refused", "ECONNREFUSED", true), false],
    ["429", failed(429), false],
  ])("says after %s that an earlier attempt may have caused the error: %s", async (_, first, isUncertain) => {
    const { mas } = clientOf([first, failed(404)])
    const { message } = await failure(mas.call("webhooks.delete", { params: { id: 1 } }))
    expect(message.includes("an earlier attempt")).toBe(isUncertain)
  })

  it("is not made if its pause would end at the deadline", async () => {
    const late = { status: 503, headers: { "retry-after": "10" }, text: "{}" }
    const pause = 10_000 + 25
    const at = (deadline: number) => clientOf([late, json({ id: 1 })], { deadline })
    const error = await failure(at(pause).mas.call("account.get"))
    expect(error).toBeInstanceOf(ServiceUnavailableError)
    expect(error).toMatchObject({ status: 503, attempts: 1, retryAt: expect.any(Date) })
  })

  it("fails with the error of a clock that cannot wait", async () => {
    const after = () => {
      throw new Error("stopped")
    }
    const { mas, requests } = clientOf([failed(503), failed(503)], { clock: { now: Date.now, after } })
    const { signal } = new AbortController()
    expect((await failure(mas.call("account.get", {}, { signal }))).message).toBe("stopped")
    expect((await failure(mas.call("account.get"))).message).toBe("stopped")
    expect(requests).toHaveLength(2)
  })

  it("stops when the caller aborts", async () => {
    const controller = new AbortController()
    const onResponse = vi.fn(() => controller.abort("enough"))
    const { mas, requests } = clientOf([failed(503)], { onResponse })
    const error = await failure(mas.call("account.get", {}, { signal: controller.signal }))
    expect(error).toBeInstanceOf(AbortError)
    expect([error.cause, requests.length]).toEqual(["enough", 1])
  })

  it("is not made if the signal was already aborted", async () => {
    const { mas, requests } = clientOf([json({})])
    const error = await failure(mas.call("account.get", {}, { signal: AbortSignal.abort("early") }))
    expect(error).toMatchObject({ attempts: 0, cause: "early" })
    expect(requests).toHaveLength(0)
  })
})

describe("a credential", () => {
  const authorized = ({ headers }: TransportRequest) => headers.Authorization

  it("is sent, except to endpoints that read none", async () => {
    const { mas, requests } = clientOf([json({})])
    await mas.call("account.get")
    await mas.call("auth.login", { body: { user: { email: "a@b.test", password: "x" } } })
    expect(requests.map(authorized)).toEqual([`Bearer ${apiKey}`, undefined])
  })

  it("from a function is renewed after a 401, once", async () => {
    let tokenCalls = 0
    const token = async () => `token-${++tokenCalls}`
    const good = clientOf([failed(401), json({ id: 1 })], { token })
    await good.mas.call("account.get")
    expect(good.requests.map(authorized)).toEqual(["Bearer token-1", "Bearer token-2"])
    const bad = clientOf([failed(401)], { token })
    expect(await failure(bad.mas.call("account.get"))).toMatchObject({ status: 401, attempts: 2 })
    expect([bad.requests.length, bad.host.pauses]).toEqual([2, []])
  })

  it("is not renewed after other errors, or if it is a string", async () => {
    const token = vi.fn(async () => "token")
    await failure(clientOf([failed(403)], { token }).mas.call("account.get"))
    expect(token).toHaveBeenCalledTimes(1)
    const { mas, requests } = clientOf([failed(401)])
    await failure(mas.call("account.get"))
    expect(requests).toHaveLength(1)
  })

  it("is not sent if its function returns none", async () => {
    const token = vi.fn(async () => undefined as unknown as string)
    const { mas, requests } = clientOf([failed(401)], { token })
    expect(await failure(mas.call("account.get"))).toMatchObject({ status: 401, attempts: 1 })
    expect(requests.map(authorized)).toEqual([undefined])
    expect(token).toHaveBeenCalledTimes(1)
  })
})

describe("the hooks", () => {
  it("see each attempt and its outcome, and can add headers", async () => {
    const onRequest = vi.fn(() => ({ "X-Mine": "1" }))
    const onResponse = vi.fn()
    const { mas, requests } = clientOf([failed(503), json({ id: 1 })], { onRequest, onResponse })
    await mas.call("account.get")
    expect(requests.map(({ headers }) => headers["X-Mine"])).toEqual(["1", "1"])
    expect(onRequest.mock.calls.map(([event]: unknown[]) => Object(event).attempt)).toEqual([1, 2])
    expect(onResponse.mock.calls.map(([event]) => [event.attempt, event.status, event.willRetry])).toEqual([
      [1, 503, true],
      [2, 200, false],
    ])
  })

  it("can return anything, and end the call by throwing", async () => {
    const silent = clientOf([json({ id: 1 })], { onRequest: () => "nothing of use" as never })
    await silent.mas.call("account.get")
    expect(Object.keys(silent.requests[0]?.headers ?? {})).not.toContain("0")
    const angry = clientOf([json({})], {
      onRequest: () => {
        throw new Error("not today")
      },
    })
    expect((await failure(angry.mas.call("account.get"))).message).toBe("not today")
    expect(angry.requests).toHaveLength(0)
  })

  it.each([
    ["throws", () => Promise.reject(new Error("not today")), "POST /v1/my/messages was not sent again: not today"],
    ["returns an invalid header", () => ({ "x-a": "b\nc" }), /was not sent again: .*x-a/],
  ])("do not hide that an earlier attempt may have arrived: onRequest %s", async (_, second, message) => {
    const onRequest = ({ attempt }: { attempt: number }) => (attempt === 1 ? undefined : second())
    const lost = () => clientOf([broken("cut")], { onRequest: onRequest as never })
    const body = { channel: "email", to: "ana@example.test", subject: "s", body: "b" }
    const { mas, requests } = lost()
    const error = await failure(mas.call("messages.send", { body }))
    expect(error).toMatchObject({ message: expect.stringMatching(message), attempts: 1, neverSent: false })
    expect(error).toMatchObject({ idempotencyKey: expect.any(String), disposition: "retry", cause: expect.any(Error) })
    expect([requests.length, Object(error).idempotencyKey]).toEqual([1, requests[0]?.headers["Idempotency-Key"]])
    // What only reads has had no effect.
    expect(await failure(lost().mas.call("account.get"))).not.toBeInstanceOf(ConnectionError)
  })

  it("and a token's function that throws after a lost response and a 401 do not hide the lost response", async () => {
    const token = vi.fn(async () => "first").mockRejectedValue(new Error("no vault"))
    token.mockResolvedValueOnce("first")
    const { mas } = clientOf([broken("cut"), failed(401)], { token })
    const body = { channel: "email", to: "ana@example.test", subject: "s", body: "b" }
    const error = await failure(mas.call("messages.send", { body }))
    expect(error).toMatchObject({ attempts: 2, neverSent: false, disposition: "retry" })
    expect(error.message).toContain("was not sent again: no vault")
  })

  it("see a refused token before it is renewed", async () => {
    const onResponse = vi.fn()
    const { mas } = clientOf([failed(401), json({ id: 1 })], { token: async () => "token", onResponse })
    await mas.call("account.get")
    expect(onResponse.mock.calls.map(([event]) => [event.attempt, event.status])).toEqual([
      [1, 401],
      [2, 200],
    ])
  })
})

describe("a list", () => {
  const page = (number: number, next?: number) =>
    json([{ id: number }], 200, {
      "x-page": `${number}`,
      ...(next && { "x-next-page": `${next}` }),
    })

  it("requests its first page as given, and the next page by number with the same query", async () => {
    const { mas, paths } = clientOf([page(1, 2), page(2)])
    const first = await mas.list("contacts.list", { query: { limit: 1 } })
    const next = await first.getNextPage()
    expect([first.page, next?.page, next?.items]).toEqual([1, 2, [{ id: 2 }]])
    expect(paths).toEqual(["/base/v1/my/contacts?limit=1", "/base/v1/my/contacts?limit=1&page=2"])
  })

  it("continues from the requested page, and never goes back", async () => {
    const onward = clientOf([page(3, 4)])
    expect((await onward.mas.list("contacts.list", { query: { page: 3 } })).hasNextPage()).toBe(true)
    const back = clientOf([page(3, 2)])
    expect((await back.mas.list("contacts.list", { query: { page: 3 } })).hasNextPage()).toBe(false)
    const second = clientOf([page(1, 2)])
    expect((await second.mas.list("contacts.list", {})).hasNextPage()).toBe(true)
    const odd = clientOf([page(1, 2)])
    expect((await odd.mas.list("contacts.list", { query: { page: "1" } })).hasNextPage()).toBe(true)
  })
})

describe("a client derived from another", () => {
  it("has its options and its transport, and is closed with it", async () => {
    const { mas, requests } = clientOf([json({})])
    const other = mas.extend({ headers: { "X-Other": "1" } })
    await other.call("account.get")
    expect(requests[0]?.headers).toMatchObject({ "X-Other": "1", Authorization: `Bearer ${apiKey}` })
    expect([other.transport, requesterOf(other)]).toEqual([mas.transport, other])
    expect(other.times.clock).toBe(mas.times.clock)
    const close = vi.fn()
    await requesterOf({ baseUrl: "https://a.test", transport: { ...mas.transport, close } }, testHost()).close()
    expect(close).toHaveBeenCalledTimes(1)
    await mas.close()
  })
})
