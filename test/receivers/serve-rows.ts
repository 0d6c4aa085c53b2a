// Serves the rows of docs/guides/webhook-platforms.md by their frameworks, Lambda's with four event formats, and prints
// their addresses. Runs in a project that contains the rows.
import "reflect-metadata"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import azureFunctions from "@azure/functions"
import { getTestServer } from "@google-cloud/functions-framework/testing"
import { serve } from "@hono/node-server"
import { Controller, Module, Post, UseGuards } from "@nestjs/common"
import { NestFactory } from "@nestjs/core"
import type { NestExpressApplication } from "@nestjs/platform-express"
import { H3, toNodeHandler } from "h3"
import { createApp, readBody, toNodeListener } from "h3-1"
import type { LambdaWebhookEvent } from "mas-sdk/webhooks/adapters"
import { createStaticHandler } from "react-router"
import { POST as vercel } from "./api/webhooks"
import { action } from "./app/routes/webhooks"
import { handler as azure } from "./azure"
import h3 from "./h3"
import { handler } from "./lambda"
import { WebhooksModule } from "./nest"
import { WebhookGuard } from "./nest-guard"
import netlify from "./netlify/functions/webhooks"
import nuxt from "./server/routes/webhooks.post"
import { POST as astro } from "./src/pages/webhooks"
import { POST as sveltekit } from "./src/routes/webhooks/+server"
import "./google"

const urls: Record<string, string> = {}
const urlOf = (address: unknown) => `http://127.0.0.1:${(address as AddressInfo).port}`

/** Serves a function of a `Request`. */
function serving(name: string, fetch: (request: Request) => Promise<Response>): Promise<void> {
  return new Promise((resolve) => {
    serve({ fetch, port: 0, hostname: "127.0.0.1" }, (address) => {
      urls[name] = urlOf(address)
      resolve()
    })
  })
}
const isParsed = ({ url }: Request) => new URL(url).pathname === "/parsed"

/** Serves a row at `/webhooks`, and at `/parsed` with a body that was read before. */
const fetching = (name: string, handle: (request: Request) => unknown) =>
  serving(name, async (request) => {
    if (isParsed(request)) await request.json()
    return (await handle(request)) as Response
  })

async function listening(name: string, server: Server): Promise<void> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  urls[name] = urlOf(server.address())
}

// SvelteKit and Astro pass an object; these rows only use its request.
await fetching("SvelteKit", (request) => sveltekit({ request } as never))
await fetching("Astro", (request) => astro({ request } as never))
await fetching("Netlify", (request) => netlify(request))
await fetching("Vercel", (request) => vercel(request))
const router = createStaticHandler([{ path: "*", action: action as never }])
await fetching("React Router", (request) => router.queryRoute(request))
await fetching("Azure Functions", async (request) => {
  const { method, url } = request
  const bytes = request.bodyUsed ? new Uint8Array() : new Uint8Array(await request.arrayBuffer())
  const azureRequest = new azureFunctions.HttpRequest({
    method,
    url,
    headers: Object.fromEntries(request.headers),
    body: { bytes },
  } as never)
  if (isParsed(request)) await azureRequest.text()
  const { body, ...head } = await azure(azureRequest)
  return new Response(body, head)
})

/** A request as Lambda passes it. A body that is not text comes from an integration that parses it. */
type EventOf = (method: string, headers: Record<string, string>, body: string) => LambdaWebhookEvent
const lambda = (name: string, eventOf: EventOf) =>
  serving(name, async (request) => {
    const text = await request.text()
    const event = eventOf(request.method, Object.fromEntries(request.headers), text)
    const { body, statusCode, headers } = await handler(
      isParsed(request) ? { ...event, body: JSON.parse(text) } : event,
    )
    return new Response(body, { status: statusCode, headers })
  })
const base64 = (text: string) => ({ body: Buffer.from(text).toString("base64"), isBase64Encoded: true })
const plain = (body: string) => ({ body, isBase64Encoded: false })
const several = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))
await lambda("Lambda, REST API", (httpMethod, headers, body) => ({
  httpMethod,
  headers,
  multiValueHeaders: several(headers),
  requestContext: { httpMethod },
  ...plain(body),
}))
await lambda("Lambda, HTTP API", (method, headers, body) => ({
  headers,
  requestContext: { http: { method } },
  ...base64(body),
}))
await lambda("Lambda, function URL", (method, headers, body) => ({
  headers,
  requestContext: { http: { method } },
  ...plain(body),
}))
await lambda("Lambda, load balancer", (httpMethod, headers, body) => ({
  httpMethod,
  multiValueHeaders: several(headers),
  requestContext: { elb: {} },
  ...plain(body),
}))

const newest = new H3()
newest.use(async (event, next) => {
  if (event.url.pathname === "/parsed") await event.req.json()
  return next()
})
await listening("h3", createServer(toNodeHandler(newest.all("/**", h3))))
const app = createApp()
app.use("/parsed", async (event) => void (await readBody(event)))
app.use(nuxt)
await listening("Nuxt", createServer(toNodeListener(app)))

await listening("Google Cloud Functions", getTestServer("webhooks"))

@Controller()
class Guarded {
  @Post("webhooks")
  @UseGuards(WebhookGuard)
  receive() {
    return "OK"
  }
}
@Module({ controllers: [Guarded] })
class GuardedModule {}

async function nest(name: string, module: Parameters<typeof NestFactory.create>[0], rawBody: boolean): Promise<void> {
  const app = await NestFactory.create<NestExpressApplication>(module, { rawBody, logger: false })
  app.useBodyParser("json", { limit: "6mb" })
  await app.listen(0, "127.0.0.1")
  urls[name] = urlOf(app.getHttpServer().address())
}
await nest("NestJS, a module", WebhooksModule, true)
await nest("NestJS, a module without rawBody", WebhooksModule, false)
await nest("NestJS, a guard", GuardedModule, true)

console.log(JSON.stringify(urls))
