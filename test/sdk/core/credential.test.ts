import { describe, expect, it, onTestFinished, vi } from "vitest"
import { Credential } from "../../../sdk/client/request/credential.ts"
import { contract } from "../../../sdk/contract/index.ts"
import { AuthenticationError, InvalidArgumentError, type Mas } from "../../../sdk/index.ts"
import { connect, json, rejection, serve } from "./support.ts"

/** A service that accepts only these tokens. */
async function guarded(...accepted: string[]) {
  return serve((response, { headers }) => {
    const isKnown = accepted.includes(headers.authorization ?? "")
    json(response, isKnown ? 200 : 401, isKnown ? { id: 1 } : { code: 401, message: "Who?", error: true })
  })
}

/** A token function that returns these in turn, and counts its calls. */
function tokens(...sequence: string[]) {
  let callCount = 0
  const token = async () => sequence[Math.min(callCount++, sequence.length - 1)] ?? ""
  return { token, callCount: () => callCount }
}

describe("a token function", () => {
  it("is called once for all requests", async () => {
    const { url, arrivals } = await guarded("Bearer one")
    const { token, callCount } = tokens("one", "two")
    const mas = connect(url, { token })
    await Promise.all([mas.account.get(), mas.user.get(), mas.account.get()])
    await mas.account.get()
    expect([callCount(), arrivals.length]).toEqual([1, 4])
  })

  it("is called again after a 401, and the request is repeated, also a write", async () => {
    const { url, arrivals } = await guarded("Bearer two")
    const { token, callCount } = tokens("one", "two", "three")
    const mas = connect(url, { token, maxRetries: 0 })
    const { response } = await mas.invites.create({ email: "ada@example.test" }).withResponse()
    await mas.account.get()
    expect([callCount(), response.attempts, arrivals.map(({ headers }) => headers.authorization)]).toEqual([
      2,
      2,
      ["Bearer one", "Bearer two", "Bearer two"],
    ])
  })

  it("is called again only once per call", async () => {
    const { url, arrivals } = await guarded()
    const { token, callCount } = tokens("one", "two", "three")
    expect(await rejection(connect(url, { token }).account.get())).toBeInstanceOf(AuthenticationError)
    expect([callCount(), arrivals.length]).toEqual([2, 2])
  })

  it("is called again once for requests that were refused together", async () => {
    const { url } = await guarded("Bearer two")
    const { token, callCount } = tokens("one", "two", "three")
    const mas = connect(url, { token })
    await Promise.all([mas.account.get(), mas.user.get(), mas.account.get()])
    expect(callCount()).toBe(2)
  })

  it("can sign in with the same client", async () => {
    const { url, arrivals } = await serve((response, { url }) =>
      json(response, 200, { id: 1 }, url === "/v1/login" ? { Authorization: "Bearer jwt-1" } : {}),
    )
    const mas = connect(url, {
      token: async () => (await mas.auth.login({ user: { email: "ada@example.test", password: "pass" } })).token,
    })
    await mas.user.get()
    expect(arrivals.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ["/v1/login", undefined],
      ["/v1/my/user", "Bearer jwt-1"],
    ])
  })

  it("fails the call with its own error, and is called again by the next", async () => {
    const { url } = await guarded("Bearer two")
    let callCount = 0
    const mas = connect(url, {
      token: () => {
        callCount += 1
        if (callCount === 1) throw new Error("vault is closed")
        return "two"
      },
    })
    expect(await rejection(mas.account.get())).toMatchObject({ message: "vault is closed" })
    await expect(mas.account.get()).resolves.toEqual({ id: 1 })
  })

  it("does not hold up a call that is aborted", async () => {
    const { url, arrivals } = await guarded()
    const stop = new AbortController()
    const mas = connect(url, { token: () => new Promise(() => {}) })
    const waiting = mas.account.get({ signal: stop.signal })
    setImmediate(() => stop.abort())
    expect(await rejection(waiting)).toMatchObject({ name: "AbortError", attempts: 0 })
    expect(arrivals).toEqual([])
  })

  it("that hangs is called again after half a minute: in Workers it may never settle once its caller is gone", async () => {
    const { url } = await guarded("Bearer two")
    const clock = vi.spyOn(Date, "now").mockReturnValue(1_000_000)
    onTestFinished(() => clock.mockRestore())
    const token = vi.fn<() => string | Promise<string>>(() => new Promise(() => {}))
    const mas = connect(url, { token })
    for (const deadline of [1, 2])
      expect(await rejection(mas.account.get({ deadline }))).toMatchObject({ name: "TimeoutError" })
    expect(token).toHaveBeenCalledTimes(1)
    token.mockReturnValue("two")
    clock.mockReturnValue(1_030_001)
    expect(await mas.account.get()).toEqual({ id: 1 })
  })

  it("is called if a test sets the clock to the start of 1970", async () => {
    const { url } = await guarded("Bearer one")
    const clock = vi.spyOn(Date, "now").mockReturnValue(0)
    onTestFinished(() => clock.mockRestore())
    expect(await connect(url, { token: () => "one" }).account.get()).toEqual({ id: 1 })
  })

  it.each(["", "two words", "a\nb", "naïve–"])("is refused if it returns %j", async (token) => {
    const { url, arrivals } = await guarded()
    const error = await rejection(connect(url, { token: () => token }).account.get())
    expect(error).toMatchObject({ name: "InvalidArgumentError", argument: "token()" })
    expect(arrivals).toEqual([])
  })
})

