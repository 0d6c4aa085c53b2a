import type { Dispatcher } from "undici"
import type { HostClock } from "../../base/host.ts"
import type { DeliveryOutcome, DeliveryRequest } from "../../world/delivery.ts"

// How long to wait for the rest of a response. Milliseconds.
const drainTime = 250

interface ExchangeOptions {
  readonly clock: HostClock
  readonly request: Pick<DeliveryRequest, "timeout" | "noResponse">
  readonly settle: (outcome: DeliveryOutcome) => void
}

/** An undici handler for one webhook: it ends with the response, or when the rest is not worth waiting for. */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #started: number
  #abort: ((reason: Error) => void) | undefined
  #response: ReceiverResponse | undefined
  #isOver = false
  #cancel: () => void

  constructor(private readonly options: ExchangeOptions) {
    const { clock, request } = options
    this.#started = clock.elapsed()
    this.#cancel = clock.after(request.timeout, () => this.#end({ error: request.noResponse }))
  }

  onConnect(abort: (reason?: Error) => void): void {
    this.#abort = abort
    if (this.#isOver) abort(new Error("too late"))
  }

  /** Names and values in turn. */
  onHeaders(status: number, headers: Buffer[]): boolean {
    if (status < 200) return true
    this.#cancel()
    this.#response = new ReceiverResponse(status, headers, this.#elapsed)
    this.#cancel = this.options.clock.after(drainTime, () => this.#end())
    return true
  }

  onData(chunk: Buffer): boolean {
    if (!this.#response?.add(chunk)) this.#end()
    return true
  }

  onComplete(): void {
    this.#finish()
  }

  onError(error: NodeJS.ErrnoException): void {
    this.#finish({ error: describe(error) })
  }

  onUpgrade(): void {
    this.#end({ error: "the protocol was changed" })
  }

  get #elapsed(): number {
    return this.options.clock.elapsed() - this.#started
  }

  /** Settles the exchange and aborts the connection. */
  #end(failure?: { readonly error: string }): void {
    this.#finish(failure)
    this.#abort?.(new Error("given up"))
  }

  /** Settles the exchange once, with the response if one has begun. */
  #finish(failure: { readonly error: string } = { error: "no response" }): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#cancel()
    this.options.settle(this.#response?.outcome ?? { ...failure, duration: this.#elapsed })
  }
}

const sentences: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was cut",
  UND_ERR_SOCKET: "the connection was cut",
  ENOTFOUND: "the host name does not resolve",
  EAI_AGAIN: "the host name does not resolve for now",
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "the network cannot be reached",
  ETIMEDOUT: "the connection took too long",
}

function describe(error: NodeJS.ErrnoException): string {
  const cause: NodeJS.ErrnoException = error instanceof AggregateError ? error.errors[0] : error
  const sentence = sentences[cause.code ?? ""]
  if (sentence !== undefined) return sentence
  // OpenSSL's full message differs from process to process.
  return "reason" in cause ? `TLS failed: ${cause.reason}` : cause.message
}

const keptBytes = 8 * 1024
/** Maximum number of bytes read so that the connection can be reused. */
const drainBytes = 64 * 1024

/** A response in progress. The beginning of its body is kept for display. */
class ReceiverResponse {
  readonly #kept: Buffer[] = []
  #size = 0

  /** Headers are names and values in turn. */
  constructor(
    private readonly status: number,
    private readonly headers: readonly Buffer[],
    private readonly duration: number,
  ) {}

  /** Takes a piece of the body; false when the rest is not worth reading. */
  add(chunk: Buffer): boolean {
    if (this.#size < keptBytes) this.#kept.push(Buffer.from(chunk.subarray(0, keptBytes - this.#size)))
    this.#size += chunk.byteLength
    return this.#size <= drainBytes
  }

  get outcome(): DeliveryOutcome {
    const truncated = this.#size > keptBytes
    const text = this.#size === 0 ? "" : Buffer.concat(this.#kept).toString()
    // Truncation may split a character.
    const body = truncated ? text.replace(/\uFFFD$/, "") : text
    const response = { headers: headersOf(this.headers), body, truncated }
    return { status: this.status, duration: this.duration, response }
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
