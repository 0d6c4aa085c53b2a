/**
 * The clock and timers of the host, the computer that this runs on: the only place in the mock server that touches them.
 * They are taken when the module loads, so that a test's fake timers do not stop the service.
 */
const {
  Date: HostDate,
  setTimeout: hostTimeout,
  clearTimeout: clearHostTimeout,
  // Test environments that stand for a browser have none.
  setImmediate: hostSoon = (callback: () => void) => hostTimeout(callback, 0),
} = globalThis
// As it was when this was loaded: a test that stands in for the network does not stand in for a mock server.
const { fetch: loadedFetch } = globalThis

/** Sends requests, to a mock server that is elsewhere. */
export const hostFetch: typeof fetch = (input, init) => loadedFetch(input, init)

const { performance: hostPerformance } = globalThis

/** A name that nobody can foresee, for files of this machine; nothing of a world may come of it. */
export const unforeseenName = (): string => globalThis.crypto.randomUUID()

/** Time as the host has it; tests hand in one of their own. */
export interface HostClock {
  /** Milliseconds since 1970. */
  now(): number
  /** Milliseconds from some fixed point, never going back; for durations. */
  elapsed(): number
  /** Runs `callback` after `ms`; keeps no process alive. Answers how to call it off. */
  after(ms: number, callback: () => void): () => void
  /** Resolves after `ms`, or as soon as `ended` says so, and keeps the process alive until then. */
  wait(ms: number, ended: AbortSignal): Promise<void>
  /** Runs `callback` once what is under way has been answered. */
  soon(callback: () => void): void
  /** What alone moves time, where this clock is not the service's own. */
  readonly movedBy?: string
}

// setTimeout takes 31 bits; a later moment is reached in several steps.
const longestTimeout = 2_147_483_647

export const hostClock: HostClock = {
  now: () => HostDate.now(),
  elapsed: () => hostPerformance.now(),
  after(ms, callback) {
    const timeout = hostTimeout(callback, Math.min(Math.max(0, ms), longestTimeout))
    timeout.unref?.()
    return () => clearHostTimeout(timeout)
  },
  wait: (ms, ended) =>
    new Promise((resolve) => {
      const done = () => {
        clearHostTimeout(timeout)
        ended.removeEventListener("abort", done)
        resolve()
      }
      const timeout = hostTimeout(done, ended.aborted ? 0 : ms)
      ended.addEventListener("abort", done)
    }),
  soon: (callback) => {
    hostSoon(callback)
  },
}
