import { parseUrl } from "../../../sdk/contract/core/parse-url.ts"
import { areMicrotasksHeld } from "../../../sdk/webhooks/held-microtasks.ts"
import { mainWorld } from "../../world/world-names.ts"
import { worldHeader } from "../request/find-world.ts"
import { renderFailure } from "../request/render.ts"
import { bodyOf, ClientGone, type WireBody, type WireRequest, type WireResponse } from "../request/wire.ts"
import type { ServiceCore } from "../service.ts"
import { streamFeed } from "./event-stream.ts"
import { headerValue } from "./header-value.ts"
import { streamThrottled, throttledBody } from "./throttled-body.ts"

/** The header that names the build, world and process that answered. */
export const buildHeader = "X-MAS-Mock"

interface Target {
  readonly baseUrl: string
  /** The world for requests that do not name one. `main`, the default, also accepts requests for other worlds. */
  readonly worldId?: string
}

/**
 * The service as a `fetch` function: for tests in the same process, MSW, and servers made of Request and Response. A
 * path is resolved against `baseUrl`. As `fetch` does, it rejects with a TypeError if a fault cuts the connection or
 * the request body fails, and with the reason if the request is aborted.
 */
export async function fetchFrom(
  service: ServiceCore,
  { baseUrl, worldId }: Target,
  input: Request | URL | string,
  init?: RequestInit,
): Promise<Response> {
  let failure: unknown
  const request =
    plainRequest(baseUrl, input, init, worldId) ??
    wireRequest(asRequest(baseUrl, input, init), worldId, (error) => {
      failure = error
      throw new ClientGone()
    })
  const signal = signalOf(input, init)
  const response = await unlessAborted(() => service.respond(request), signal)
  if (failure !== undefined) throw new TypeError("fetch failed", { cause: failure })
  if (response.cut) throw new TypeError("fetch failed: the connection was cut")
  const toResponse = (wireResponse: WireResponse) =>
    responseOf(service, wireResponse, request.method === "HEAD", signal)
  try {
    return toResponse(response)
  } catch (error) {
    // As over a socket: a response that cannot be written becomes a 500.
    return toResponse({ ...renderFailure(error), build: service.build })
  }
}

function responseOf(
  service: ServiceCore,
  response: WireResponse,
  isHead: boolean,
  signal: AbortSignal | undefined,
): Response {
  const { status, headers, body, length, feed, build = "" } = response
  const list: Record<string, string> = { [buildHeader]: headerValue(build) }
  for (const name in headers) list[name] = headerValue(headers[name] ?? "")
  if (feed !== undefined) return new Response(endedBy(streamFeed(feed), signal), { status, headers: list })
  if (status !== 204) list["Content-Length"] = String(length ?? Buffer.byteLength(body ?? ""))
  const throttled = throttledBody(response)
  const sent = throttled === undefined ? body : endedBy(streamThrottled(service, throttled), signal)
  const content = isHead || bodiless.has(status) ? null : sent
  const sentBody = typeof content === "string" && areMicrotasksHeld() ? streamOf(content) : content
  return new Response(sentBody as BodyInit | null, { status, headers: list })
}

const streamOf = (text: string) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      if (text !== "") controller.enqueue(Buffer.from(text))
      controller.close()
    },
  })

/** The signal of a request: of the init, or of the `Request` object. */
export const signalOf = (input: Request | URL | string, init: RequestInit | undefined): AbortSignal | undefined =>
  (init?.signal === undefined && typeof input === "object" && "signal" in input ? input.signal : init?.signal) ??
  undefined

/** Runs work until the signal aborts. The service finishes started work anyway. */
function unlessAborted<T>(work: () => T | Promise<T>, signal: AbortSignal | undefined): T | Promise<T> {
  if (signal === undefined) return work()
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) return abort()
    signal.addEventListener("abort", abort)
    const over = () => signal.removeEventListener("abort", abort)
    Promise.resolve(work()).then(resolve, reject).finally(over)
  })
}

const endedBy = (stream: ReadableStream<Uint8Array>, signal: AbortSignal | undefined) =>
  signal === undefined ? stream : stream.pipeThrough(new TransformStream(), { signal })

/** Statuses with which a `Response` takes no body. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304])

/** Builds a plain text request without a `Request` object, which would take a third of the time of the call. */
function plainRequest(
  baseUrl: string,
  input: Request | URL | string,
  init: RequestInit = {},
  worldId = mainWorld,
): WireRequest | undefined {
  const { method = "GET", headers = {}, body = null } = init
  if (typeof input !== "string" || Object.getPrototypeOf(headers) !== Object.prototype || !plainMethods.has(method)) {
    return undefined
  }
  const address = input.startsWith("/") ? `${baseUrl}${input}` : input
  // Invalid input is left to `Request`, which throws.
  if (body !== null && (typeof body !== "string" || method === "GET")) return undefined
  const url = parseUrl(address)
  if (!url || url.username || url.password) return undefined
  const fields: Record<string, string> = worldId === mainWorld ? {} : { [worldHeader]: worldId }
  for (const [name, value] of Object.entries(headers)) {
    if (!plainField.test(name) || !plainText.test(value)) return undefined
    fields[name.toLowerCase()] = value
  }
  if (body !== null) fields["content-type"] ??= "text/plain;charset=UTF-8"
  return { method, url: url.pathname + url.search, headers: fields, body: bodyOf(Buffer.from(body ?? "")) }
}

const plainMethods: ReadonlySet<string> = new Set(["GET", "POST", "PATCH", "DELETE"])
const plainField = /^[\w-]+$/
/** Text that `Headers` keeps unchanged. */
const plainText = /^(?:[!-~](?:[ -~]*[!-~])?)?$/

const asRequest = (baseUrl: string, input: Request | URL | string, init: RequestInit | undefined): Request =>
  init === undefined && typeof input === "object" && "url" in input
    ? input
    : // Without the signal, which `unlessAborted` handles: each `Request` created with one leaves a listener on it.
      new Request(absolute(baseUrl, input), { ...init, signal: null })

const absolute = (baseUrl: string, input: Request | URL | string) =>
  typeof input === "string" && input.startsWith("/") ? `${baseUrl}${input}` : input

function wireRequest(request: Request, worldId = mainWorld, onBroken: (error: unknown) => never): WireRequest {
  const { url } = request
  const start = url.indexOf("/", url.indexOf("//") + 2)
  const end = url.indexOf("#")
  const headers = lowerCased(request.headers)
  return {
    method: request.method,
    url: url.slice(start, end < 0 ? undefined : end),
    headers: worldId === mainWorld ? headers : { [worldHeader]: worldId, ...headers },
    body: request.body === null ? bodyOf(new Uint8Array()) : bodyIn(request, request.body, onBroken),
  }
}

/** happy-dom keeps the case of header names. */
const lowerCased = (headers: Headers) =>
  Object.fromEntries(Array.from(headers, ([name, value]) => [name.toLowerCase(), value]))

/** A body that is still arriving. If its source fails, the client counts as gone. */
const bodyIn = (
  request: Request,
  stream: ReadableStream<Uint8Array>,
  onBroken: (error: unknown) => never,
): WireBody => ({
  arrived: undefined,
  bytes: async (limit) => {
    const bytes = new Uint8Array(await request.arrayBuffer().catch(onBroken))
    return bytes.byteLength > limit ? "too large" : bytes
  },
  async *stream() {
    const reader = stream.getReader()
    const read = () => reader.read().catch(onBroken)
    for (let chunk = await read(); !chunk.done; chunk = await read()) yield chunk.value
  },
})