it("does not repeat a 401 if the token is a string", async () => {
  const { url, arrivals } = await guarded()
  expect(await rejection(connect(url, { token: "jwt" }).account.get())).toBeInstanceOf(AuthenticationError)
  expect(arrivals).toHaveLength(1)
})

it("refuses a call without a required credential before anything is sent", async () => {
  const { url, arrivals } = await guarded()
  const mas = connect(url, { apiKey: undefined })
  for (const call of [mas.account.get(), mas.request("GET /v1/my/account"), mas.request(contract.account.get)]) {
    const error = await rejection(call)
    expect(error).toBeInstanceOf(InvalidArgumentError)
    expect(error).toMatchObject({
      message: expect.stringMatching(/^apiKey is missing for .*account.*: give it or token, or set MAS_API_KEY$/),
    })
  }
  expect(arrivals).toEqual([])
})

it.each<[string, (mas: Mas) => PromiseLike<unknown>]>([
  ["if none is needed", (mas) => mas.auth.login({ user: { email: "ada@example.test", password: "x" } })],
  ["if none is needed, by path", (mas) => mas.request("POST /v1/login", { body: {} })],
  ["to an unknown path", (mas) => mas.request("GET /v1/my/new")],
  ["with the cookie of the popup flow", (mas) => mas.oauth.me({ headers: { cookie: "mas_session=abcdef" } })],
  ["if the token function returns undefined", (mas) => mas.account.get({ token: () => undefined })],
])("sends no credential %s", async (_, call) => {
  const { url, arrivals } = await guarded()
  await rejection(call(connect(url, { apiKey: undefined })))
  expect(arrivals.map(({ headers }) => headers.authorization)).toEqual([undefined])
})

it("strips trailing newlines of a mounted secret", async () => {
  const { url, arrivals } = await guarded()
  for (const options of [{ apiKey: "key\n" }, { token: "key\r\n" }, { token: () => "key\n" }])
    await rejection(connect(url, { apiKey: undefined, ...options }).account.get())
  expect(arrivals[0]?.headers.authorization).toBe("Bearer key")
  expect(new Set(arrivals.map(({ headers }) => headers.authorization)).size).toBe(1)
})

it("refuses a token that is not a string, and names its source", async () => {
  const credential = new Credential("token", async () => ({ token: "x" }) as unknown as string)
  await expect(credential.get()).rejects.toMatchObject({ name: "InvalidArgumentError", argument: "token()" })
})

it.each(["\u00a0", "\u202f\r\n", "\ufeff", "\u2060"])("trims %j at the end of a key, and warns", async (space) => {
  const { url, arrivals } = await guarded("Bearer maskey_live_1")
  const warn = vi.fn()
  await connect(url, { apiKey: `maskey_live_1${space}`, logger: { warn } }).account.get()
  expect(arrivals).toHaveLength(1)
  expect(warn.mock.calls).toEqual([
    ["apiKey ended with a no-break or invisible space, which was removed: remove it where the value is kept", {}],
  ])
})

it("warns the process of a trimmed space if there is no logger", () => {
  const emit = vi.spyOn(process, "emitWarning").mockReturnValue()
  onTestFinished(() => emit.mockRestore())
  expect(new Credential("token", "a\u00a0").get()).toBe("a")
  expect(emit.mock.calls).toEqual([[expect.stringContaining("token ended with a no-break or invisible space")]])
})

it.each(["\u00a0maskey_live_1", "maskey\u00a0live_1", "maskey\u00adlive_1", " maskey_live_1"])(
  "refuses %j",
  (apiKey) => {
    expect(() => new Credential("apiKey", apiKey)).toThrow("apiKey must be a token: not empty, no spaces")
  },
)

it.each(["Bearer maskey_live_1", "bearer maskey_live_1", "Bearer\u00a0maskey_live_1\n"])(
  "refuses %j with the way out",
  (apiKey) => {
    expect(() => new Credential("apiKey", apiKey)).toThrow(
      'apiKey must be the token alone, without "Bearer ": the client adds that',
    )
  },
)
