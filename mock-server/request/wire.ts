/** A request as the service sees it: HTTP without a socket. Node, `fetch` and MSW are adapters to this shape. */
export interface WireRequest {
  readonly method: string
  /** Path and query, from the first `/`. */
  readonly url: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: WireBody
}

/** A request's body, read at most once, one way or the other. */
export interface WireBody {
  /** The whole body, where it had come before the request was handed over. */
  readonly arrived: Uint8Array | undefined
  /** The whole body, or `"too large"` as soon as it passes the limit (in bytes). */
  bytes(limit: number): Promise<WholeBody>
  /** The body piece by piece, for uploads. */
  stream(): AsyncIterable<Uint8Array>
}

export type WholeBody = Uint8Array | "too large"

/** An endless body that lasts as long as its reader. */
export interface Feed {
  /** The next piece, once there is one; undefined at the end. Not to be asked again before it has answered. */
  next(): Promise<string | undefined>
  /** The reader has gone. */
  end(): void
}

/** An answer on its way out. */
export interface WireResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | null
  /** True when the connection is to be cut instead of answered. */
  readonly cut?: boolean
  /** Bytes of the body after which the connection is to be cut. */
  readonly cutAt?: number
  /** Real milliseconds before each piece of the body. */
  readonly dripMs?: number
  /** Bytes of the body, where they were counted as it was put together. */
  readonly length?: number
  /** The object that the body is the JSON of, if known: cheaper to keep in the journal than the text. */
  readonly model?: object
  /** An endless body instead of `body`. */
  readonly feed?: Feed
  /** The header `X-MAS-Mock`: put on last. */
  build?: string
}

/** No answer: the connection is cut. */
export const connectionCut = (): WireResponse => ({ status: 0, headers: {}, body: null, cut: true })

/** The client disconnected before its request had arrived: nobody waits for a response. */
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
