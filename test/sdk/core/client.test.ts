import { Agent, MockAgent } from "undici"
import { describe, expect, expectTypeOf, it, vi } from "vitest"
import { contract } from "../../../sdk/contract/index.ts"
import {
  type ApiPromise,
  type Download,
  type Invite,
  Mas,
  type Message,
  type Transport,
  TransportError,
} from "../../../sdk/index.ts"
import { apiKey, connect, json, rejection, serve, testHost } from "./support.ts"

describe("mas.request", () => {
  it("calls an endpoint by its name, its definition or its path", async () => {
    const { url, arrivals } = await serve((response) => json(response, 200, { id: 1 }))
    const mas = connect(url)
    const byName = mas.request("invites.revoke", { params: { id: 3 } })
    expectTypeOf(byName).toEqualTypeOf<ApiPromise<Invite>>()
    const byDefinition = mas.request(contract.messages.send, { body: { channel: "sms", to: "+49", body: "x" } })
    expectTypeOf(byDefinition).toExtend<ApiPromise<Message>>()
    const byPath = mas.request<{ id: number }>("PATCH /v1/my/lists/{id}?a=1", {
      params: { id: 4 },
      query: { b: 2 },
      body: { name: "n" },
    })
    expectTypeOf(byPath).toEqualTypeOf<ApiPromise<{ id: number }>>()
    await Promise.all([byName, byDefinition, byPath])
    expect(arrivals.map(({ method, url, headers }) => [method, url, "idempotency-key" in headers]).sort()).toEqual([
      ["DELETE", "/v1/my/account/invites/3", false],
      ["PATCH", "/v1/my/lists/4?a=1&b=2", false],
      ["POST", "/v1/my/messages", true],
    ])
  })

  it("returns lists as arrays and files as downloads", async () => {
    const { url } = await serve((response, { url }) =>
      url.includes("attachments") ? response.writeHead(200).end("abc") : json(response, 200, [{ id: 1 }]),
    )
    const mas = connect(url)
    const rows = mas.request("invites.list", { query: { page: 1 } })
    expectTypeOf(rows).toEqualTypeOf<ApiPromise<Invite[]>>()
    expect(await rows).toEqual([{ id: 1 }])
    const file = mas.request("attachments.download", {
      params: { conversation_id: 1, conversation_message_id: 1, id: 1 },
      query: {},
    })
    expectTypeOf(file).toEqualTypeOf<ApiPromise<Download>>()
    expect(await (await file).text()).toBe("abc")
  })

  it("sends and receives files by method and path, as by name", async () => {
    const { url, arrivals } = await serve((response, { url }) =>
      url.includes("attachments") ? response.writeHead(200).end("abc") : json(response, 200, { id: 1 }),
    )
    const mas = connect(url)
    const body = { file: new Blob(["email\n"]), resource: "contacts" }
    await expect(mas.request("POST /v1/my/imports", { body })).resolves.toEqual({ id: 1 })
    expect(arrivals[0]?.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/)
    expect(arrivals[0]?.body).toContain("email\n")
    const file = await mas.request<Download>("GET /v1/my/conversations/1/messages/1/attachments/1")
    expect(await file.text()).toBe("abc")
  })

  it("requires what an endpoint requires, and nothing else", async () => {
    const { url } = await serve((response) => json(response, 200, {}))
    const mas = connect(url)
    await mas.request("account.get")
    await mas.request("account.get", {}, { timeout: 26_000 })
    // @ts-expect-error the body is missing
    const missing = mas.request("invites.create", {})
    // @ts-expect-error the key is missing
    const keyless = mas.request("subscription.checkout", { body: { plan_id: 1 } })
    // @ts-expect-error a page has a number
    const page = mas.request("GET /v1/x").then(() => mas.request("contacts.list", { query: { page: "one" } }))
    await Promise.allSettled([missing, keyless, page])
    // An option among the parts of the request would be left out of it.
    const misplaced = mas.request("messages.send", { body: {}, idempotencyKey: "k" } as never)
    await expect(misplaced).rejects.toThrow("idempotencyKey is no part of a request, which are params, query and body")
  })

  it("refuses an invalid endpoint before anything is sent", async () => {
    const { url, arrivals } = await serve((response) => json(response, 200, {}))
    const mas = connect(url)
    for (const endpoint of ["GET //evil.test/", "GET /v1/../admin", "invites.none", undefined] as const) {
      expect(await rejection(mas.request(endpoint as "GET /", {}))).toMatchObject({ name: "InvalidArgumentError" })
    }
    expect(arrivals).toEqual([])
  })

  it("does not send a body that cannot be JSON", async () => {
    const circle: Record<string, unknown> = {}
    circle.self = circle
    const { url, arrivals } = await serve((response) => json(response, 200, {}))
    for (const [body, argument] of [
      [circle, "body.self"],
      [{ big: 1n }, "body.big"],
    ] as const) {
      expect(await rejection(connect(url).request("POST /v1/x", { body }))).toMatchObject({ argument })
    }
    expect(arrivals).toEqual([])
  })

  it("accepts an empty response from an unknown endpoint", async () => {
    const { url } = await serve((response) => response.writeHead(204).end())
    await expect(connect(url).request("GET /v1/x")).resolves.toBeUndefined()
  })
})

