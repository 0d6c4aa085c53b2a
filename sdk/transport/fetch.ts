import { fromWebStream, toWebStream } from "./bytes.ts"
import { overNetwork, readText } from "./failure.ts"
import type { HeaderRecord } from "./headers.ts"
import { type Transport, TransportError, type TransportRequest, type TransportResponse } from "./transport.ts"

/** The part of `fetch` that the client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** Sends with a `fetch` function: the platform's, MSW's, an in-process service's. */
export function fetchTransport(fetch: Fetch): Transport {
  return { name: "fetch", send: (request) => send(fetch, request) }
}

async function send(fetch: Fetch, request: TransportRequest): Promise<TransportResponse> {
  const { method, headers, body, signal } = request
  const init = { method, headers, signal, ...bodyInit(body) }
  const answer = await overNetwork(() => fetch(request.origin + request.path, init))
  if (answer.type === "opaqueredirect") throw new TransportError("a redirect, which fetch does not show", false)
  const { status } = answer
  const found = toRecord(answer.headers)
  const stream = answer.body === null ? nothing() : fromWebStream(answer.body)
  if (request.read === "stream") return { status, headers: found, stream }
  return { status, headers: found, ...(await readText(stream, request.maxBytes)) }
}

/**
 * A stream goes without following redirects at all and without a window: otherwise the platform keeps all of it in
 * memory, in case it has to be sent once more.
 */
function bodyInit(body: TransportRequest["body"]): RequestInit & { duplex?: "half" } {
  if (body === null || typeof body === "string") return { body, redirect: "manual" }
  return { body: toWebStream(body), redirect: "error", window: null, duplex: "half" }
}

async function* nothing(): AsyncGenerator<Uint8Array, void, undefined> {}

function toRecord(headers: Headers): HeaderRecord {
  const record: Record<string, string | string[]> = Object.fromEntries(headers)
  const cookies = headers.getSetCookie?.() ?? []
  if (cookies.length > 0) record["set-cookie"] = cookies
  return record
}
