import type { IncomingMessage, ServerResponse } from "node:http"
import { ClientGone, type WholeBody, type WireBody, type WireRequest } from "../request/wire.ts"

/** Maximum number of bytes of an unread body that are read and discarded, so that the connection can be reused. */
const smallRest = 256 * 1024
/** Bytes. */
const shortBody = 64 * 1024

/** A request received over a socket. The object is also its body. */
export class NodeRequest implements WireRequest, WireBody {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The whole body, once `gather` is done. */
  arrived: Uint8Array | undefined
  #isGone = false

  constructor(
    private readonly incoming: IncomingMessage,
    /** The response that still has to send `100 Continue`. */
    private waiting: ServerResponse | undefined,
  ) {
    const { method = "GET", url = "/", headers } = incoming
    // A request over a socket always has a Host, if only an empty one: `undefined` means that there is no socket.
    headers.host ??= ""
    this.method = method
    this.url = url.startsWith("/") ? url : pathOf(url)
    this.headers = headers as Record<string, string | undefined>
  }

  get body(): WireBody {
    return this
  }

  /** True when the client waits for `100 Continue`. */
  get isWaiting(): boolean {
    return this.waiting !== undefined
  }

  /** True when the rest of the body is too long to read and discard. */
  get isUnread(): boolean {
    if (this.incoming.complete) return false
    if (this.isWaiting || this.isOpenEnded) return true
    return this.#declaredLength > smallRest
  }

  /** True when the length of the body is not declared. */
  get isOpenEnded(): boolean {
    return this.incoming.headers["transfer-encoding"] !== undefined
  }

  /** True for a short body, which is read before the request is handled. */
  get isShort(): boolean {
    return this.#declaredLength <= shortBody && !this.isWaiting
  }

  /** Reads a short body; resolves when it has arrived or the client has disconnected. */
  async gather(): Promise<void> {
    try {
      const bytes = await this.bytes(shortBody)
      if (bytes !== "too large") this.arrived = bytes
    } catch {
      this.#isGone = true
    }
  }

  async bytes(limit: number): Promise<WholeBody> {
    if (this.#isGone) throw new ClientGone()
    if (this.#declaredLength > limit) return "too large"
    if (this.arrived !== undefined) return this.arrived
    this.#begin()
    return new Promise((resolve, reject) => {
      const incoming = this.incoming
      const received = new ReceivedBytes(this.#declaredLength)
      incoming.on("data", (chunk: Buffer) => {
        if (received.size + chunk.byteLength <= limit) received.add(chunk)
        else resolve("too large")
      })
      incoming.once("end", () => resolve(received.joined()))
      incoming.once("error", () => reject(new ClientGone()))
    })
  }

  async *stream(): AsyncGenerator<Uint8Array> {
    if (this.#isGone) throw new ClientGone()
    if (this.arrived !== undefined) {
      yield this.arrived
      return
    }
    this.#begin()
    try {
      // A consumer that stops reading midway still sends a response.
      yield* this.incoming.iterator({ destroyOnReturn: false })
    } catch {
      throw new ClientGone()
    }
  }

  /** Discards the rest of the body; calls back when all of it has arrived. */
  discard(done: () => void): void {
    this.incoming.once("end", done)
    this.incoming.once("close", done)
    this.incoming.resume()
  }

  #begin(): void {
    this.waiting?.writeContinue()
    this.waiting = undefined
  }

  /** Bytes; NaN if the client does not declare it. */
  get #declaredLength(): number {
    return Number(this.incoming.headers["content-length"] ?? Number.NaN)
  }
}

/** The bytes of a body as they arrive. With a declared length they are joined on the way: a join at the end stops every other request. */
class ReceivedBytes {
  readonly #whole: Buffer | undefined
  readonly #chunks: Buffer[] = []
  size = 0

  constructor(length: number) {
    this.#whole = length > shortBody ? Buffer.allocUnsafeSlow(length) : undefined
  }

  add(chunk: Buffer): void {
    if (this.#whole === undefined) this.#chunks.push(chunk)
    else chunk.copy(this.#whole, this.size)
    this.size += chunk.byteLength
  }

  joined(): Buffer {
    if (this.#whole !== undefined) return this.#whole.subarray(0, this.size)
    const [first] = this.#chunks
    return first !== undefined && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks)
  }
}

/** The path of an address in absolute form, as clients of proxies send it. */
function pathOf(url: string): string {
  const scheme = url.indexOf("://")
  if (scheme < 0) return `/${url}`
  const start = url.indexOf("/", scheme + 3)
  return start < 0 ? "/" : url.slice(start)
}
