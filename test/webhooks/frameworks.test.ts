import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http"
import express from "express"
import Fastify from "fastify"
import { Hono } from "hono"
import Koa from "koa"
import { describe, expect, it, onTestFinished } from "vitest"
import {
  type AzureWebhookRequest,
  azureWebhookHandler,
  fastifyWebhooks,
  koaWebhookHandler,
  type LambdaWebhookEvent,
  lambdaWebhookHandler,
} from "../../sdk/webhooks/adapters.ts"
import {
  createWebhookHandler,
  memoryStore,
  nodeWebhookHandler,
  type WebhookEvent,
  type WebhookHandlerOptions,
} from "../../sdk/webhooks/index.ts"
import { body, headersFor, id, now, otherSecret, secret } from "./support.ts"

/** An endpoint: takes a body and headers over a socket, and returns the response. */
type Endpoint = (content: string, headers: Record<string, string>, method?: string) => Promise<Response>
type Mount = (options: WebhookHandlerOptions) => Promise<Endpoint>

const asJson = { "content-type": "application/json; charset=utf-8" }

async function overSocket(server: Server): Promise<Endpoint> {
  if (!server.listening) await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  const port = typeof address === "object" && address ? address.port : 0
  return (content, headers, method = "POST") =>
    fetch(`http://127.0.0.1:${port}/webhooks`, {
      method,
      headers: { ...asJson, ...headers },
      ...(method === "GET" ? {} : { body: content }),
    })
}
const listening = (listener: RequestListener) => overSocket(createServer(listener))

/** A fetch-style handler behind a socket, as the adapters of Hono, Next.js and workerd have it. */
const fetching = (handle: (request: Request) => Response | Promise<Response>) =>
  listening(async (incoming, outgoing) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const { method = "", url = "", headers } = incoming
    const request = new Request(`http://localhost${url}`, {
      method,
      headers: Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string]),
      ...(method === "GET" ? {} : { body: Buffer.concat(chunks) }),
    })
    const response = await handle(request)
    outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text())
  })

async function fastify(options: WebhookHandlerOptions, prepare?: (app: ReturnType<typeof Fastify>) => void) {
  const app = Fastify()
  onTestFinished(() => app.close())
  prepare?.(app)
  app.register(fastifyWebhooks, { prefix: "/", logLevel: "error", path: "/webhooks", ...options })
  app.post("/other", (request) => request.body)
  await app.ready()
  return overSocket(app.server)
}

/** The event that API Gateway makes from a request, in payload version 2.0. */
const gatewayEvent = (content: string, headers: Record<string, string>, method: string): LambdaWebhookEvent => ({
  headers,
  requestContext: { http: { method } },
  body: Buffer.from(content).toString("base64"),
  isBase64Encoded: true,
})

const frameworks: Record<string, Mount> = {
  "Express: nodeWebhookHandler": (options) =>
    listening(express().all("/webhooks", nodeWebhookHandler(options)).use(express.json())),
  "Fastify: fastifyWebhooks": (options) => fastify(options),
  "Koa: koaWebhookHandler": (options) => {
    const app = new Koa()
    app.use(koaWebhookHandler(options))
    return listening(app.callback())
  },
  "Hono: createWebhookHandler": (options) => {
    const handler = createWebhookHandler(options)
    const app = new Hono().all("/webhooks", (c) => handler(c.req.raw))
    return fetching(app.fetch)
  },
  "Next.js, a route handler: createWebhookHandler": (options) => {
    const POST = createWebhookHandler(options)
    return fetching(POST)
  },
  "Next.js, an API route without its parser: nodeWebhookHandler": (options) => {
    const handler = nodeWebhookHandler(options)
    return listening((request, response) => handler(asNext(request), response))
  },
  "Workers: createWebhookHandler": (options) => {
    const worker = { fetch: createWebhookHandler(options) }
    return fetching((request) => worker.fetch(request))
  },
  "Lambda: lambdaWebhookHandler": async (options) => {
    const handler = lambdaWebhookHandler(options)
    return async (content, headers, method = "POST") => {
      const response = await handler(gatewayEvent(content, headers, method))
      return new Response(response.body, { status: response.statusCode, headers: response.headers })
    }
  },
  "Azure Functions: azureWebhookHandler": (options) => {
    const handler = azureWebhookHandler(options)
    return fetching(async (request) => {
      const { body, ...head } = await handler(asAzure(request))
      return new Response(body, head)
    })
  },
}

/** A request of Azure Functions: only the parts of fetch's that it has. */
function asAzure({ method, headers, body, bodyUsed }: Request): AzureWebhookRequest {
  return { method, headers, body: body as AsyncIterable<Uint8Array> | null, bodyUsed }
}

/** The fields that Next.js lazily defines on the request of an API route. */
function asNext(request: IncomingMessage, parsed?: unknown): IncomingMessage & { body?: unknown } {
  return Object.assign(request, { query: {}, cookies: {}, preview: undefined, previewData: false, body: parsed })
}

