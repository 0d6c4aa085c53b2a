import type { IncomingMessage } from "node:http"
import type { DeliveryOutcome } from "../world/delivery.ts"

const keptBytes = 8 * 1024
/** The rest is read so that the connection can be used again, within reason. */
const drainBytes = 64 * 1024

/** An answer that has begun to come. The beginning of its body is kept for people to look at. */
export class ReceiverAnswer {
  readonly #kept: Buffer[] = []
  #size = 0

  constructor(
    readonly message: IncomingMessage,
    readonly duration: number,
  ) {}

  /** Reads the body to its end, or to where it is not worth it. */
  drain(done: () => void): void {
    this.message.on("data", (chunk: Buffer) => {
      if (this.#size < keptBytes) this.#kept.push(chunk.subarray(0, keptBytes - this.#size))
      this.#size += chunk.byteLength
      if (this.#size > drainBytes) this.message.destroy()
    })
    this.message.on("error", done)
    this.message.on("close", done)
  }

  get outcome(): DeliveryOutcome {
    const truncated = this.#size > keptBytes
    const text = Buffer.concat(this.#kept).toString()
    // What the cut has left of a character is none.
    const body = truncated ? text.replace(/\uFFFD$/, "") : text
    const answer = { headers: headersOf(this.message), body, truncated }
    return { status: this.message.statusCode ?? 0, duration: this.duration, answer }
  }
}

function headersOf({ rawHeaders }: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {}
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = "", value = ""] = [rawHeaders[at]?.toLowerCase(), rawHeaders[at + 1]]
    const before = headers[name]
    headers[name] = before === undefined ? value : `${before}, ${value}`
  }
  return headers
}
