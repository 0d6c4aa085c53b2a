import type { IncomingMessage, ServerResponse } from "node:http"

/** A webhook handler: a function from `Request` to `Response`. */
export type FetchHandler = (request: Request) => Response | Promise<Response>

/**
 * Anything that handles webhooks: a function of `Request`, a function of Node's request and response (`node:http`,
 * Express, Connect), or an app with a `fetch`.
 */
export type AnyHandler =
  | FetchHandler
  | ((request: IncomingMessage, response: ServerResponse) => unknown)
  | {
      /** Responds to a request. */
      readonly fetch: FetchHandler
    }

type NodeHandler = Exclude<AnyHandler, FetchHandler | { readonly fetch: FetchHandler }>

/** Adapts a handler of any kind to `Request`. Node handlers are recognized by their two parameters. */
export function asFetchHandler(handler: AnyHandler): FetchHandler {
  if (typeof handler !== "function") {
    if (typeof handler?.fetch === "function") return (request) => handler.fetch(request)
    throw new TypeError(
      "A webhook handler must be a function of a Request, a function of Node's request and response, or an app with a `fetch`. For Koa pass app.callback(), for Fastify app.routing",
    )
  }
  if (isNodeHandler(handler)) return (request) => responseFor(handler, request)
  return handler
}

const isNodeHandler = (handler: FetchHandler | NodeHandler): handler is NodeHandler => handler.length >= 2

/** The response of a Node handler, in process: an HTTP exchange over an unconnected socket. */
async function responseFor(handler: NodeHandler, request: Request): Promise<Response> {
  const { IncomingMessage: Incoming, ServerResponse: Outgoing } = await import("node:http")
  const { Socket } = await import("node:net")
  const socket = Object.assign(new Socket(), {
    _write: (_bytes: unknown, _encoding: unknown, done: () => void) => done(),
    _writev: (_parts: unknown, done: () => void) => done(),
  })
  const incoming = new Incoming(socket)
  const { pathname, search } = new URL(request.url)
  Object.assign(incoming, {
    method: request.method,
    url: pathname + search,
    headers: Object.fromEntries(request.headers),
    rawHeaders: [...request.headers].flat(),
    httpVersion: "1.1",
    httpVersionMajor: 1,
    httpVersionMinor: 1,
  })
  incoming.push(Buffer.from(await request.arrayBuffer()))
  incoming.push(null)
  incoming.complete = true
  const outgoing = new Outgoing(incoming)
  // Node caches the date across responses: a faked time would leak into others.
  outgoing.sendDate = false
  outgoing.assignSocket(socket)
  const responded = new Promise<Response>((resolve) => {
    outgoing.once("finish", () => resolve(new Response(null, { status: outgoing.statusCode })))
  })
  await handler(incoming, outgoing)
  return responded
}
