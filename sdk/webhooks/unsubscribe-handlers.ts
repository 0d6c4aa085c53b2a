import type { NodeWebhookResponse } from "./node-handler.ts"
import { parameter, type UnsubscribeOptions, unsubscribeReceiver } from "./unsubscribe.ts"

/** The part of a `node:http` request that the handler uses. */
export interface NodeUnsubscribeRequest {
  /** The method of the request. */
  readonly method?: string | undefined
  /** The path and the query. */
  readonly url?: string | undefined
}

/** The token in the query of an address; null if there is none. */
export const tokenIn = (url = ""): string | null => new URLSearchParams(url.slice(url.indexOf("?") + 1)).get(parameter)

/**
 * A fetch-style endpoint for links of `unsubscribeHeaders`: Workers, Deno, Bun, Hono, Next.js route handlers.
 *
 * ```ts
 * const handler = createUnsubscribeHandler({ secret, onUnsubscribe: ({ recipient, list }) => leave(recipient, list) })
 * export { handler as GET, handler as POST }
 * ```
 * A POST unsubscribes and gets 200, however often it comes; a GET only shows a page with a button, as scanners open links. 400 for a
 * link that was changed, 405 for other methods, 500 if `onUnsubscribe` failed. The body is not read. Never rejects.
 * @throws {MasError} for an option that is missing, unknown or wrong.
 */
export function createUnsubscribeHandler(options: UnsubscribeOptions): (request: Request) => Promise<Response> {
  const receive = unsubscribeReceiver(options)
  return async ({ method, url }) => {
    const { text, ...head } = await receive(method, tokenIn(url))
    return new Response(method === "HEAD" ? null : text, head)
  }
}

/**
 * `createUnsubscribeHandler` for `node:http`, Express, Connect and similar, before or after body parsers; for Fastify, Koa and AWS
 * Lambda see `mas-sdk/webhooks/adapters`.
 *
 * ```ts
 * app.all("/unsubscribe", nodeUnsubscribeHandler({ secret, onUnsubscribe }))
 * ```
 * @throws {MasError} for an option that is missing, unknown or wrong.
 */
export function nodeUnsubscribeHandler(
  options: UnsubscribeOptions,
): (request: NodeUnsubscribeRequest, response: NodeWebhookResponse) => Promise<void> {
  const receive = unsubscribeReceiver(options)
  return async ({ method, url }, response) => {
    const { status, text, headers } = await receive(method, tokenIn(url))
    if (response.headersSent) return
    response.writeHead(status, headers)
    response.end(text)
  }
}
