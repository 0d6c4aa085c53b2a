/** What takes webhooks: a function of `Request` to `Response`. */
export type FetchHandler = (request: Request) => Response | Promise<Response>

/** Anything that takes webhooks. */
export type AnyHandler = FetchHandler

/** A handler of any kind as one of `Request` to `Response`. */
export function asFetchHandler(handler: AnyHandler): FetchHandler {
  return handler
}
