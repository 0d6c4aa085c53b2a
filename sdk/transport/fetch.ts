import { encodeText, fromWebStream, gather, toWebStream } from "./bytes.ts"
import { hasFixedLengthWithin } from "./content-length.ts"
import { overNetwork, readText } from "./failure.ts"
import { isText } from "./fields.ts"
import type { HeaderRecord } from "./headers.ts"
import { refuseZstd } from "./refuse-zstd.ts"
import { type Transport, TransportError, type TransportRequest, type TransportResponse } from "./transport.ts"

/** The part of `fetch` that the client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/**
 * Sends with a `fetch` function: the platform's, MSW's, an in-process service's. Not loaded on demand: what waits for the
 * disk would come at another moment each time, where a day is lived again.
 */
export function fetchTransport(fetch: Fetch): Transport {
  return { name: "fetch", send: (request) => send(fetch, request) }
}

async function send(fetch: Fetch, request: TransportRequest): Promise<TransportResponse> {
  const { method, headers, body, signal, read, maxBytes } = request
  // Deno sends what it can hold a second time where the service cuts a kept connection; it takes no Blob for that.
  const once = "Deno" in globalThis && method[0] === "P"
  const content = isText(body) || !body ? { body: once ? new Blob([body ?? ""]) : body } : await streamInit(body)
  const init: RequestInit = { method, headers, signal, redirect: "manual", ...uncached(), ...content }
  const answer = await overNetwork(() => fetch(request.origin + request.path, init))
  if (answer.status === 0) throw new TransportError("a redirect, which fetch does not show here", false)
  const head = { status: answer.status, headers: toRecord(answer.headers) }
  if (read === "stream") return { ...head, stream: bodyOf(answer) }
  if (!hasFixedLengthWithin(maxBytes, head.headers) && answer.body !== undefined)
    return readText(head, bodyOf(answer), maxBytes)
  const text = await overNetwork(() => textOf(answer))
  return { ...head, text, cut: text.length > maxBytes }
}

/** The `Request` that was looked at, and what it takes. */
let looked: { readonly by: unknown; readonly init: RequestInit } | undefined

/** What keeps answers out of caches, such as that of Next.js; nothing where the platform does not take it. */
function uncached(): RequestInit {
  const { Request } = globalThis
  if (looked?.by !== Request) looked = { by: Request, init: takesNoStore(Request) ? { cache: "no-store" } : {} }
  return looked?.init ?? {}
}

/** Workers of before 2025 throw, and React Native's would put a time into the address. */
function takesNoStore(Asked: typeof Request | undefined): boolean {
  const url = "http://localhost/"
  try {
    const request = Asked && new Asked(url, { cache: "no-store" })
    return request?.cache === "no-store" && request.url === url
  } catch {
    return false
  }
}

/** A stream goes as one where the platform sends streams, otherwise as bytes. */
async function streamInit(body: AsyncIterable<Uint8Array>): Promise<RequestInit & { duplex?: "half" }> {
  const redirect = streamMode()
  return redirect ? { body: toWebStream(body), redirect, window: null, duplex: "half" } : { body: await gather(body) }
}

/**
 * How to treat redirects when a stream is sent; undefined where none can be sent, as in browsers over HTTP/1.1. Node
 * keeps all of a stream in memory, in case it has to be sent once more, unless a redirect is an error and there is no
 * window. Workers do not know that mode.
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
      // Who does not know streams takes one for text.
      if (!new Request("http://localhost", init).headers.has("content-type")) return redirect
    } catch {}
  }
  return undefined
}

/** The body, which the platform has decoded. */
async function* bodyOf(answer: Response): AsyncGenerator<Uint8Array, void, undefined> {
  const { body } = answer
  if (body) yield* refuseZstd(fromWebStream(body), answer)
  else if (body === undefined)
    yield answer.arrayBuffer ? new Uint8Array(await answer.arrayBuffer()) : encodeText(await textOf(answer))
}

/** The text of an answer without a stream: React Native's, or the double of a test, which may have one method only. */
async function textOf(answer: Response): Promise<string> {
  return answer.text ? answer.text() : JSON.stringify(await answer.json())
}

/** Names in lower case, which happy-dom's are not; and nothing about codings that are off the body already. */
function toRecord(headers: Headers): HeaderRecord {
  const record: Record<string, string | string[]> = {}
  const add = (value: unknown, name: string) => {
    if (isText(value)) record[name.toLowerCase()] = value
  }
  // Doubles of tests may have none, a Map or a plain object.
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

/** What a `fetch` that lets it through has decoded. */
const decoded = /^(((x-)?gzip|br|deflate|zstd)[\s,]*)+$/i
