import { keepNames } from "../mas-error.ts"
import type { HeaderRecord } from "./headers.ts"

/** A request body: text, or bytes as they become available. */
export type TransportBody = string | AsyncIterable<Uint8Array> | null

/** One attempt to be sent. */
export interface TransportRequest {
  readonly method: string
  /** Scheme, host and port. */
  readonly origin: string
  /** Path with query, from the slash. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: TransportBody
  /** `text`: answer with the whole body. `stream`: answer as soon as the head is there. */
  readonly read: "text" | "stream"
  /** Bytes of a `text` answer after which reading stops and the answer is marked as cut. */
  readonly maxBytes: number
  /** Connections to one service that may be open at a time, for transports that keep their own. */
  readonly maxConnections?: number | undefined
  /**
   * For transports whose requests wait for a connection: the time limit of the attempt stands still until the function given back
   * is called. `what` is waited for, for messages.
   */
  hold?(what: string): () => void
  /** Set by transports that can tell: false until the first byte goes out, then true. */
  sent?: boolean
  /** Aborts with the error to fail with, when time is up or the caller gives up. Made when it is first asked for. */
  readonly signal: AbortSignal
  /** The same without a signal, which costs less: calls `stop` at most once. */
  onAbort(stop: (reason: Error) => void): void
}

/** The headers of an answer, read when they are first asked for, and known not to speak of a coding. */
export interface PlainHead {
  readonly headers: HeaderRecord
}

/** What came back. */
export interface TransportResponse {
  readonly status: number
  /** As they came; without `content-encoding` and `content-length` where the transport has decoded the body. */
  readonly headers: HeaderRecord
  /** The headers once more, by transports that do not read them before somebody asks, for those who keep them. */
  readonly head?: PlainHead
  /** The body where `read` was `text`. */
  readonly text?: string
  /** True when the body was longer than `maxBytes`. */
  readonly cut?: boolean
  /** The body where `read` was `stream`. Ending the loop early ends the connection. */
  readonly stream?: AsyncIterable<Uint8Array>
}

/**
 * How requests travel. `send` follows no redirect and repeats nothing: that is the client's to decide. When no complete
 * answer came it rejects with a `TransportError`; whatever else it throws is taken for a mistake in the transport, so it
 * comes out as it is and is not repeated.
 */
export interface Transport {
  readonly name: string
  send(request: TransportRequest): Promise<TransportResponse>
  /** Ends the connections that are kept open. */
  close?(): Promise<void>
}

/** Why no complete answer came. */
export class TransportError extends Error {
  constructor(
    message: string,
    /** True only when it is certain that the service got nothing: then any request can be repeated. */
    readonly neverSent: boolean,
    /** The system's code, for example `ECONNRESET`. */
    readonly code?: string | undefined,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

keepNames({ TransportError })

/** Not by its class, of which a file that loads on demand, or a transport of another copy, may have another. */
export const isTransportError = (error: unknown): error is TransportError => "neverSent" in Object(error)
