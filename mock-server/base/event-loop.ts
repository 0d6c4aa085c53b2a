import { hostClock } from "./host.ts"

/** How many turns are asked for at once: after each of them all goes on that can, and after the last of them Node looks outside. */
const ahead = 32
let left = 0
let waiting: (() => void)[] = []

/** Whatever needs no time has happened when this is over. */
export const turn = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve)
    if (left > 0) return
    for (; left < ahead; left++) hostClock.soon(take)
  })

/** Node has looked outside when this is over. */
export const round = (): Promise<void> => new Promise((resolve) => hostClock.soon(resolve))

function take(): void {
  left--
  const resolves = waiting
  waiting = []
  for (const resolve of resolves) resolve()
}
