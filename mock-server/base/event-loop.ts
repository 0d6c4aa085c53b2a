import { type HostClock, hostClock } from "./host.ts"

/** Number of turns requested in advance. After each turn pending work continues; after the last one Node polls for I/O. */
const ahead = 32
let remaining = 0
let waiting: (() => void)[] = []

/** Resolves when all work that needs no time has run. */
export const turn = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve)
    if (remaining > 0) return
    for (; remaining < ahead; remaining++) hostClock.soon(take)
  })

/** Resolves after Node has polled for I/O. */
export const round = (): Promise<void> => new Promise((resolve) => hostClock.soon(resolve))

/** A long work answers requests after this many milliseconds, and after as many steps. */
const [pieceLasts, stepsInAPiece] = [10, 1_024]

/** Tells when a piece of work that begins now has taken so long that others must be answered. */
export function startPiece(host: HostClock): () => boolean {
  const end = host.elapsed() + pieceLasts
  return () => host.elapsed() >= end
}

/** Resolves after the requests that wait have been answered. */
export const answerOthers = (host: HostClock): Promise<void> => new Promise((resolve) => host.soon(resolve))

/** A long work that can be interrupted after each step; it returns its result. */
export type Steps<R> = Generator<void, R>

/** Does a long work at once, for a caller in this process. */
export function atOnce<R>(steps: Steps<R>): R {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Does a long work step by step, and other work in between. Resolves with its result. */
export async function inPieces<R>(host: HostClock, steps: Steps<R>): Promise<R> {
  for (;;) {
    const isOver = startPiece(host)
    for (let step = 0; step < stepsInAPiece; step++) {
      const { done, value } = steps.next()
      if (done) return value
      if (isOver()) break
    }
    await answerOthers(host)
  }
}

function take(): void {
  remaining--
  const resolves = waiting
  waiting = []
  for (const resolve of resolves) resolve()
}
