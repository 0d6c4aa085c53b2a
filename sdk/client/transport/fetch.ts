import { encodeText, fromWebStream, gather, toWebStream } from "./bytes.ts"
import { overNetwork, readText } from "./failure.ts"
import { isText } from "./fields.ts"
import type { HeaderRecord } from "./headers.ts"
import { type Transport, TransportError, type TransportRequest, type TransportResponse } from "./transport.ts"

/** The part of `fetch` that the client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/**
 * Sends with a `fetch` function: the platform's, MSW's, or an in-process service's. Loaded statically: loading from disk would
 * take a different time on each run, and simulations must be reproducible.
 */
export function fetchTransport(fetch: Fetch): Transport {
  return { name: "fetch", send: (request) => send(fetch, request) }
}

async function send(fetch: Fetch, request: TransportRequest): Promise<TransportResponse> {
  const { method, headers, body, signal, read, maxBytes } = request
  // When a service closes a kept connection, Deno resends bodies that it can hold; a Blob is not among them.
  const once = "Deno" in globalThis && method[0] === "P"
  const content = isText(body) || !body ? { body: once ? new Blob([body ?? ""]) : body } : await streamInit(body)
  const init: RequestInit = { method, headers, signal, redirect: "manual", ...uncached(), ...content }
  const response = await overNetwork(() => fetch(request.origin + request.path, init))
  if (response.status === 0) throw new TransportError("a redirect, which fetch does not show here", false)
  const head = { status: response.status, headers: toRecord(response.headers) }
  if (read === "stream") return { ...head, stream: bodyOf(response) }
  if (response.body !== undefined) return readText(head, bodyOf(response), maxBytes)
  const text = await overNetwork(() => textOf(response))
  return { ...head, text, cut: text.length > maxBytes }
}

/** The inspected `Request` and its features. */
let looked: { readonly by: unknown; readonly init: RequestInit } | undefined

/** The option that keeps responses out of caches, such as that of Next.js; none if the platform refuses it. */
function uncached(): RequestInit {
  const { Request } = globalThis
  if (looked?.by !== Request) looked = { by: Request, init: takesNoStore(Request) ? { cache: "no-store" } : {} }
  return looked?.init ?? {}
}

/** Workers before 2025 throw on it, and React Native would add a time to the address. */
function takesNoStore(Asked: typeof Request | undefined): boolean {
  const url = "http://localhost/"
  try {
    const request = Asked && new Asked(url, { cache: "no-store" })
    return request?.cache === "no-store" && request.url === url
  } catch {
    return false
  }
}

/** Sends a stream as a stream where the platform supports it, otherwise as bytes. */
async function streamInit(body: AsyncIterable<Uint8Array>): Promise<RequestInit & { duplex?: "half" }> {
  const redirect = streamMode()
  return redirect ? { body: toWebStream(body), redirect, window: null, duplex: "half" } : { body: await gather(body) }
}

/**
 * How to treat redirects when a stream is sent; undefined where streams cannot be sent, as in browsers over HTTP/1.1. Node
 * buffers the whole stream for a possible resend, unless redirects are errors and `window` is null. Workers do not know that
 * mode.
 */
function streamMode(): "error" | "manual" | undefined {
  if ("document" in globalThis) return undefined
  for (const redirect of ["error", "manual"] as const) {
    try {
      const init: RequestInit & { duplex: "half" } = {
        method: "POST",
        body: new ReadableStream(),
        redirect,
        duplex: "half",
      }
      // A platform without stream support converts it to text.
      if (!new Request("http://localhost", init).headers.has("content-type")) return redirect
    } catch {}
  }
  return undefined
}

/** The body, already decoded by the platform. */
async function* bodyOf(response: Response): AsyncGenerator<Uint8Array, void, undefined> {
  const { body } = response
  if (body) yield* refuseZstd(fromWebStream(body), response)
  else if (body === undefined)
    yield response.arrayBuffer ? new Uint8Array(await response.arrayBuffer()) : encodeText(await textOf(response))
}

/** The first bytes of a body that is encoded as zstd. */
const frame = [0x28, 0xb5, 0x2f, 0xfd]

/** Node 20 and 22 pass on an unrequested zstd body as if it had no encoding. */
async function* refuseZstd(
  body: AsyncIterable<Uint8Array>,
  { headers }: Response,
): AsyncGenerator<Uint8Array, void, undefined> {
  let isFirst = /zstd/i.test(headers?.get?.("content-encoding") ?? "")
  for await (const chunk of body) {
    if (isFirst && frame.every((byte, at) => chunk[at] === byte))
      throw new TransportError("its body is encoded as zstd, which this fetch does not decode", false, "ZSTD_error")
    isFirst = false
    yield chunk
  }
}

/** The text of a response without a stream: React Native's, or a test double's, which may have a single method. */
async function textOf(response: Response): Promise<string> {
  return response.text ? response.text() : JSON.stringify(await response.json())
}

/** Lower-case names (happy-dom's are not), without headers about an encoding that has been removed. */
function toRecord(headers: Headers): HeaderRecord {
  const record: Record<string, string | string[]> = {}
  const add = (value: unknown, name: string) => {
    if (isText(value)) record[name.toLowerCase()] = value
  }
  // Test doubles may have no headers, a Map or a plain object.
  if (headers?.forEach) headers.forEach(add)
  else for (const [name, value] of Object.entries(headers ?? {})) add(value, name)
  const cookies = headers?.getSetCookie?.() ?? []
  if (cookies.length > 0) record["set-cookie"] = cookies
  if (decoded.test(String(record["content-encoding"]))) {
    delete record["content-encoding"]
    delete record["content-length"]
  }
  return record
}

/** Decodes what a `fetch` has left encoded. */
const decoded = /^(((x-)?gzip|br|deflate|zstd)[\s,]*)+$/i
