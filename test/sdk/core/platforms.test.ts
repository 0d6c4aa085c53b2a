import { build } from "esbuild"
import { JSDOM } from "jsdom"
import { afterEach, describe, expect, it, vi } from "vitest"

import { connect, json, rejection, serve } from "./support.ts"

afterEach(() => void vi.unstubAllGlobals())

const file = Buffer.from("email\nada@example.test\n")

describe("on a platform that refuses redirect: error, such as Workers", () => {
  /** Refuses what workerd refuses. */
  function check(init: RequestInit | undefined) {
    if (init?.redirect === "error") throw new TypeError('Invalid redirect value, must be one of "follow" or "manual"')
  }
  class WorkersRequest extends Request {
    constructor(input: string, init?: RequestInit) {
      check(init)
      super(input, init)
    }
  }
  const workersFetch = async (url: string, init: RequestInit) => {
    check(init)
    return fetch(url, init)
  }

  it("uploads, and follows no redirect", async () => {
    vi.stubGlobal("Request", WorkersRequest)
    const { url, arrivals } = await serve((response) =>
      arrivals.length === 1
        ? json(response, 201, { id: 1 })
        : response.writeHead(307, { location: "/elsewhere" }).end(),
    )
    const mas = connect(url, { fetch: workersFetch })
    await expect(mas.imports.create({ resource: "contacts", file })).resolves.toEqual({ id: 1 })
    const error = await rejection(mas.imports.create({ resource: "contacts", file }))
    expect(error).toMatchObject({ status: 307, message: expect.stringContaining("only followed for GET") })
    expect(arrivals.map(({ url, body }) => [url, body.includes("ada@example.test")])).toEqual([
      ["/v1/my/imports", true],
      ["/v1/my/imports", true],
    ])
  })
})

it("sends writes on Deno with a Blob, so that Deno does not retry them, and reads as usual", async () => {
  vi.stubGlobal("Deno", {})
  const { url, arrivals } = await serve((response) => json(response, 200, { id: 1 }))
  const bodies: unknown[] = []
  const noting = async (address: string, init: RequestInit) => {
    bodies.push(init.body)
    return fetch(address, init)
  }
  const mas = connect(url, { fetch: noting })
  await mas.lists.create({ name: "Žofie" })
  await mas.request("POST /v1/my/things")
  await mas.account.get()
  await mas.webhooks.delete(1)
  expect(bodies).toEqual([expect.any(Blob), expect.any(Blob), null, null])
  expect(arrivals.map(({ body }) => body)).toEqual(['{"name":"Žofie"}', "", "", ""])
  expect(arrivals[0]?.headers).toMatchObject({ "content-type": "application/json", "content-length": "17" })
})

it("reports a redirect whose target a browser hides", async () => {
  const opaque = Object.defineProperty(Response.error(), "type", { value: "opaqueredirect" })
  const error = await rejection(connect("http://localhost", { fetch: async () => opaque, maxRetries: 0 }).account.get())
  expect(error).toMatchObject({
    name: "ConnectionError",
    message: "GET /v1/my/account got no complete response: a redirect, which fetch does not show here",
  })
})

it("sends an upload as bytes if streams cannot be sent, as in browsers and React Native", async () => {
  const bodies: unknown[] = []
  const double = async (_: string, init: RequestInit) => {
    bodies.push(init.body)
    return { status: 201, json: async () => ({ id: 1 }) } as Response
  }
  const upload = () => connect("http://localhost", { fetch: double }).imports.create({ resource: "contacts", file })
  vi.stubGlobal("document", {})
  await upload()
  vi.unstubAllGlobals()
  vi.stubGlobal("ReadableStream", undefined)
  await upload()
  for (const body of bodies) expect(Buffer.from(body as Uint8Array).toString()).toContain("ada@example.test")
  expect(bodies).toHaveLength(2)
})

describe("a response without a stream, as in React Native and test doubles", () => {
  const value = { id: 1, näme: "Žofie" }
  const text = JSON.stringify(value)
  const headers = new Headers({ "X-Request-Id": "r-1" })
  const responses: [string, object][] = [
    ["text()", { headers, text: async () => text }],
    ["json()", { headers, json: async () => value }],
    [
      "all three",
      { headers, text: async () => text, json: async () => value, arrayBuffer: async () => Buffer.from(text) },
    ],
    ["headers in a Map", { headers: new Map([["X-Request-Id", "r-1"]]), text: async () => text }],
    ["headers in an object", { headers: { "X-Request-Id": "r-1" }, text: async () => text }],
  ]

  it.each(responses)("is read, with %s", async (_, responseParts) => {
    const mas = connect("http://localhost", { fetch: async () => ({ status: 200, ...responseParts }) as Response })
    const { data, response } = await mas.account.get().withResponse()
    expect(data).toEqual(value)
    expect(response.header("x-request-id")).toBe("r-1")
    await expect((await mas.attachments.download({ conversationId: 1, messageId: 1, id: 1 })).text()).resolves.toBe(
      text,
    )
  })

  it("is read without any headers, and its errors too", async () => {
    const double = async () => ({ status: 404, json: async () => ({ message: "No such account" }) }) as Response
    const error = await rejection(connect("http://localhost", { fetch: double }).account.get())
    expect(error).toMatchObject({ name: "NotFoundError", message: expect.stringContaining("No such account") })
  })

  it("is refused when it is too large", async () => {
    const double = async () => ({ status: 200, text: async () => text }) as Response
    const error = await rejection(connect("http://localhost", { fetch: double, maxResponseBytes: 9 }).account.get())
    expect(error).toMatchObject({ message: expect.stringContaining("too large") })
  })
})

it("loads and calls in a window of jsdom, which has no TextDecoder", async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: 'export { Mas } from "./sdk/index.ts"; export * from "./sdk/webhooks/index.ts"',
      resolveDir: process.cwd(),
    },
    bundle: true,
    format: "iife",
    globalName: "sdk",
    external: ["undici", "zod"],
    write: false,
  })
  const { window } = new JSDOM("", { runScripts: "outside-only", url: "http://localhost" })
  expect(window.eval("typeof TextDecoder")).toBe("undefined")
  window.eval(outputFiles[0]?.text ?? "")
  const text = window.eval(`
    const fetch = async () => ({ status: 200, text: async () => '{"id":1}' })
    new sdk.Mas({ baseUrl: "http://localhost", apiKey: "maskey_live_mock", fetch }).account.get().then(JSON.stringify)
  `)
  await expect(text).resolves.toBe('{"id":1}')
})
