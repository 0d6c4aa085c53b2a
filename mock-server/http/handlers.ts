import type { IncomingMessage, ServerResponse } from "node:http"

/** What takes webhooks: a function of `Request` to `Response`. */
export type FetchHandler = (request: Request) => Response | Promise<Response>

/** A handler of `node:http`, Express and Connect, as far as webhooks need one. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => unknown

/** Anything that takes webhooks: a function of `Request`, one of Node's requests and responses, or an app with a `fetch`. */
export type AnyHandler = FetchHandler | NodeHandler | { readonly fetch: FetchHandler }

/** A handler of any kind as one of `Request`. Those of Node are told by their two parameters. */
export function asFetchHandler(handler: AnyHandler): FetchHandler {
  if (typeof handler !== "function") {
    if (typeof handler?.fetch === "function") return (request) => handler.fetch(request)
    throw new TypeError(
      "What takes webhooks must be a function of a Request, or of Node's request and response, or an app with a `fetch`; of Koa it is app.callback(), of Fastify app.routing",
    )
  }
  if (isNodeHandler(handler)) return (request) => answerOf(handler, request)
  return handler
}

const isNodeHandler = (handler: FetchHandler | NodeHandler): handler is NodeHandler => handler.length >= 2

/** What a handler of Node answers, in this process: an exchange with no socket in it. */
async function answerOf(handler: NodeHandler, request: Request): Promise<Response> {
  const { IncomingMessage: Incoming, ServerResponse: Outgoing } = await import("node:http")
  const { Socket } = await import("node:net")
  const incoming = new Incoming(new Socket())
  const { pathname, search } = new URL(request.url)
  Object.assign(incoming, {
    method: request.method,
    url: pathname + search,
    headers: Object.fromEntries(request.headers),
  })
  incoming.push(Buffer.from(await request.arrayBuffer()))
  incoming.push(null)
  const outgoing = new Outgoing(incoming)
  const answered = new Promise<Response>((resolve) => {
    outgoing.end = (...given: unknown[]) => {
      const [text] = given
      const { statusCode: status } = outgoing
      resolve(new Response(status === 204 || typeof text !== "string" ? null : text, { status }))
      return outgoing
    }
  })
  await handler(incoming, outgoing)
  return answered
}
