import type { IncomingMessage, ServerResponse } from "node:http"
import { ClientGone, type WholeBody, type WireBody, type WireRequest } from "../request/wire.ts"

/** Maximum number of bytes of an unread body that are read and discarded, so that the connection can be reused. */
const smallRest = 256 * 1024
/** Bytes. */
const shortBody = 64 * 1024

/** A request that came over a socket; itself its body. */
export class NodeRequest implements WireRequest, WireBody {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Whole once `gather` is done. */
  arrived: Uint8Array | undefined
  #isGone = false

  constructor(
    private readonly incoming: IncomingMessage,
    /** Where to say that the body may come, as long as that has not been said. */
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

  /** True when more of the body is to come than is worth reading. */
  get isUnread(): boolean {
    if (this.incoming.complete) return false
    if (this.isWaiting || this.isOpenEnded) return true
    return this.#declaredLength > smallRest
  }

  /** True where only the end of the body will say how long it is. */
  get isOpenEnded(): boolean {
    return this.incoming.headers["transfer-encoding"] !== undefined
  }

  /** True for a body that is short, and so had better be there before anything else is done. */
  get isShort(): boolean {
    return this.#declaredLength <= shortBody && !this.isWaiting
  }

  /** Takes in a short body; done when it is there, or its client gone. */
  async gather(): Promise<void> {
    try {
      const whole = await this.bytes(shortBody)
      if (whole !== "too large") this.arrived = whole
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
      let chunks: Buffer[] = []
      let size = 0
      incoming.on("data", (chunk: Buffer) => {
        size += chunk.byteLength
        if (size <= limit) chunks.push(chunk)
        else {
          chunks = []
          resolve("too large")
        }
      })
      incoming.once("end", () => resolve(joined(chunks)))
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
      // Whoever stops reading midway still has an answer to give.
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

  /** Bytes; NaN when the client does not say. */
  get #declaredLength(): number {
    return Number(this.incoming.headers["content-length"] ?? Number.NaN)
  }
}

function joined(chunks: readonly Buffer[]): Buffer {
  const [first] = chunks
  return first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks)
}

/** The path of an address in absolute form, as clients of proxies send it. */
function pathOf(url: string): string {
  const scheme = url.indexOf("://")
  if (scheme < 0) return `/${url}`
  const start = url.indexOf("/", scheme + 3)
  return start < 0 ? "/" : url.slice(start)
}
