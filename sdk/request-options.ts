import type { ClientOptions } from "./options.ts"

/** What every method takes as its last argument: the options of one call. Any client option can be given here too. */
export interface RequestOptions extends ClientOptions {
  /**
   * 1 to 128 printable ASCII characters. The same key with the same payload has one effect, however often it is sent; so
   * a POST with a key is repeated when that may help. Where the service reads no key, give none.
   */
  idempotencyKey?: string | undefined
  /** Ends the call: it rejects with an `AbortError`, and nothing is sent or repeated any more. */
  signal?: AbortSignal | undefined
}

/**
 * The options of a call that must carry its own idempotency key, because it costs money or creates what cannot be
 * undone: a key made up on the spot would not survive a restart of the caller. See `idempotencyKey(...parts)`.
 */
export interface KeyedOptions extends RequestOptions {
  idempotencyKey: string
}

/** The options of a method that waits for long work. Any option for its requests can be given too. */
export interface WaitOptions<State> extends Omit<RequestOptions, "timeout" | "idempotencyKey"> {
  /** Milliseconds before the second look; it grows by half each time, up to ten times. Default 1,000. */
  pollInterval?: number | undefined
  /** Milliseconds for the whole wait, after which a `TimeoutError` holds the last state seen. Default 10 minutes; 0 is for ever. */
  timeout?: number | undefined
  /** A moment at which to stop waiting, whatever `timeout` says. */
  deadline?: Date | undefined
  /** Milliseconds for each request, as the client's `timeout`. */
  requestTimeout?: number | undefined
  /** Called with each state seen, the last one included. What it throws ends the wait. */
  onProgress?: ((state: State) => void) | undefined
}
