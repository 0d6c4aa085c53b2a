/** A copy of a request with another path, other headers and another body, as the service should see it. */
export function innerRequest(request: Request, pathname: string, headers: Headers, body = request.body): Request {
  const target = new URL(request.url)
  target.pathname = pathname
  const { method, signal } = request
  // Field by field: in jsdom, Vitest's `Request` does not copy the fields of another request.
  const init: RequestInit & { duplex: "half" } = { method, headers, body, signal, duplex: "half" }
  return new Request(target, init)
}
