import { bodyOf, type WireBody, type WireRequest } from "../request/wire.ts"
import type { ServiceCore } from "../service.ts"
import { streamTrickle, trickleOf } from "./trickle.ts"

/** The header that says which build, world and process answered. */
export const buildHeader = "X-MAS-Mock"

/**
 * The service as a `fetch` function: for tests in the same process, MSW, and servers made of Request and Response.
 * A path alone is one under `baseUrl`. Where a fault cuts the connection it rejects with a TypeError, as `fetch` does.
 */
export async function fetchFrom(
  service: ServiceCore,
  baseUrl: string,
  input: Request | URL | string,
  init?: RequestInit,
): Promise<Response> {
  const request =
    init === undefined && typeof input === "object" && "url" in input
      ? input
      : new Request(absolute(baseUrl, input), init)
  const answer = await service.answer(wireRequest(request))
  const { status, headers, body, cut, length, build = "" } = answer
  if (cut) throw new TypeError("fetch failed: the connection was cut")
  const list: Record<string, string> = { ...headers, [buildHeader]: build }
  if (status !== 204) list["Content-Length"] = String(length ?? Buffer.byteLength(body ?? ""))
  const trickle = trickleOf(answer)
  const sent = trickle === undefined ? body : streamTrickle(service, trickle)
  const shown = request.method === "HEAD" || bodiless.has(status) ? null : sent
  return new Response(shown as BodyInit | null, { status, headers: list })
}

/** Statuses with which a `Response` takes no body. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304])

const absolute = (baseUrl: string, input: Request | URL | string) =>
  typeof input === "string" && input.startsWith("/") ? `${baseUrl}${input}` : input

function wireRequest(request: Request): WireRequest {
  const { url } = request
  const start = url.indexOf("/", url.indexOf("//") + 2)
  const end = url.indexOf("#")
  return {
    method: request.method,
    url: url.slice(start, end < 0 ? undefined : end),
    headers: lowerCased(request.headers),
    body: request.body === null ? bodyOf(new Uint8Array()) : bodyIn(request, request.body),
  }
}

/** happy-dom keeps the letters of names as they were given. */
const lowerCased = (headers: Headers) =>
  Object.fromEntries(Array.from(headers, ([name, value]) => [name.toLowerCase(), value]))

const bodyIn = (request: Request, stream: ReadableStream<Uint8Array>): WireBody => ({
  arrived: undefined,
  bytes: async (limit) => {
    const bytes = new Uint8Array(await request.arrayBuffer())
    return bytes.byteLength > limit ? "too large" : bytes
  },
  async *stream() {
    const reader = stream.getReader()
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) yield chunk.value
  },
})
