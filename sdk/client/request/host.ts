import { onAbort } from "../../base/abort.ts"
import type { ClientClock } from "../options.ts"
import type { Lifetime } from "./lifetime.ts"

/** Time and random numbers as arguments: tests pass their own. */
export interface Host extends ClientClock {
  /** From 0 to below 1. */
  random(): number
}

/** Limits and random numbers come from the host, pauses from the client's clock, until the client is closed. */
export interface Times {
  readonly host: Host
  readonly clock: ClientClock
  readonly lifetime: Lifetime
}

/** The longest delay that a platform timer supports. */
const longest = 2 ** 31 - 1

/** The platform's clock and random numbers. */
export const host: Host = {
  now: () => Date.now(),
  random: () => Math.random(),
  after(ms, run) {
    const timer = setTimeout(run, Math.min(ms, longest))
    return () => clearTimeout(timer)
  },
}

/** Waits; if the signal aborts first, rejects at once with its reason. */
export async function sleep({ after }: ClientClock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  let cancel = () => {}
  const over = new Promise<void>((resolve) => {
    cancel = after(ms, resolve)
  })
  await raceAbort(over, signal)
  cancel()
  if (signal?.aborted) throw signal.reason
}

interface TimeoutOptions<T> {
  /** Milliseconds; Infinity means no limit. */
  readonly ms: number
  /** The caller's signal. */
  readonly signal: AbortSignal | undefined
  /** The passed signal aborts when the time is up or the caller's signal aborts. */
  run(signal: AbortSignal | undefined): Promise<T>
  /** Makes the error for a timeout; without it, the work's own error is thrown. */
  late?(): Error
}

/** Runs work with a time limit. */
export async function withTimeout<T>({ after }: Host, { ms, signal, run, late }: TimeoutOptions<T>): Promise<T> {
  if (ms === Infinity) return run(signal)
  const limit = new AbortController()
  let isLate = false
  const cancel = after(ms, () => {
    isLate = true
    limit.abort()
  })
  // Not `AbortSignal.any`: on Node 20 it leaks an entry in the caller's signal for each call, and React Native lacks it.
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

/** Milliseconds that a store may take. A client that waits for its connection would wait for ever. */
const storeTimeout = 10_000

/** The reply to a step of a store. Rejects if there is none in time, or with the signal's reason. */
export const storeReply = <T>(host: Host, step: () => Promise<T>, signal?: AbortSignal): Promise<T> =>
  withTimeout(host, {
    ms: storeTimeout,
    signal,
    run: (ended) => Promise.race([step(), whenAborted(ended)]),
    late: () => new Error(`the ceiling's store did not reply within ${storeTimeout / 1_000} s`),
  })

const whenAborted = (signal: AbortSignal | undefined): Promise<never> =>
  new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)))

type Signals = readonly (AbortSignal | undefined)[]

export const firstAborted = (signals: Signals): AbortSignal | undefined => signals.find((signal) => signal?.aborted)

/** Runs work with a signal that aborts with the first of several. */
export async function withFirst<T>(signals: Signals, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const first = new AbortController()
  const abort = () => first.abort(firstAborted(signals)?.reason)
  const forgets = signals.map((signal) => onAbort(signal, abort))
  if (firstAborted(signals)) abort()
  try {
    return await run(first.signal)
  } finally {
    for (const forget of forgets) forget()
  }
}

/** The value of a promise, or undefined as soon as the signal aborts. */
export function raceAbort<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T | undefined> {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    if (signal.aborted) resolve(undefined)
    const forget = onAbort(signal, () => resolve(undefined))
    // Handled even after the abort: an unhandled rejection ends the process.
    promise.then(resolve, reject).finally(forget)
  })
}
