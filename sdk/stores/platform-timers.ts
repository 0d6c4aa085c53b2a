/** Set on timers that replace the platform's for a simulation: the stores of its programs run in its time. */
const simulated = Symbol.for("mas-sdk.simulatedTimers")

/**
 * The platform's own function when this module loaded, even if fake timers had replaced it: Jest, Vitest and Sinon keep it
 * under this name. A step of a store must not wait for a test that moves its clock.
 */
function platformTimer<Name extends "setTimeout" | "setImmediate">(name: Name): () => (typeof globalThis)[Name] {
  const loaded = globalThis[name]
  const method = Object(loaded).clock?.[`_${name}`] ?? loaded
  return () => (Object(globalThis[name])[simulated] ? globalThis[name] : method)
}
const [timeout, immediate] = [platformTimer("setTimeout"), platformTimer("setImmediate")]

/** Runs after the input that the network has delivered so far. */
export const nextMacrotask = (run: () => void): unknown => (immediate() ?? queueMicrotask)(run)

/** Resolves after some milliseconds. */
export const pauseFor = (ms: number): Promise<void> => new Promise((resolve) => timeout()(resolve, ms))
