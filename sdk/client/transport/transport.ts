import { pinClassNames } from "../../base/mas-error.ts"
import type { HeaderRecord } from "./headers.ts"

/** A request body: text, or chunks of bytes as they become available. */
export type TransportBody = string | AsyncIterable<Uint8Array> | null

/** One attempt to be sent. */
export interface TransportRequest {
  /** The method of the request. */
  readonly method: string
  /** Scheme, host and port. */
  readonly origin: string
  /** Path and query. */
  readonly path: string
  /** Headers by name. */
  readonly headers: Readonly<Record<string, string>>
  /** The request body. */
  readonly body: TransportBody
  /** `text`: respond with the whole body. `stream`: respond as soon as the head has arrived. */
  readonly read: "text" | "stream"
  /** Limit of bytes of a `text` response; beyond it reading stops and the response is marked as cut. */
  readonly maxBytes: number
  /** Maximum number of open connections to one service, for transports with their own pool. */
  readonly maxConnections?: number | undefined
  /**
   * For transports whose requests wait for a connection: pauses the attempt's time limit until the returned function is called.
   * `what` names the wait in messages.
   */
  hold?(what: string): () => void
  /**
   * Set where the client counts what it sends (`ceiling`): rejects if the request must not be sent. The client has awaited it
   * before it calls a transport that was given to it.
   */
  admit?: (() => Promise<void>) | undefined
  /** Set by transports that can tell: false until the first byte is sent, then true. */
  sent?: boolean
  /** Aborts on timeout or when the caller aborts; its reason is the error to fail with. Created on first use. */
  readonly signal: AbortSignal
  /** The same without a signal, which is cheaper: calls `stop` at most once. */
  onAbort(stop: (reason: Error) => void): void
}

/** The response to an attempt. */
export interface TransportResponse {
  /** The response status. */
  readonly status: number
  /** As received; without `content-encoding` and `content-length` if the transport has decoded the body. */
  readonly headers: HeaderRecord
  /** The body if `read` was `text`. */
  readonly text?: string
  /** True when the body was longer than `maxBytes`. */
  readonly cut?: boolean
  /** The body if `read` was `stream`. Ending the loop early ends the connection. */
  readonly stream?: AsyncIterable<Uint8Array>
}

/**
 * How requests are sent. `send` follows no redirect and repeats nothing: the client decides that. Without a complete response it
 * rejects with a `TransportError`. Any other error is treated as a bug in the transport: it is rethrown unchanged and not
 * retried.
 */
export interface Transport {
  /** The transport's name in messages. */
  readonly name: string
  /** Sends a request. Rejects with a `TransportError` if no response arrives. */
  send(request: TransportRequest): Promise<TransportResponse>
  /** Closes the connections that are kept open. */
  close?(): Promise<void>
}

/**
 * Transports that await `admit` themselves, once a request has a connection. No property: a copy whose `send` is another one
 * would have it as well.
 */
export const admitsItself: WeakSet<Transport> = new WeakSet()

/** Sends a request that has a connection, if it may be sent. */
export const admitted = <T>(request: TransportRequest, send: () => Promise<T>): Promise<T> =>
  request.admit ? request.admit().then(send) : send()

/** Further facts about a failure. */
export interface TransportErrorOptions extends ErrorOptions {
  /** True when repeating does not help until a person has corrected something, such as a certificate. Default false. */
  readonly isLasting?: boolean | undefined
}

/** No complete response arrived. */
export class TransportError extends Error {
  /** True when repeating does not help until a person has corrected something. */
  readonly isLasting: boolean

  constructor(
    message: string,
    /** True only when the service certainly received nothing: then any request can be repeated. */
    readonly neverSent: boolean,
    /** The system's error code, for example `ECONNRESET`. */
    readonly code?: string | undefined,
    options?: TransportErrorOptions,
  ) {
    super(message, options)
    this.isLasting = options?.isLasting ?? false
  }
}

pinClassNames({ TransportError })

/** Not by class: a lazily loaded file, or a transport of another copy, may have its own class. */
export const isTransportError = (error: unknown): error is TransportError => "neverSent" in Object(error)
