import { onAbort } from "../../base/abort.ts"
import { withCallerStack } from "../../base/mas-error.ts"
import type { AttemptRequest } from "./attempt-request.ts"
import type { Call } from "./call.ts"

/** Milliseconds that a download may stay unread: it occupies a connection that other requests may need. */
export const unreadTimeout = 300_000

/** Why an attempt ends: timeout, unread download, or the caller's signal or `close()`. */
export type EndReason = "late" | "unread" | "aborted"

/** The time limit of one attempt, and the caller's signal. */
export class AttemptTimeout {
  readonly #call: Call
  readonly #forget: () => void
  readonly #stop: (why: EndReason) => void
  #cancel: (() => void) | undefined
  #isOver = false

  constructor(call: Call, stop: (why: EndReason) => void) {
    this.#call = call
    this.#stop = stop
    this.#forget = onAbort(call.signal, () => this.stop())
    this.start()
  }

  stop(): void {
    this.#stop("aborted")
  }

  /** Starts the limit again in full. */
  start(): void {
    const { timeout } = this.#call
    this.#within(timeout, "late")
  }

  /** Pauses the limit, for example while the request waits for a connection. */
  pause(): void {
    this.#cancel?.()
  }

  /** The limit for a caller who is between reads, or has not started to read. */
  rest(): void {
    this.#within(unreadTimeout, "unread")
  }

  #within(ms: number, why: EndReason): void {
    this.pause()
    if (ms > 0 && !this.#isOver) this.#cancel = this.#call.settings.host.after(ms, () => this.#stop(why))
  }

  end(): void {
    this.#isOver = true
    this.pause()
    this.#forget()
    const { downloads, lifetime } = this.#call.settings
    downloads.delete(this)
    lifetime.delete(this)
  }
}

/** A body under the attempt's time limit. Time runs while the service is awaited, not while the caller handles a chunk. */
export function withAttemptTimeout(
  stream: AsyncIterable<Uint8Array>,
  guard: AttemptTimeout,
  attempt: Pick<AttemptRequest, "wait">,
  /** Makes the error that the caller gets when reading fails. */
  fail: (error: unknown) => unknown,
): AsyncIterableIterator<Uint8Array> {
  const iterator = stream[Symbol.asyncIterator]()
  const last = { done: true, value: undefined } as const
  let isOver = false
  const end = () => {
    isOver = true
    guard.end()
  }
  return {
    async next() {
      if (isOver) return last
      guard.start()
      try {
        const next = await attempt.wait(() => iterator.next())
        if (next.done) end()
        return next
      } catch (error) {
        end()
        throw withCallerStack(fail(error))
      } finally {
        guard.rest()
      }
    },
    // Not left to the iterator: if it has not started, its return() would leave the connection open.
    async return() {
      if (!isOver) guard.stop()
      end()
      return last
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