describe("a client", () => {
  it("uses the caller's dispatcher, which close() leaves open", async () => {
    const { url } = await serve((response) => json(response, 200, { id: 1 }))
    const dispatcher = new Agent({ connections: 1 })
    const mas = new Mas({ baseUrl: url, apiKey, dispatcher })
    await mas.account.get()
    await mas.close()
    expect([dispatcher.closed, dispatcher.destroyed]).toEqual([false, false])
    await dispatcher.close()
  })

  it("can be tested with undici's MockAgent", async () => {
    const dispatcher = new MockAgent()
    dispatcher.disableNetConnect()
    dispatcher
      .get("https://api.test")
      .intercept({ path: "/v1/my/account", method: "GET" })
      .reply(200, { id: 8 }, { headers: { "content-type": "application/json" } })
    const mas = new Mas({ apiKey, baseUrl: "https://api.test", dispatcher, maxRetries: 0 })
    await expect(mas.account.get()).resolves.toEqual({ id: 8 })
    expect(await rejection(mas.user.get())).toMatchObject({ name: "ConnectionError" })
  })

  it.each([
    ["cut", { code: "ECONNRESET", syscall: "read" }, { neverSent: false, attempts: 1 }],
    ["refused", { code: "ECONNREFUSED", syscall: "connect" }, { neverSent: true, attempts: 3 }],
  ])("reads the error of a MockAgent, which reports no progress: %s", async (_, reason, expected) => {
    const dispatcher = new MockAgent()
    dispatcher
      .get("https://api.test")
      .intercept({ path: "/v1/my/contacts", method: "POST" })
      .replyWithError(Object.assign(new Error("failed"), reason))
      .times(3)
    const mas = connect("https://api.test", { dispatcher })
    expect(await rejection(mas.contacts.create({ email: "a@example.test" }))).toMatchObject(expected)
  })

  it("does not retry a POST without a key after a dispatcher that reports no progress gave no response", async () => {
    const host = testHost()
    const dispatch = vi.fn(() => {
      setImmediate(host.expire)
      return true
    })
    const mas = connect("https://api.test", { dispatcher: { dispatch } }, host)
    const error = await rejection(mas.contacts.create({ email: "a@example.test" }))
    expect(error).toMatchObject({ name: "TimeoutError", neverSent: false, attempts: 1 })
    expect(dispatch).toHaveBeenCalledOnce()
  })

  it("uses the caller's transport, and ends a request that ignores its signal", async () => {
    const hanging: Transport = { name: "hanging", send: () => new Promise(() => {}) }
    const stop = new AbortController()
    const waiting = new Mas({ apiKey, baseUrl: "https://api.test", transport: hanging }).account.get({
      signal: stop.signal,
    })
    setImmediate(() => stop.abort())
    expect(await rejection(waiting)).toMatchObject({ name: "AbortError" })
    const failing: Transport = {
      name: "failing",
      send() {
        throw new TransportError("no way", false)
      },
    }
    expect(
      await rejection(
        new Mas({ apiKey, baseUrl: "https://api.test", transport: failing, maxRetries: 0 }).account.get(),
      ),
    ).toMatchObject({
      name: "ConnectionError",
      message: "GET /v1/my/account got no complete response: no way",
    })
  })

  it("retries any request that timed out before the first byte was sent", async () => {
    const host = testHost()
    const slow: Transport = {
      name: "slow",
      send(request) {
        request.sent = false
        setImmediate(host.expire)
        return new Promise(() => {})
      },
    }
    const error = await rejection(
      connect("https://api.test", { transport: slow }, host).contacts.create({ email: "a@example.test" }),
    )
    expect(error).toMatchObject({ name: "TimeoutError", neverSent: true, attempts: 3 })
  })

  it("works with only a fetch function", async () => {
    const fetch = async (url: string, init: RequestInit) =>
      Response.json({ url, method: init.method, redirect: init.redirect })
    await expect(new Mas({ apiKey, baseUrl: "https://api.test/x", fetch }).account.get()).resolves.toEqual({
      url: "https://api.test/x/v1/my/account",
      method: "GET",
      redirect: "manual",
    })
  })

  it("can be closed before its first request and used again after", async () => {
    const { url } = await serve((response) => json(response, 200, { id: 1 }))
    const mas = connect(url)
    await mas.close()
    await mas.account.get()
    await mas.close()
    await expect(mas.account.get()).resolves.toEqual({ id: 1 })
  })
})

it("has its resources on the prototype too, for stubs that are made from it", () => {
  const stub: Mas = Object.create(Mas.prototype)
  expect(typeof stub.messages.send).toBe("function")
  const mas = new Mas({ apiKey: "maskey_live_1", baseUrl: "http://a.test" })
  expect(stub.messages).not.toBe(mas.messages)
  expect(Object.keys(mas)).toContain("messages")
})
