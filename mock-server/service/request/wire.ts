/** A request as the service sees it: HTTP without a socket. Node, `fetch` and MSW are adapters to this shape. */
export interface WireRequest {
  readonly method: string
  /** Path and query, from the first `/`. */
  readonly url: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: WireBody
}

/** A request body. It can be read once, whole or as a stream. */
export interface WireBody {
  /** The whole body, if it was already received when the request was passed on. */
  readonly arrived: Uint8Array | undefined
  /** The whole body, or `"too large"` as soon as it passes the limit (in bytes). */
  bytes(limit: number): Promise<WholeBody>
  /** The body in chunks, for uploads. */
  stream(): AsyncIterable<Uint8Array>
}

export type WholeBody = Uint8Array | "too large"

/** A response body without an end, sent until the reader disconnects. */
export interface Feed {
  /** Resolves with the next chunk; undefined at the end. Wait for it before the next call. */
  next(): Promise<string | undefined>
  /** Called when the reader has disconnected. */
  end(): void
}

/** A response before it is sent. */
export interface WireResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | null
  /** True to cut the connection instead of responding. */
  readonly cut?: boolean
  /** Number of body bytes after which to cut the connection. */
  readonly cutAt?: number
  /** Real milliseconds before each chunk of the body. */
  readonly dripMs?: number
  /** The body's length in bytes, if it was counted while the body was built. */
  readonly length?: number
  /** The object that was serialized as the body, if known: cheaper to keep in the journal than the text. */
  readonly model?: object
  /** An endless body instead of `body`. */
  readonly feed?: Feed
  /** The header `X-MAS-Mock`; set last. */
  build?: string
}

/** A response that cuts the connection. */
export const connectionCut = (): WireResponse => ({ status: 0, headers: {}, body: null, cut: true })

/** The client disconnected before its request was complete, so no response is needed. */
export class ClientGone extends Error {
  override readonly name = "ClientGone"
}

/** A body that is already in memory. */
export function bodyOf(bytes: Uint8Array): WireBody {
  return {
    arrived: bytes,
    bytes: async (limit) => (bytes.byteLength > limit ? "too large" : bytes),
    async *stream() {
      if (bytes.byteLength > 0) yield bytes
    },
  }
}
