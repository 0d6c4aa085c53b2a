import type { Dispatcher } from "undici"
import type { HostClock } from "../base/host.ts"
import type { DeliveryOutcome, DeliveryRequest } from "../world/delivery.ts"
import { ReceiverAnswer } from "./receiver-answer.ts"

// How long the rest of an answer is waited for.
const drainTime = 250

interface ExchangeOptions {
  readonly clock: HostClock
  readonly request: Pick<DeliveryRequest, "timeout" | "noAnswer">
  readonly settle: (outcome: DeliveryOutcome) => void
}

/** One webhook on its way, as undici follows it: to an answer's end, or to where it is not worth waiting for. */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #options: ExchangeOptions
  readonly #started: number
  #abort: ((reason: Error) => void) | undefined
  #answer: ReceiverAnswer | undefined
  #isOver = false
  #cancel: () => void

  constructor(options: ExchangeOptions) {
    const { clock, request } = options
    this.#options = options
    this.#started = clock.elapsed()
    this.#cancel = clock.after(request.timeout, () => this.#end({ error: request.noAnswer }))
  }

  /** It is about to be sent. */
  onConnect(abort: (reason?: Error) => void): void {
    this.#abort = abort
    if (this.#isOver) abort(new Error("too late"))
  }

  /** Names and values in turn. */
  onHeaders(status: number, headers: Buffer[]): boolean {
    if (status < 200) return true
    this.#cancel()
    this.#answer = new ReceiverAnswer(status, headers, this.#elapsed)
    this.#cancel = this.#options.clock.after(drainTime, () => this.#end())
    return true
  }

  onData(chunk: Buffer): boolean {
    if (!this.#answer?.add(chunk)) this.#end()
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
    return this.#options.clock.elapsed() - this.#started
  }

  /** Settles it and gives the connection up. */
  #end(failure?: { readonly error: string }): void {
    this.#finish(failure)
    this.#abort?.(new Error("given up"))
  }

  /** Settles it, once: by its answer, if one has begun. */
  #finish(failure: { readonly error: string } = { error: "no answer" }): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#cancel()
    this.#options.settle(this.#answer?.outcome ?? { ...failure, duration: this.#elapsed })
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
