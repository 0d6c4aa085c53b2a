import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http"
import { request as httpsRequest } from "node:https"
import { hostClock } from "../../base/host.ts"

/** A request of the check. Headers are sent with the case given here. */
export interface ProbeRequest {
  readonly method: "POST" | "GET" | "HEAD"
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** Sends chunks without `Content-Length`: `size` in bytes, `pause` in milliseconds after each. */
  readonly chunked?: { readonly size: number; readonly pause: number } | undefined
  /** Sends this many zero bytes, or until a response comes. `body` is omitted. */
  readonly flood?: number | undefined
  /** Announces more bytes than it sends, and cuts the connection after this many milliseconds. */
  readonly cutAfter?: number | undefined
}

export interface ProbeResponse {
  /** Absent without a response. */
  readonly status?: number | undefined
  /** The target of a redirect. */
  readonly location?: string | undefined
  /** The reason for no response. */
  readonly error?: string | undefined
  /** True if the connection was closed without a response. */
  readonly isCut?: boolean | undefined
  /** True if the whole body was sent before the response. */
  readonly isWhole?: boolean | undefined
  /** True after a timeout. */
  readonly isLate?: boolean | undefined
  /** Milliseconds until the response began or the request failed. */
  readonly ms: number
}

const pieceSize = 64 * 1024

/** Sends a request over a new connection; waits at most `limit` milliseconds. Never rejects; follows no redirects. */
export function send(url: URL, probe: ProbeRequest, limit: number): Promise<ProbeResponse> {
  const began = hostClock.elapsed()
  return new Promise((resolve) => {
    let stop = () => {}
    const start = url.protocol === "https:" ? httpsRequest : httpRequest
    const outgoing = start(url, { method: probe.method, headers: headersOf(probe), agent: false })
    const end = (response: Omit<ProbeResponse, "ms">) => {
      stop()
      resolve({ ...response, ms: Math.round(hostClock.elapsed() - began) })
      // The rest of the request and response is not needed, though the receiver may still be reading.
      outgoing.destroy()
    }
    const timeOut = () => end({ error: `none within ${Math.round(limit / 1_000)} s`, isLate: true })
    stop = hostClock.after(limit, () => {
      // If this process stood still, a response may be there unread: it is waited for once more.
      if (hostClock.elapsed() - began > limit * 1.1) stop = hostClock.after(limit, timeOut)
      else timeOut()
    })
    outgoing.on("response", (incoming: IncomingMessage) => {
      const { statusCode: status, headers } = incoming
      end({ status, location: headers.location, isWhole: outgoing.writableFinished })
    })
    outgoing.on("error", (error: NodeJS.ErrnoException) => {
      // A response that was sent before the connection closed may arrive in the same turn.
      hostClock.soon(() => end({ error: sentenceOf(error), isCut: isCut(error) }))
    })
    write(outgoing, probe).catch(() => {})
  })
}

function headersOf({ headers, method, body, chunked, flood, cutAfter }: ProbeRequest): Record<string, string> {
  const length = flood ?? body.length + (cutAfter === undefined ? 0 : 1_000)
  const framed = chunked !== undefined || method !== "POST"
  return { ...headers, ...(framed ? {} : { "Content-Length": String(length) }) }
}

async function write(outgoing: ClientRequest, { method, body, chunked, flood, cutAfter }: ProbeRequest): Promise<void> {
  if (method !== "POST") outgoing.end()
  else if (cutAfter !== undefined) {
    outgoing.write(body)
    await pause(cutAfter)
    outgoing.destroy()
  } else if (flood !== undefined) {
    const piece = new Uint8Array(pieceSize)
    for (let remaining = flood; remaining > 0 && !outgoing.destroyed; remaining -= pieceSize)
      await writePiece(outgoing, piece)
    outgoing.end()
  } else if (chunked !== undefined) {
    outgoing.flushHeaders()
    for (let at = 0; at < body.length && !outgoing.destroyed; at += chunked.size) {
      await writePiece(outgoing, body.subarray(at, at + chunked.size))
      await pause(chunked.pause)
    }
    outgoing.end()
  } else outgoing.end(body)
}

/** Writes a chunk with backpressure: waits while the receiver does not read. */
const writePiece = (outgoing: ClientRequest, piece: Uint8Array): Promise<void> =>
  new Promise((resolve) => {
    if (outgoing.write(piece)) return hostClock.soon(resolve)
    const end = () => {
      outgoing.off("drain", end).off("close", end)
      resolve()
    }
    outgoing.on("drain", end).on("close", end)
  })

export const pause = (ms: number): Promise<void> =>
  ms === 0 ? Promise.resolve() : hostClock.wait(ms, new AbortController().signal)

const cuts = new Set(["ECONNRESET", "EPIPE", "ECONNABORTED", "HPE_INVALID_CONSTANT"])
const isCut = ({ code, message }: NodeJS.ErrnoException) => cuts.has(code ?? "") || message === "socket hang up"

const sentences: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused: no server is listening there",
  ENOTFOUND: "the host name does not resolve",
  EHOSTUNREACH: "the host cannot be reached",
}

function sentenceOf(error: NodeJS.ErrnoException): string {
  const cause: NodeJS.ErrnoException = error instanceof AggregateError ? error.errors[0] : error
  if (isCut(cause)) return "the connection was closed without a response"
  return sentences[cause.code ?? ""] ?? cause.message
}
