/**
 * The machine's own clock and timers: the only place in the mock server that touches them.
 * They are taken when the module loads, so that a test's fake timers do not stop the service.
 */
const {
  Date: MachineDate,
  setTimeout: machineTimeout,
  clearTimeout: clearMachineTimeout,
  // Test environments that stand for a browser have none.
  setImmediate: machineSoon = (callback: () => void) => machineTimeout(callback, 0),
} = globalThis
const { performance: machinePerformance } = globalThis

/** Time as the machine has it; tests hand in one of their own. */
export interface MachineClock {
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
}

// setTimeout takes 31 bits; a later moment is reached in several steps.
const longestTimeout = 2_147_483_647

export const machineClock: MachineClock = {
  now: () => MachineDate.now(),
  elapsed: () => machinePerformance.now(),
  after(ms, callback) {
    const timeout = machineTimeout(callback, Math.min(Math.max(0, ms), longestTimeout))
    timeout.unref?.()
    return () => clearMachineTimeout(timeout)
  },
  wait: (ms, ended) =>
    new Promise((resolve) => {
      const done = () => {
        clearMachineTimeout(timeout)
        ended.removeEventListener("abort", done)
        resolve()
      }
      const timeout = machineTimeout(done, ended.aborted ? 0 : ms)
      ended.addEventListener("abort", done)
    }),
  soon: (callback) => {
    machineSoon(callback)
  },
}
