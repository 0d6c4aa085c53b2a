import { onAbort } from "./abort.ts"

/** Time and chance, as arguments: tests pass their own. */
export interface Host {
  /** Milliseconds since 1970. */
  now(): number
  /** From 0 to below 1. */
  random(): number
  /** Runs something after so many milliseconds, unless the function given back is called first. */
  after(ms: number, run: () => void): () => void
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
export function sleep({ after }: Host, ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const forget = onAbort(signal, () => {
      cancel()
      reject(signal?.reason)
    })
    const cancel = after(ms, () => {
      forget()
      resolve()
    })
  })
}

/** What a promise gives, or undefined as soon as the signal says stop. */
export function orAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T | undefined> {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    if (signal.aborted) return resolve(undefined)
    const forget = onAbort(signal, () => resolve(undefined))
    promise.then(resolve, reject).finally(forget)
  })
}