describe.each(Object.entries(frameworks))("%s", (_, mount) => {
  async function receiver() {
    const events: WebhookEvent[] = []
    const send = await mount({ secret, now, onEvent: (event) => events.push(event), onError: () => {} })
    return { events, send }
  }

  it("handles a signed event once, with its exact bytes verified", async () => {
    const { events, send } = await receiver()
    const responses = [await send(body, headersFor(body)), await send(body, headersFor(body))]
    expect(await Promise.all(responses.map((response) => response.text()))).toEqual(["OK", "OK, again"])
    expect(events.map((event) => [event.id, event.data])).toEqual([[id, JSON.parse(body).data]])
  })

  it("refuses invalid signatures, and any method but POST", async () => {
    const { events, send } = await receiver()
    const forged = await send(body, headersFor(body, { secret: otherSecret }))
    const changed = await send(`${body} `, headersFor(body))
    const getResponse = await send("", {}, "GET")
    expect([forged.status, changed.status, getResponse.status]).toEqual([400, 400, 405])
    expect(getResponse.headers.get("allow")).toBe("POST")
    expect(events).toEqual([])
  })

  it("responds 503 with Retry-After for an event that another process handles", async () => {
    const store = memoryStore()
    await store.claim(id, { lease: 60_000 })
    const send = await mount({ secret, now, store, onEvent: () => {} })
    const response = await send(body, headersFor(body))
    expect([response.status, response.headers.get("retry-after"), await response.text()]).toEqual([
      503,
      "39",
      "Being handled",
    ])
  })

  it("refuses an invalid secret at the start", async () => {
    await expect((async () => mount({ secret: "whsec_", onEvent: () => {} }))()).rejects.toMatchObject({
      reason: "invalid_secret",
    })
  })
})

/** The response of an endpoint whose framework parsed the body first. */
async function tooLate(send: Endpoint): Promise<string> {
  const response = await send(body, headersFor(body))
  expect(response.status).toBe(500)
  return response.text()
}

describe("a body that was already parsed", () => {
  const options = { secret, now, onEvent: () => {}, onError: () => {} }

  it("gets advice for Express", async () => {
    const app = express().use(express.json()).post("/webhooks", nodeWebhookHandler(options))
    expect(await tooLate(await listening(app))).toContain("in Express, mount the webhook before express.json()")
  })

  it("gets advice for Express, even if its reader left no trace", async () => {
    const app = express().use(async (request, _response, next) => {
      for await (const _ of request);
      next()
    })
    expect(await tooLate(await listening(app.post("/webhooks", nodeWebhookHandler(options))))).toContain(
      "in Express, mount",
    )
  })

  it("gets advice for h3", async () => {
    const handler = nodeWebhookHandler(options)
    const send = await listening(async (request, response) => {
      const requestWithRawBody = Object.assign(request, { [Symbol.for("h3RawBody")]: Promise.resolve() })
      for await (const _ of request);
      await handler(requestWithRawBody, response)
    })
    expect(await tooLate(send)).toContain("in h3, hand over event.node.req before readBody")
  })

  it("gets general advice if no framework is detected", async () => {
    const handler = nodeWebhookHandler(options)
    const send = await listening(async (request, response) => {
      for await (const _ of request);
      await handler(request, response)
    })
    expect(await tooLate(send)).toContain("something read the request before this handler: mount the handler first")
  })

  it("gets advice for Next.js", async () => {
    const handler = nodeWebhookHandler(options)
    const send = await listening(async (request, response) => {
      const chunks: Uint8Array[] = []
      for await (const chunk of request) chunks.push(chunk)
      await handler(asNext(request, JSON.parse(Buffer.concat(chunks).toString())), response)
    })
    expect(await tooLate(send)).toContain("in Next.js, export const config = { api: { bodyParser: false } }")
  })

  it("gets advice for Fastify, if its plugin was not used", async () => {
    const handler = nodeWebhookHandler(options)
    const app = Fastify()
    onTestFinished(() => app.close())
    app.post("/webhooks", async (request, reply) => {
      reply.hijack()
      await handler(request.raw, reply.raw)
    })
    await app.ready()
    expect(await tooLate(await overSocket(app.server))).toContain(
      "in Fastify by fastifyWebhooks of mas-sdk/webhooks/adapters",
    )
  })

  it("gets advice for Koa, unless its text was kept", async () => {
    const parser =
      (keep: boolean): Koa.Middleware =>
      async (context, next) => {
        const chunks: Uint8Array[] = []
        for await (const chunk of context.req) chunks.push(chunk)
        const rawBody = Buffer.concat(chunks).toString()
        Object.assign(context.request, { body: JSON.parse(rawBody), ...(keep ? { rawBody } : {}) })
        return next()
      }
    const app = (keep: boolean) => new Koa().use(parser(keep)).use(koaWebhookHandler(options)).callback()
    expect(await tooLate(await listening(app(false)))).toContain("in Koa, mount the webhook before the body parser")
    expect((await (await listening(app(true)))(body, headersFor(body))).status).toBe(200)
  })

  it("gets advice for fetch-style frameworks", async () => {
    const handler = createWebhookHandler(options)
    const app = new Hono().post("/webhooks", async (c) => {
      await c.req.json()
      return handler(c.req.raw)
    })
    expect(await tooLate(await fetching(app.fetch))).toContain("hand over the request before anything reads it")
  })

  it("gets advice for Azure Functions", async () => {
    const request = new Request("http://azure.test", { method: "POST", headers: headersFor(body), body })
    await request.json()
    const response = await azureWebhookHandler(options)(asAzure(request))
    expect(response).toMatchObject({ status: 500, body: expect.stringContaining("before anything reads it") })
  })

  it("gets advice for API Gateway", async () => {
    const event = { ...gatewayEvent(body, headersFor(body), "POST"), body: JSON.parse(body), isBase64Encoded: false }
    const response = await lambdaWebhookHandler(options)(event)
    expect(response).toMatchObject({ statusCode: 500, body: expect.stringContaining("use a proxy integration") })
  })
})

