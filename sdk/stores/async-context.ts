import { builtinOrNone } from "../base/platform.ts"

/** Runs a function in a remembered async context. */
export type InContext = <T>(run: () => T) => T

const unchanged: InContext = (run) => run()

/** Tells code that a function runs, also later, from all other code. */
export interface AsyncMark {
  run<T>(work: () => T): T
  isInside(): boolean
}

/** A new mark. Platforms without `node:async_hooks` cannot tell: there all code is inside. */
export function asyncMark(): AsyncMark {
  const { AsyncLocalStorage } = builtinOrNone("node:async_hooks") ?? {}
  if (!AsyncLocalStorage) return { run: unchanged, isInside: () => true }
  const storage = new AsyncLocalStorage<true>()
  return { run: (work) => storage.run(true, work), isInside: () => storage.getStore() === true }
}

/**
 * Remembers the caller's async context (AsyncLocalStorage, spans) for work that runs later, after another caller's. Platforms
 * without `node:async_hooks` have none to remember.
 */
export function callerContext(): InContext {
  const { AsyncResource } = builtinOrNone("node:async_hooks") ?? {}
  if (!AsyncResource) return unchanged
  const resource = new AsyncResource("mas-sdk", { requireManualDestroy: true })
  return (run) => resource.runInAsyncScope(run)
}
