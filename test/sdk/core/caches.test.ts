import { afterEach, describe, expect, it, vi } from "vitest"
import { defaultTransport } from "../../../sdk/client/transport/default.portable.ts"
import { fetchTransport } from "../../../sdk/index.ts"
import { connect, json, rejection, serve } from "./support.ts"

afterEach(() => vi.unstubAllGlobals())

/** The options that the client passes to `fetch`. */
async function fetchInit(): Promise<RequestInit> {
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => Response.json({ id: 1 }))
  await connect("http://127.0.0.1:1", { fetch }).account.get()
  return fetch.mock.calls[0]?.[1] ?? {}
}

/** `Request` as other platforms implement it. */
const platforms: Readonly<Record<string, unknown>> = {
  "throws, as on Workers before 2025": class {
    constructor(_: string, init: RequestInit) {
      if ("cache" in init) throw new Error("The 'cache' field on 'RequestInitializerDict' is not implemented.")
    }
  },
  "puts a time into the address, as React Native's": class {
    readonly url: string
    constructor(url: string) {
      this.url = `${url}?_=1`
    }
  },
  "knows nothing of caches": class {
    constructor(readonly url: string) {}
  },
  "is not there": undefined,
}

describe("a request by fetch", () => {
  it("bypasses caches, with a given fetch and with the platform's", async () => {
    expect(await fetchInit()).toMatchObject({ cache: "no-store" })
    const fetch = vi.fn(async (_url: string, _init: RequestInit) => Response.json({ id: 1 }))
    vi.stubGlobal("fetch", fetch)
    await connect("http://127.0.0.1:1", { transport: defaultTransport() }).account.get()
    expect(fetch.mock.calls[0]?.[1]).toMatchObject({ cache: "no-store" })
  })

  it.each(Object.entries(platforms))("sets no cache option if Request %s", async (_, Request) => {
    vi.stubGlobal("Request", Request)
    expect(await fetchInit()).not.toHaveProperty("cache")
  })

  it("gets a fresh response from a fetch that caches, such as Next.js's", async () => {
    let responseCount = 0
    const { url } = await serve((response) => json(response, 200, { id: ++responseCount }))
    const cachedTexts = new Map<string, string>()
    const keeping: typeof fetch = async (input, init) => {
      const cachedText = cachedTexts.get(String(input))
      if (cachedText && init?.cache !== "no-store") return new Response(cachedText)
      const response = await fetch(input, init)
      const text = await response.text()
      cachedTexts.set(String(input), text)
      return new Response(text)
    }
    const mas = connect(url, { transport: fetchTransport(keeping) })
    const ids = [await mas.account.get(), await mas.account.get(), await mas.account.get()].map(({ id }) => id)
    expect(ids).toEqual([1, 2, 3])
  })

  it("rethrows at once the error by which Next.js switches to rendering per request", async () => {
    const dynamic = Object.assign(new Error("Dynamic server usage: no-store fetch"), { digest: "DYNAMIC_SERVER_USAGE" })
    const fetch = vi.fn(() => Promise.reject(dynamic))
    expect(await rejection(connect("http://127.0.0.1:1", { fetch }).account.get())).toBe(dynamic)
    expect(fetch).toHaveBeenCalledTimes(1)
  })
})

describe("the reason of a failure without a code, as on Deno,", () => {
  it.each<[string, Error]>([
    [
      "the cause of an error with a generic message",
      new TypeError("fetch failed", { cause: new Error("dns error: no such host") }),
    ],
    [
      "the innermost of several causes",
      new TypeError("fetch failed", {
        cause: new Error("client error (Connect)", { cause: new Error("dns error: no such host") }),
      }),
    ],
    [
      "the message, if it has the reason",
      new TypeError("error sending request: dns error: no such host", { cause: new Error("dns error: no such host") }),
    ],
    [
      "the first of many",
      new TypeError("fetch failed", { cause: new AggregateError([new Error("dns error: no such host")], "all") }),
    ],
  ])("is shown: %s", async (_, failed) => {
    const fetch = () => Promise.reject(failed)
    const error = (await rejection(connect("http://127.0.0.1:1", { fetch, maxRetries: 0 }).account.get())) as Error
    expect(error.message).toMatch(/^GET \/v1\/my\/account got no complete response: .*dns error: no such host$/)
    expect(error.message.split("dns error").length).toBe(2)
  })

  it("is shown without secrets, and only once if the cause adds nothing", async () => {
    const fetch = () =>
      Promise.reject(new TypeError("fetch failed", { cause: new Error("with maskey_live_0123456789") }))
    const error = await rejection(connect("http://127.0.0.1:1", { fetch, maxRetries: 0 }).account.get())
    expect(String(error)).not.toContain("maskey_live_0123456789")
    const same = () => Promise.reject(new TypeError("fetch failed", { cause: new Error("fetch failed") }))
    expect(await rejection(connect("http://127.0.0.1:1", { fetch: same, maxRetries: 0 }).account.get())).toMatchObject({
      message: "GET /v1/my/account got no complete response: fetch failed",
    })
  })
})

describe("a response larger than maxResponseBytes", () => {
  it.each([1, 20])("is reported as too large, also with %i blank bytes, and as an error", async (limit) => {
    const { url } = await serve((response, { url }) => {
      response.writeHead(url.includes("templates") ? 404 : 200, { "content-type": "application/json" })
      response.end(`${" ".repeat(20)}{"id":1}`)
    })
    const mas = connect(url, { maxResponseBytes: limit, maxRetries: 0 })
    const size = `a body that is too large (more than maxResponseBytes, ${limit})`
    expect(await rejection(mas.account.get())).toMatchObject({ message: expect.stringContaining(size) })
    expect(await rejection(mas.templates.get(1))).toMatchObject({ status: 404, message: expect.stringContaining(size) })
  })
})
