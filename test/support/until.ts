import { vi } from "vitest"

/** Milliseconds in which anything that comes at all has come, on the busiest machine: by itself Vitest gives up after one second. */
export const longest = 60_000

/** Resolves as soon as a check throws no more: a test waits for what happens, never for time. */
export const until = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: longest, interval: 20 })
