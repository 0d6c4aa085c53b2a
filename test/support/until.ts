import { vi } from "vitest"

/** Milliseconds to wait, enough for a very busy machine: Vitest's default is one second. */
export const longest = 60_000

/** Resolves as soon as a check no longer throws. Tests wait for events, never for a fixed time. */
export const until = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: longest, interval: 20 })
