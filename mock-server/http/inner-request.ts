/** A request as the service is to see it: at a path of its own, with its own headers. */
export function innerRequest(request: Request, pathname: string, headers: Headers): Request {
  const target = new URL(request.url)
  target.pathname = pathname
  const { method, body, signal } = request
  // Field by field: in jsdom, Vitest's `Request` copies none of another request's.
  const init: RequestInit & { duplex: "half" } = { method, headers, body, signal, duplex: "half" }
  return new Request(target, init)
}
