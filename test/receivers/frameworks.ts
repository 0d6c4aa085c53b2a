import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http"
import { createRequire } from "node:module"
import type { AddressInfo } from "node:net"
import { Readable } from "node:stream"
import express from "express"
import Fastify from "fastify"
import { Hono } from "hono"
import { bodyLimit } from "hono/body-limit"
import { OnDemand } from "../support/on-demand.ts"
import { type Fault, type Incoming, limitOf, type Outgoing } from "./by-hand.ts"

/** A route of a framework. */
export interface Route {
  /** The first part of its address: `/<path>/webhooks`. */
  readonly path: string
  readonly fault: Fault
  /** If it throws, the framework responds. */
  readonly receive: (request: Incoming) => Promise<Outgoing>
}
/** The route of our own handlers, which read the request themselves. */
export interface OwnRoute {
  readonly path: string
  readonly node: (request: IncomingMessage, response: import("node:http").ServerResponse) => Promise<void>
  readonly fetch: (request: Request) => Promise<Response>
}
/** Serves routes; returns the addresses by path, and a function that ends the server. */
export type Mount = (routes: readonly Route[], ownRoute: OwnRoute) => Promise<Served>
export interface Served {
  readonly urlOf: (path: string) => string
  readonly close: () => unknown
}

async function listen(server: Server): Promise<Served> {
  if (!server.listening) await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { urlOf: (path) => `http://127.0.0.1:${port}/${encodeURIComponent(path)}/webhooks`, close }
}

const parsedFirst = (fault: Fault) => fault === "body parsed first"
const nodeHeader =
  ({ headers }: IncomingMessage) =>
  (name: string) =>
    headers[name]?.toString()
const bodyOf = (body: unknown) =>
  body instanceof Uint8Array || (typeof body === "object" && body) ? body : new Uint8Array()

const onExpress: Mount = (routes, ownRoute) => {
  const app = express().set("env", "test")
  app.all(`/${ownRoute.path}/webhooks`, ownRoute.node)
  for (const { path, fault, receive } of routes) {
    const limit = limitOf(fault)
    const parser = parsedFirst(fault) ? express.json({ limit }) : express.raw({ limit, type: () => true })
    app.all(`/${encodeURIComponent(path)}/webhooks`, parser, async (request, response) => {
      const { status, location } = await receive({
        method: request.method,
        header: nodeHeader(request),
        body: bodyOf(request.body),
      })
      if (location) response.redirect(status, location)
      else response.sendStatus(status)
    })
  }
  return listen(createServer(app))
}

const onFastify: Mount = async (routes, ownRoute) => {
  const app = Fastify()
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null))
    scope.all(`/${ownRoute.path}/webhooks`, async (request, reply) => {
      reply.hijack()
      await ownRoute.node(request.raw, reply.raw)
    })
  })
  const add = (scope: Pick<typeof app, "all">, { path, fault, receive }: Route) =>
    scope.all(`/${path}/webhooks`, { bodyLimit: limitOf(fault) }, async (request, reply) => {
      const { status, location } = await receive({
        method: request.method,
        header: nodeHeader(request.raw),
        body: bodyOf(request.body),
      })
      return location ? reply.redirect(location, status) : reply.code(status).send()
    })
  for (const route of routes.filter(({ fault }) => parsedFirst(fault))) add(app, route)
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body))
    for (const route of routes.filter(({ fault }) => !parsedFirst(fault))) add(scope, route)
  })
  await app.ready()
  const served = await listen(app.server)
  return { ...served, close: () => app.close() }
}

/** Like the adapters of fetch-style frameworks: the body is a stream. */
const fetching =
  (handle: (request: Request) => Response | Promise<Response>): RequestListener =>
  async (incoming, outgoing) => {
    const { method = "", url = "", headers } = incoming
    const hasBody = method !== "GET" && method !== "HEAD"
    const pairs = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
    const init = {
      method,
      headers: pairs,
      ...(hasBody && { body: Readable.toWeb(incoming) as ReadableStream, duplex: "half" as const }),
    }
    try {
      const response = await handle(new Request(`http://localhost${url}`, init))
      outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text())
    } catch {
      outgoing.writeHead(500).end()
    }
  }

const responseOf = ({ status, location }: Outgoing) =>
  new Response(null, { status, ...(location && { headers: { location } }) })

