import { createServer, type RequestListener } from "node:http"
import express from "express"
import Fastify from "fastify"
import { Hono } from "hono"
import Koa from "koa"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { createMockService } from "../../mock-server/index.ts"
import { Mas } from "../../sdk/client/client.ts"
import {
  azureUnsubscribeHandler,
  fastifyUnsubscribe,
  koaUnsubscribeHandler,
  lambdaUnsubscribeHandler,
} from "../../sdk/webhooks/adapters.ts"
import {
  createUnsubscribeHandler,
  nodeUnsubscribeHandler,
  type UnsubscribeOptions,
  type Unsubscription,
  unsubscribeHeaders,
  unsubscribeHeadersAsync,
} from "../../sdk/webhooks/index.ts"

const secret = "a secret of the unsubscribe links"
const url = "https://acme.test/unsubscribe?shop=1"
const link = { url, secret, recipient: "zoë+news@example.test", list: "news" }
const linkIn = (headers = unsubscribeHeaders(link)) => headers["List-Unsubscribe"].slice(1, -1)
const oneClick = { method: "POST", body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) }

function receiver(options: Partial<UnsubscribeOptions> = {}) {
  const unsubscriptions: Unsubscription[] = []
  const handle = createUnsubscribeHandler({ secret, onUnsubscribe: (one) => unsubscriptions.push(one), ...options })
  const request = (target: string, init: RequestInit = {}) => handle(new Request(target, init))
  return { unsubscriptions, request }
}

describe("unsubscribeHeaders", () => {
  it("are a link in brackets and the word of RFC 8058", async () => {
    const headers = unsubscribeHeaders(link)
    expect(headers).toEqual({
      "List-Unsubscribe": expect.stringMatching(/^<https:\/\/acme\.test\/unsubscribe\?shop=1&unsubscribe=[\w.-]+>$/),
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    })
    expect(await unsubscribeHeadersAsync(link)).toEqual(headers)
  })

  it("pass the service with a message", async () => {
    const service = createMockService()
    const mas = new Mas(service.clientOptions)
    const headers = unsubscribeHeaders({ ...link, recipient: "ada@example.test" })
    const { id } = await mas.messages.send({
      channel: "email",
      to: "ada@example.test",
      subject: "Hi",
      body: "Hi",
      headers,
    })
    expect(service.world.messages.get(id).headers).toMatchObject(headers)
  })

  it.each([
    [{ url: "http://acme.test/unsubscribe" }, "url"],
    [{ url: "/unsubscribe" }, "url"],
    [{ secret: "short" }, "secret"],
    [{ secret: [] }, "secret"],
    [{ recipient: "Ada <ada@example.test>" }, "recipient"],
    [{ recipient: "" }, "recipient"],
    [{ list: "" }, "list"],
  ])("refuse %o", (wrong, field) => {
    expect(() => unsubscribeHeaders({ ...link, ...wrong })).toThrow(new RegExp(`^${field} must`))
  })

  it("refuse a misspelt list, which would unsubscribe from all mail", async () => {
    const wrong = Object.assign({ ...link }, { lists: "news" })
    expect(() => unsubscribeHeaders(wrong)).toThrow("lists is not an option of unsubscribeHeaders")
    await expect(unsubscribeHeadersAsync(wrong)).rejects.toThrow("lists is not an option")
  })
})

