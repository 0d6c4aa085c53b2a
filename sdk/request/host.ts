import type { ClientClock } from "../options.ts"
import { onAbort } from "./abort.ts"

/** Time and chance, as arguments: tests pass their own. */
export interface Host extends ClientClock {
  /** From 0 to below 1. */
  random(): number
}

/** Limits and chance by the host; pauses by the clock that the client was given. */
export interface Times {
  readonly host: Host
  readonly clock: ClientClock
}

/** The longest time that a timer of the platform can wait. */
const longest = 2 ** 31 - 1

/** The clock and chance of the platform. */
export const host: Host = {
  now: () => Date.now(),
  random: () => Math.random(),
  after(ms, run) {
    const timer = setTimeout(run, Math.min(ms, longest))
    return () => clearTimeout(timer)
  },
}

/** Waits, unless the signal says stop; then it rejects with the signal's reason at once. */
export async function sleep({ after }: ClientClock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  let cancel = () => {}
  const over = new Promise<void>((resolve) => {
    cancel = after(ms, resolve)
  })
  await raceAbort(over, signal)
  cancel()
  if (signal?.aborted) throw signal.reason
}

/** A time limit, and what is to be done within it. */
interface TimeoutOptions<T> {
  /** Milliseconds; Infinity is none. */
  readonly ms: number
  /** The caller's own. */
  readonly signal: AbortSignal | undefined
  /** Its signal says when to stop, because time is up or the caller says so. */
  run(signal: AbortSignal | undefined): Promise<T>
  /** The error when time is up; the one that stopping gave when left out. */
  late?(): Error
}

/** What something gives that is to end in time. */
export async function withTimeout<T>({ after }: Host, { ms, signal, run, late }: TimeoutOptions<T>): Promise<T> {
  if (ms === Infinity) return run(signal)
  const limit = new AbortController()
  let isLate = false
  const cancel = after(ms, () => {
    isLate = true
    limit.abort()
  })
  // Not `AbortSignal.any`: on Node 20 the caller's signal keeps an entry of each for ever, and React Native has none.
  const forget = onAbort(signal, () => limit.abort(signal?.reason))
  if (signal?.aborted) limit.abort(signal.reason)
  try {
    return await run(limit.signal)
  } catch (error) {
    throw late && isLate ? late() : error
  } finally {
    cancel()
    forget()
  }
}

/** What a promise gives, or undefined as soon as the signal says stop. */
export function raceAbort<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T | undefined> {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    if (signal.aborted) return resolve(undefined)
    const forget = onAbort(signal, () => resolve(undefined))
    promise.then(resolve, reject).finally(forget)
  })
}
