import type { MockService } from "./service.ts"
import { bodyOf, type WireRequest } from "./wire.ts"

/** The service as a `fetch` function: for tests in the same process, MSW, and servers made of Request and Response. */
export async function fetchFrom(service: MockService, request: Request): Promise<Response> {
  const { status, headers, body, cut } = await service.exchange(await wireRequest(request))
  if (cut) throw new TypeError("fetch failed: the connection was cut")
  return new Response(body as BodyInit | null, { status, headers: { ...headers } })
}

async function wireRequest(request: Request): Promise<WireRequest> {
  const start = request.url.indexOf("/", request.url.indexOf("//") + 2)
  return {
    method: request.method,
    url: start < 0 ? "/" : request.url.slice(start),
    headers: Object.fromEntries(request.headers),
    body: bodyOf(request.body === null ? new Uint8Array() : new Uint8Array(await request.arrayBuffer())),
  }
}
