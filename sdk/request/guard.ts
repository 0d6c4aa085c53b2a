import { fromHere } from "../mas-error.ts"
import { onAbort } from "./abort.ts"
import type { AttemptRequest } from "./attempt-request.ts"
import type { Call } from "./call.ts"

/** What can end an attempt from outside: its time, and its caller, by a signal or by closing the client. */
export class Guard {
  readonly #call: Call
  readonly #forget: () => void
  #cancel: (() => void) | undefined

  constructor(
    call: Call,
    readonly stop: (isLate?: boolean) => void,
  ) {
    this.#call = call
    this.#forget = onAbort(call.signal, () => stop())
    this.start()
  }

  /** Starts the time, from the beginning. */
  start(): void {
    const { timeout, settings } = this.#call
    if (timeout > 0) this.#cancel = settings.host.after(timeout, () => this.stop(true))
  }

  /** Stops the time, as while the caller works on what was read. */
  pause(): void {
    this.#cancel?.()
  }

  end(): void {
    this.pause()
    this.#forget()
    this.#call.settings.downloads.delete(this)
  }
}

/** A body under the guard's eye: time runs while the service is waited for, not while the caller works on a chunk. */
export function watch(
  stream: AsyncIterable<Uint8Array>,
  guard: Guard,
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
        throw fromHere(fail(error))
      } finally {
        guard.pause()
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
