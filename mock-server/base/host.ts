/**
 * What a global was before fake timers took its place. Those of Jest, Vitest and Sinon are one package, @sinonjs/fake-timers, which
 * keeps it at its clock, under this name: so it does not matter whether a test fakes its timers before or after this loads.
 */
function real<T extends object, N extends keyof T & string>(of: T, name: N): T[N] {
  const found = of[name]
  return Object(found).clock?.[`_${name}`] ?? found
}

/**
 * The clock and timers of the host, the computer that this runs on: the only place in the mock server that touches them.
 * They are taken when the module loads, so that a test's fake timers do not stop the service.
 */
const HostDate = real(globalThis, "Date")
const hostTimeout = real(globalThis, "setTimeout")
const clearHostTimeout = real(globalThis, "clearTimeout")
// Test environments that stand for a browser have none.
const hostSoon: (callback: () => void) => unknown =
  real(globalThis, "setImmediate") ?? ((callback) => hostTimeout(callback, 0))
// Not by `performance`: fakes change the very object.
const hostHrtime = real(process, "hrtime")
// As it was when this was loaded: a test that stands in for the network does not stand in for a mock server.
const { fetch: loadedFetch } = globalThis

/** Sends requests, to a mock server that is elsewhere. */
export const hostFetch: typeof fetch = (input, init) => loadedFetch(input, init)

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
  elapsed() {
    const [seconds, nanoseconds] = hostHrtime()
    return seconds * 1_000 + nanoseconds / 1_000_000
  },
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
