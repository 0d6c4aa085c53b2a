import { hostClock } from "./host.ts"

/** Number of turns requested in advance. After each turn pending work continues; after the last one Node polls for I/O. */
const ahead = 32
let left = 0
let waiting: (() => void)[] = []

/** Resolves when all work that needs no time has run. */
export const turn = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve)
    if (left > 0) return
    for (; left < ahead; left++) hostClock.soon(take)
  })

/** Resolves after Node has polled for I/O. */
export const round = (): Promise<void> => new Promise((resolve) => hostClock.soon(resolve))

function take(): void {
  left--
  const resolves = waiting
  waiting = []
  for (const resolve of resolves) resolve()
}
