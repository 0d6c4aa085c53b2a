import { withCallerStack } from "../mas-error.ts"
import { onAbort } from "./abort.ts"
import type { AttemptRequest } from "./attempt-request.ts"
import type { Call } from "./call.ts"

/** Milliseconds that a download may lie unread. Meanwhile it has a connection, which others may wait for. */
export const unreadTimeout = 300_000

/** Why an attempt is ended: its time is up, its download lies unread, or its caller says so, by a signal or by closing the client. */
export type EndReason = "late" | "unread" | "aborted"

/** What can end an attempt from outside. */
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

  /** Starts the time, from the beginning. */
  start(): void {
    const { timeout } = this.#call
    this.#within(timeout, "late")
  }

  /** Stops the time, as while a connection is waited for. */
  pause(): void {
    this.#cancel?.()
  }

  /** The time in which the caller works on what was read, or has not begun to read. */
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
    this.#call.settings.downloads.delete(this)
  }
}

/** A body under the guard's eye: time runs while the service is waited for, not while the caller works on a chunk. */
export function withAttemptTimeout(
  stream: AsyncIterable<Uint8Array>,
  guard: AttemptTimeout,
  attempt: Pick<AttemptRequest, "wait">,
  /** The error that reading failed with, as the caller shall see it. */
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
    // Not left to the iterator: one that has not begun would leave the connection open.
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
