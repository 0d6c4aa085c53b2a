import { fromHere } from "../mas-error.ts"
import { onAbort } from "./abort.ts"
import type { Call } from "./call.ts"

/** What can end an attempt from outside: its time, and the caller's signal. */
export class Guard {
  readonly #call: Call
  readonly #onStop: (why: "time" | "signal") => void
  readonly #forget: () => void
  #cancel: (() => void) | undefined

  constructor(call: Call, onStop: (why: "time" | "signal") => void) {
    this.#call = call
    this.#onStop = onStop
    this.#forget = onAbort(call.signal, () => onStop("signal"))
    this.start()
  }

  /** Starts the time, from the beginning. */
  start(): void {
    const { timeout, settings } = this.#call
    if (timeout > 0) this.#cancel = settings.host.after(timeout, () => this.#onStop("time"))
  }

  /** Stops the time, as while the caller works on what was read. */
  pause(): void {
    this.#cancel?.()
  }

  end(): void {
    this.pause()
    this.#forget()
  }
}

/** What a reader of a body under guard can do to its attempt. */
interface Ends {
  /** The error that reading failed with, as the caller shall see it. */
  fail(error: unknown): unknown
  /** Ends the attempt, because nobody reads on. */
  giveUp(): void
}

/** A body under the guard's eye: time runs while the service is waited for, not while the caller works on a chunk. */
export function watch(
  stream: AsyncIterable<Uint8Array>,
  guard: Guard,
  { fail, giveUp }: Ends,
): AsyncIterableIterator<Uint8Array> {
  const iterator = stream[Symbol.asyncIterator]()
  let isOver = false
  const end = () => {
    isOver = true
    guard.end()
  }
  return {
    async next() {
      if (!isOver) guard.start()
      try {
        const next = await iterator.next()
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
      if (!isOver) giveUp()
      end()
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
