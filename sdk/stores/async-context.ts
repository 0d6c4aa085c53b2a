/** Runs a function in a remembered async context. */
export type InContext = <T>(run: () => T) => T

const unchanged: InContext = (run) => run()

/**
 * Remembers the caller's async context (AsyncLocalStorage, spans) for work that runs later, after another caller's. Platforms
 * without `node:async_hooks` have none to remember.
 */
export function callerContext(): InContext {
  const { AsyncResource } = globalThis.process?.getBuiltinModule?.("node:async_hooks") ?? {}
  if (!AsyncResource) return unchanged
  const resource = new AsyncResource("mas-sdk", { requireManualDestroy: true })
  return (run) => resource.runInAsyncScope(run)
}