describe("an unsubscribe handler", () => {
  it("unsubscribes with the POST of a mail program, each time", async () => {
    const { unsubscriptions, request } = receiver()
    for (const _ of [1, 2]) expect((await request(linkIn(), oneClick)).status).toBe(200)
    const recipient = "zoë+news@example.test"
    expect(unsubscriptions).toEqual([
      { recipient, list: "news" },
      { recipient, list: "news" },
    ])
  })

  it("takes a multipart body, and leaves out the list of a link for all mail", async () => {
    const { unsubscriptions, request } = receiver()
    const body = new FormData()
    body.set("List-Unsubscribe", "One-Click")
    const target = linkIn(unsubscribeHeaders({ ...link, list: undefined }))
    expect((await request(target, { method: "POST", body })).status).toBe(200)
    expect(unsubscriptions).toEqual([{ recipient: link.recipient }])
  })

  it("never unsubscribes with a GET, as scanners open links: it shows a form", async () => {
    const { unsubscriptions, request } = receiver()
    const target = linkIn(unsubscribeHeaders({ ...link, list: "<script>" }))
    const response = await request(target)
    const page = await response.text()
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"])
    expect(page).toContain('<form method="post">')
    expect(page).not.toContain("<script>")
    expect((await request(target, { method: "HEAD" })).status).toBe(200)
    const german = receiver({ page: ({ recipient }) => `Abmelden: ${recipient}` })
    expect(await (await german.request(target)).text()).toBe(`Abmelden: ${link.recipient}`)
    expect([...unsubscriptions, ...german.unsubscriptions]).toEqual([])
  })

  it.each(["PUT", "DELETE", "OPTIONS"])("refuses %s", async (method) => {
    const { unsubscriptions, request } = receiver()
    const response = await request(linkIn(), { method })
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD, POST"])
    expect(unsubscriptions).toEqual([])
  })

  it("refuses every link that was changed, and one of another secret", async () => {
    const { unsubscriptions, request } = receiver()
    const signedLink = linkIn()
    const start = signedLink.indexOf("unsubscribe=") + "unsubscribe=".length
    const changed = [...signedLink.slice(start)].map((sign, at) => {
      const other = sign === "A" ? "B" : "A"
      return signedLink.slice(0, start + at) + other + signedLink.slice(start + at + 1)
    })
    const others = [
      ...changed,
      signedLink.slice(0, -1),
      `${signedLink}A`,
      `${signedLink}.A`,
      signedLink.slice(0, start),
      "https://acme.test/unsubscribe",
      linkIn(unsubscribeHeaders({ ...link, secret: "another secret of the links" })),
    ]
    for (const target of others) expect((await request(target, oneClick)).status, target).toBe(400)
    expect(unsubscriptions).toEqual([])
  })

  it("takes links of an older secret during a rotation", async () => {
    const rotated = receiver({ secret: ["a newer secret of the links", secret] })
    expect((await rotated.request(linkIn(), oneClick)).status).toBe(200)
  })

  it("responds with 500 if it could not be recorded, and reveals nothing", async () => {
    const errors: unknown[] = []
    const error = new Error("the database is down")
    const onUnsubscribe = () => Promise.reject(error)
    const { request } = receiver({ onUnsubscribe, onError: (one) => errors.push(one) })
    const response = await request(linkIn(), oneClick)
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain("database")
    expect(errors).toEqual([error])
  })

  it("warns of that error if onError fails, and of its own", async () => {
    const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => {})
    const onUnsubscribe = () => Promise.reject(new Error("the database is down"))
    const { request } = receiver({ onUnsubscribe, onError: () => Promise.reject(new Error("no log")) })
    expect(await request(linkIn(), oneClick)).toMatchObject({ status: 500 })
    expect(warn.mock.calls.map(([text]) => String(text).split("\n")[0])).toEqual([
      "onError failed: Error: no log",
      "Error: the database is down",
    ])
    warn.mockRestore()
  })

  it.each([
    [{ secret: undefined }, "secret"],
    [{ onUnsubscribe: undefined }, "onUnsubscribe"],
    [{ page: "text" }, "page"],
    [{ onUnsubscibe: () => {} }, "onUnsubscibe"],
  ])("is not made with %o", (wrong, field) => {
    expect(() =>
      createUnsubscribeHandler(Object.assign<UnsubscribeOptions, object>({ secret, onUnsubscribe: () => {} }, wrong)),
    ).toThrow(field)
  })
})

/** Mounts a handler and calls it with a path. */
type Mount = (options: UnsubscribeOptions) => Promise<(path: string, init: RequestInit) => Promise<Response>>

async function listening(listener: RequestListener): ReturnType<Mount> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  const port = typeof address === "object" && address ? address.port : 0
  return (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init)
}

const mounts: Record<string, Mount> = {
  "node:http": (options) => listening(nodeUnsubscribeHandler(options)),
  "Express, behind body parsers": (options) =>
    listening(express().use(express.urlencoded(), express.json()).all("/unsubscribe", nodeUnsubscribeHandler(options))),
  Fastify: async (options) => {
    const app = Fastify()
    onTestFinished(() => app.close())
    app.register(fastifyUnsubscribe, { prefix: "/", path: "/unsubscribe", ...options })
    await app.ready()
    return listening((request, response) => app.server.emit("request", request, response))
  },
  Koa: (options) => listening(new Koa().use(koaUnsubscribeHandler(options)).callback()),
  Hono: async (options) => {
    const handler = createUnsubscribeHandler(options)
    const app = new Hono().all("/unsubscribe", (c) => handler(c.req.raw))
    return async (path, init) => app.request(path, init)
  },
  "Lambda, a function URL": async (options) => {
    const handler = lambdaUnsubscribeHandler(options)
    return async (path, { method = "GET" }) => {
      const queryStringParameters = Object.fromEntries(new URL(path, url).searchParams)
      const { statusCode, headers, body } = await handler({
        requestContext: { http: { method } },
        queryStringParameters,
      })
      return new Response(body, { status: statusCode, headers })
    }
  },
  "Lambda, a load balancer": async (options) => {
    const handler = lambdaUnsubscribeHandler(options)
    return async (path, { method = "GET" }) => {
      const query = [...new URL(path, url).searchParams].map(([name, value]) => [name, [value]])
      const event = { httpMethod: method, multiValueQueryStringParameters: Object.fromEntries(query) }
      const { statusCode, multiValueHeaders, body } = await handler(event)
      return new Response(body, { status: statusCode, headers: { allow: multiValueHeaders?.Allow?.[0] ?? "" } })
    }
  },
  "Azure Functions": async (options) => {
    const handler = azureUnsubscribeHandler(options)
    return async (path, { method = "GET" }) => {
      const { body, ...head } = await handler({ method, url: new URL(path, url).href })
      return new Response(body, head)
    }
  },
}

describe.each(Object.entries(mounts))("in %s", (_, mount) => {
  it("unsubscribes with a POST only", async () => {
    const unsubscriptions: Unsubscription[] = []
    const call = await mount({ secret, onUnsubscribe: (one) => unsubscriptions.push(one) })
    const { pathname, search } = new URL(linkIn())
    expect((await call(pathname + search, { method: "GET" })).status).toBe(200)
    expect((await call(pathname, oneClick)).status).toBe(400)
    const refusal = await call(pathname + search, { method: "PUT" })
    expect([refusal.status, refusal.headers.get("allow")]).toEqual([405, "GET, HEAD, POST"])
    expect(unsubscriptions).toEqual([])
    expect((await call(pathname + search, oneClick)).status).toBe(200)
    expect(unsubscriptions).toEqual([{ recipient: link.recipient, list: "news" }])
  })
})
