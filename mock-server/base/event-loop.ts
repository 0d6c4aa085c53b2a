import { hostClock } from "./host.ts"

/** Resolves when all work that needs no time has run, and Node has polled for I/O. */
export const turn = (): Promise<void> => new Promise((resolve) => hostClock.soon(resolve))
