/** Header names in lower case; a header that came several times has its values joined by `, `. */
export type HeaderRecord = Readonly<Record<string, string>>

/** A request body: text, bytes, or a stream of bytes that can be sent once. */
export type TransportBody = string | Uint8Array | AsyncIterable<Uint8Array> | null

/** One attempt to be sent. */
export interface TransportRequest {
  readonly method: string
  /** Scheme, host and port. */
  readonly origin: string
  /** Path with query, from the slash. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: TransportBody
  /** `text`: read the whole body. `stream`: answer as soon as the head is there. */
  readonly read: "text" | "stream"
  /** Bytes of body after which a `text` answer is cut and marked as such. */
  readonly maxBytes: number
  /** Aborted when the deadline passes or the caller gives up, with the error to reject with. Made when first asked for. */
  readonly signal: AbortSignal
  /** As `signal`, for transports that do without one: called at most once, with the error to reject with. */
  onAbort(stop: (reason: Error) => void): void
}

/** What came back. */
export interface TransportResponse {
  readonly status: number
  readonly headers: HeaderRecord
  /** The body where `read` was `text`. */
  readonly text?: string
  /** True when the body was longer than `maxBytes`. */
  readonly cut?: boolean
  /** The body where `read` was `stream`. */
  readonly stream?: AsyncIterable<Uint8Array>
}

/**
 * How requests travel. `send` rejects with a `TransportError` when no complete answer came, follows no redirect, and
 * repeats nothing: those are the client's to decide.
 */
export interface Transport {
  readonly name: string
  send(request: TransportRequest): Promise<TransportResponse>
  /** Ends idle connections; the client calls it from `close()` for transports that it made itself. */
  close?(): Promise<void>
}

/** Why no complete answer came. */
export class TransportError extends Error {
  override readonly name = "TransportError"

  constructor(
    message: string,
    /** True only when it is certain that the service got nothing: then any request can be repeated. */
    readonly neverSent: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}