/** Converts a fetch `Request` for a route. */
async function incomingOf(request: Request, fault: Fault): Promise<Incoming> {
  const { method } = request
  const header = (name: string) => request.headers.get(name) ?? undefined
  if (method !== "POST") return { method, header, body: new Uint8Array() }
  if (!parsedFirst(fault)) return { method, header, body: new Uint8Array(await request.arrayBuffer()) }
  const text = await request.text()
  return { method, header, body: bodyOf(text === "" ? undefined : tryJson(text)) }
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const onHono: Mount = (routes, ownRoute) => {
  const byName = new Map(routes.map((route) => [route.path, route]))
  const app = new Hono().all(`/${ownRoute.path}/webhooks`, (c) => ownRoute.fetch(c.req.raw))
  app.all(
    "/:name/webhooks",
    (c, next) => bodyLimit({ maxSize: limitOf(byName.get(c.req.param("name"))?.fault) })(c, next),
    async (c) => {
      const route = byName.get(c.req.param("name"))
      return route ? responseOf(await route.receive(await incomingOf(c.req.raw, route.fault))) : c.notFound()
    },
  )
  return listen(createServer(fetching(app.fetch)))
}

/** Next.js route handlers on a plain server: they map a `Request` to a `Response`, and `next build` would be slow. */
const onNext: Mount = (routes, ownRoute) => {
  const handlers = new Map(routes.map(({ path, ...route }) => [path, route]))
  const handle = async (request: Request) => {
    const path = decodeURIComponent(new URL(request.url).pathname.split("/")[1] ?? "")
    const route = handlers.get(path)
    if (route === undefined) return ownRoute.fetch(request)
    if (Number(request.headers.get("content-length")) > limitOf(route.fault)) return responseOf({ status: 413 })
    return responseOf(await route.receive(await incomingOf(request, route.fault)))
  }
  return listen(createServer(fetching(handle)))
}

const packages = new OnDemand("receivers")

/** Nest has one parser per application, so each limit needs its own application. */
const onNest: Mount = async (routes, ownRoute) => {
  const load = createRequire(await packages.manifest())
  load("reflect-metadata")
  const { All, Controller, Module, Req, Res } = load("@nestjs/common")
  const { NestFactory } = load("@nestjs/core")
  const byLimit = groups(routes)
  const apps = await Promise.all(
    [...byLimit].map(async ([limit, routesOfLimit]) => {
      const handlers = new Map(routesOfLimit.map((route) => [route.path, route]))
      class Webhooks {
        async handle(
          request: IncomingMessage & { rawBody?: Buffer; body?: object; params: { path: string } },
          response: { redirect(status: number, to: string): void; sendStatus(status: number): void },
        ) {
          const route = handlers.get(request.params.path)
          if (route === undefined) return response.sendStatus(404)
          const body = parsedFirst(route.fault) ? bodyOf(request.body) : (request.rawBody ?? new Uint8Array())
          const { status, location } = await route.receive({
            method: request.method ?? "",
            header: nodeHeader(request),
            body,
          })
          if (location) response.redirect(status, location)
          else response.sendStatus(status)
        }
      }
      const descriptor = Object.getOwnPropertyDescriptor(Webhooks.prototype, "handle")
      All(":path/webhooks")(Webhooks.prototype, "handle", descriptor)
      Req()(Webhooks.prototype, "handle", 0)
      Res()(Webhooks.prototype, "handle", 1)
      Controller()(Webhooks)
      class App {}
      Module({ controllers: [Webhooks] })(App)
      const app = await NestFactory.create(App, { rawBody: true, logger: false })
      app.use(`/${ownRoute.path}/webhooks`, ownRoute.node)
      app.useBodyParser("json", { limit })
      await app.listen(0, "127.0.0.1")
      return { handlers, app, port: app.getHttpServer().address().port }
    }),
  )
  const portOf = (path: string) => (apps.find(({ handlers }) => handlers.has(path)) ?? apps[0])?.port
  return {
    urlOf: (path) => `http://127.0.0.1:${portOf(path)}/${encodeURIComponent(path)}/webhooks`,
    close: () => Promise.all(apps.map(({ app }) => app.close())),
  }
}

function groups(routes: readonly Route[]): Map<number, Route[]> {
  const all = new Map<number, Route[]>()
  for (const route of routes) all.set(limitOf(route.fault), [...(all.get(limitOf(route.fault)) ?? []), route])
  return all
}

export const frameworks: Readonly<Record<string, Mount>> = {
  Express: onExpress,
  Fastify: onFastify,
  Nest: onNest,
  Hono: onHono,
  "Next.js": onNext,
}
export const hasNest = async (): Promise<boolean> => (await packages.packageFolder("@nestjs/core")) !== undefined
