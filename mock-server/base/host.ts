import { getHeapStatistics } from "node:v8"
import { onAbort } from "../../sdk/base/abort.ts"

/**
 * The original of a global, even if fake timers have replaced it. Jest, Vitest and Sinon all use @sinonjs/fake-timers, which
 * keeps the original under this name. So a test may install fake timers before or after this module loads.
 */
function real<T extends object, N extends keyof T & string>(of: T, name: N): T[N] {
  const method = of[name]
  return Object(method).clock?.[`_${name}`] ?? method
}

/**
 * The host's clock and timers. No other file of the mock server uses them. They are saved when the module loads, so that a test's
 * fake timers do not stop the service.
 */
const HostDate = real(globalThis, "Date")
const hostTimeout = real(globalThis, "setTimeout")
const clearHostTimeout = real(globalThis, "clearTimeout")
// Browser-like test environments have none.
const hostSoon: (callback: () => void) => unknown =
  real(globalThis, "setImmediate") ?? ((callback) => hostTimeout(callback, 0))
// Not by `performance`: fake timers change that object itself.
const hostHrtime = real(process, "hrtime")
// The `fetch` at load time: a test that mocks the network does not mean a mock server.
const { fetch: loadedFetch } = globalThis

/** Sends requests to a remote mock server. */
export const hostFetch: typeof fetch = (input, init) => loadedFetch(input, init)

/** Bytes that the heap of this process can still grow by. */
export function heapLeft(): number {
  const { heap_size_limit, used_heap_size } = getHeapStatistics()
  return heap_size_limit - used_heap_size
}

/** An unpredictable name for local files, or a secret of 122 bits; it must not influence a world. */
export const unforeseenName = (): string => globalThis.crypto.randomUUID()

/** The host's time; tests pass their own. @internal */
export interface HostClock {
  /** Milliseconds since 1970. */
  now(): number
  /** Milliseconds of a monotonic clock, for durations. */
  elapsed(): number
  /** Runs `callback` after `ms`; does not keep the process alive. Returns a function that cancels it. */
  after(ms: number, callback: () => void): () => void
  /** Resolves after `ms`, or when `ended` aborts; keeps the process alive until then. */
  wait(ms: number, ended: AbortSignal): Promise<void>
  /** Runs `callback` after pending responses have been sent. */
  soon(callback: () => void): void
  /** Present when something else moves this clock's time. */
  readonly movedBy?: string
}

// setTimeout takes 31 bits; a later time is reached in several steps.
const maxTimeout = 2_147_483_647

export const hostClock: HostClock = {
  now: () => HostDate.now(),
  elapsed() {
    const [seconds, nanoseconds] = hostHrtime()
    return seconds * 1_000 + nanoseconds / 1_000_000
  },
  after(ms, callback) {
    const timeout = hostTimeout(callback, Math.min(Math.max(0, ms), maxTimeout))
    timeout.unref?.()
    return () => clearHostTimeout(timeout)
  },
  wait: (ms, ended) =>
    new Promise((resolve) => {
      const done = () => {
        clearHostTimeout(timeout)
        forget()
        resolve()
      }
      const timeout = hostTimeout(done, ended.aborted ? 0 : ms)
      const forget = onAbort(ended, done)
    }),
  soon: (callback) => {
    hostSoon(callback)
  },
}
