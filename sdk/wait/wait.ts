import type { RequestOptions, WaitOptions } from "../request-options.ts"

/** Long work to be followed: how to look at it, and how to tell from a state that it is over. */
export interface Waiting<State> {
  /** For messages: `import 7`. */
  readonly what: string
  /** Gets the state; pass the options on to the request. */
  read(options: RequestOptions): PromiseLike<State>
  /** True when there is nothing left to wait for. */
  isDone(state: State): boolean
  /** A reason when what is waited for will not come any more, such as `it is expired`. Then the wait ends with a `WaitError`. */
  whyHopeless?(state: State): string | undefined
}

/** Looks again and again, with growing pauses, until the work is over; answers the last state. Loaded when first needed. */
export async function waitUntil<State>(work: Waiting<State>, options?: WaitOptions<State>): Promise<State> {
  const { follow } = await import("../request/on-demand.ts")
  return follow(work, options)
}
