import type { DeliveryOutcome } from "../world/delivery.ts"

const keptBytes = 8 * 1024
/** The rest is read so that the connection can be used again, within reason. */
const drainBytes = 64 * 1024

/** An answer that has begun to come. The beginning of its body is kept for people to look at. */
export class ReceiverAnswer {
  readonly #status: number
  readonly #headers: readonly Buffer[]
  readonly #duration: number
  readonly #kept: Buffer[] = []
  #size = 0

  /** Headers are names and values in turn. */
  constructor(status: number, headers: readonly Buffer[], duration: number) {
    this.#status = status
    this.#headers = headers
    this.#duration = duration
  }

  /** Takes a piece of the body; false when the rest is not worth reading. */
  add(chunk: Buffer): boolean {
    if (this.#size < keptBytes) this.#kept.push(Buffer.from(chunk.subarray(0, keptBytes - this.#size)))
    this.#size += chunk.byteLength
    return this.#size <= drainBytes
  }

  get outcome(): DeliveryOutcome {
    const truncated = this.#size > keptBytes
    const text = this.#size === 0 ? "" : Buffer.concat(this.#kept).toString()
    // The cut may leave a part of a character.
    const body = truncated ? text.replace(/\uFFFD$/, "") : text
    const answer = { headers: headersOf(this.#headers), body, truncated }
    return { status: this.#status, duration: this.#duration, answer }
  }
}

function headersOf(fields: readonly Buffer[]): Record<string, string> {
  const headers: Record<string, string> = {}
  for (let at = 0; at < fields.length; at += 2) {
    const name = String(fields[at]?.toString("latin1")).toLowerCase()
    const value = String(fields[at + 1]?.toString("latin1"))
    headers[name] = Object.hasOwn(headers, name) ? `${headers[name]}, ${value}` : value
  }
  return headers
}
