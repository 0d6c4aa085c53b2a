import type { RequestError } from "../errors.ts"
import type { TransportBody, TransportRequest } from "../transport/transport.ts"
import type { Machine } from "./host.ts"

/** One attempt as a transport sees it, and the way to stop it. */
export class Attempt implements TransportRequest {
  sent?: boolean
  /** Why it was ended from here, if it was. */
  reason: RequestError | undefined
  #stop: ((reason: Error) => void) | undefined
  #controller: AbortController | undefined

  constructor(
    readonly method: string,
    readonly origin: string,
    /** Changes when a redirect is followed. */
    public path: string,
    readonly headers: Readonly<Record<string, string>>,
    readonly body: TransportBody,
    readonly read: "text" | "stream",
    readonly maxBytes: number,
  ) {}

  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.reason) this.#controller.abort(this.reason)
    return this.#controller.signal
  }

  onAbort(stop: (reason: Error) => void): void {
    this.#stop = stop
    if (this.reason) stop(this.reason)
  }

  /** Ends the attempt; the first reason is the one that counts. */
  abort(reason: RequestError): void {
    if (this.reason) return
    this.reason = reason
    this.#stop?.(reason)
    this.#controller?.abort(reason)
  }
}

/** What can end an attempt from outside: its time, and the caller's signal. */
export class Guard {
  readonly #machine: Machine
  readonly #timeout: number
  readonly #signal: AbortSignal | undefined
  readonly #onStop: (why: "time" | "signal") => void
  #cancel: (() => void) | undefined

  constructor(
    machine: Machine,
    /** Milliseconds; 0 is for ever. */
    timeout: number,
    signal: AbortSignal | undefined,
    onStop: (why: "time" | "signal") => void,
  ) {
    this.#machine = machine
    this.#timeout = timeout
    this.#signal = signal
    this.#onStop = onStop
    signal?.addEventListener("abort", this.#onSignal)
    this.start()
  }

  /** Starts the time, from the beginning. */
  start(): void {
    if (this.#timeout > 0) this.#cancel = this.#machine.after(this.#timeout, () => this.#onStop("time"))
  }

  /** Stops the time, as while the caller works on what was read. */
  pause(): void {
    this.#cancel?.()
  }

  end(): void {
    this.pause()
    this.#signal?.removeEventListener("abort", this.#onSignal)
  }

  readonly #onSignal = () => this.#onStop("signal")
}