describe("fastifyWebhooks", () => {
  it("refuses to be registered without a path", async () => {
    const app = Fastify()
    onTestFinished(() => app.close())
    app.register(fastifyWebhooks, { secret, onEvent: () => {} } as never)
    await expect(app.ready()).rejects.toMatchObject({
      name: "MasError",
      message: "path must be a string, such as /webhooks",
    })
  })

  it("does not affect the parsers of other routes", async () => {
    const app = Fastify()
    onTestFinished(() => app.close())
    app.register(fastifyWebhooks, { path: "/webhooks", secret, onEvent: () => {} })
    app.post("/other", (request) => request.body)
    const response = await app.inject({ method: "POST", url: "/other", payload: { a: 1 } })
    expect(response.json()).toEqual({ a: 1 })
  })
})

describe("lambdaWebhookHandler", () => {
  const handler = lambdaWebhookHandler({ secret, now, onEvent: () => {}, onError: () => {}, maxBodyBytes: 1_000 })

  it.each<[string, LambdaWebhookEvent]>([
    ["payload 1.0 of API Gateway", { httpMethod: "POST", headers: headersFor(body), body }],
    ["payload 2.0, in base64", gatewayEvent(body, headersFor(body), "POST")],
    [
      "a load balancer with multi-value headers",
      {
        httpMethod: "POST",
        multiValueHeaders: Object.fromEntries(Object.entries(headersFor(body)).map(([name, value]) => [name, [value]])),
        body,
        isBase64Encoded: false,
      },
    ],
  ])("accepts %s", async (_, event) => {
    expect(await handler(event)).toMatchObject({ statusCode: 200, body: expect.stringMatching(/^OK/) })
  })

  it("responds with multi-value headers if the load balancer uses them: it reads no others", async () => {
    const [name, values] = ["Content-Type", ["text/plain; charset=utf-8"]]
    const many = await handler({ httpMethod: "GET", multiValueHeaders: {}, body: "", isBase64Encoded: false })
    expect(many).toMatchObject({
      statusCode: 405,
      isBase64Encoded: false,
      multiValueHeaders: { Allow: ["POST"], [name]: values },
    })
    expect(await handler({ httpMethod: "GET", headers: {}, multiValueHeaders: {} })).not.toHaveProperty(
      "multiValueHeaders",
    )
  })

  it("refuses a body that is too large or missing", async () => {
    const large = await handler(gatewayEvent("x".repeat(1_001), headersFor(body), "POST"))
    const none = await handler({ httpMethod: "POST", headers: headersFor(body), body: null })
    expect([large.statusCode, none.statusCode]).toEqual([413, 400])
    const full = lambdaWebhookHandler({ secret, now, onEvent: () => {}, maxBodyBytes: Buffer.byteLength(body) })
    expect(await full(gatewayEvent(body, headersFor(body), "POST"))).toMatchObject({ statusCode: 200 })
  })

  it.each([null, undefined])("treats a body that is %s as empty", async (none) => {
    const response = await handler({ httpMethod: "POST", headers: headersFor(""), body: none })
    expect(response.body).toBe("The signed body is not a JSON object")
  })

  it("gives each response its own headers object, since middleware changes them", async () => {
    const first = await handler({})
    first.headers["x-request"] = "1"
    expect((await handler({})).headers).not.toHaveProperty("x-request")
  })

  it.each([{}, { requestContext: undefined }, { requestContext: {} }])(
    "refuses an event without a method: %j",
    async (context) => {
      const response = await handler({ ...context, headers: headersFor(body), body })
      expect(response).toMatchObject({ statusCode: 405, headers: { Allow: "POST" } })
    },
  )
})
