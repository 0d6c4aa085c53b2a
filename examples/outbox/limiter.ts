import { setTimeout as sleep } from "node:timers/promises"

/** The pace of all senders together, kept where all of them look; its time is the store's. */
export interface PaceStore {
  /** Takes so many turns, `spacing` milliseconds apart. None when the first is more than a second away: then ask again. */
  take(count: number, spacing: number): Promise<Turns>
  /** Gives out no turn for so many milliseconds; a longer pause that there is stays. */
  pause(ms: number): Promise<void>
}

export interface Turns {
  readonly given: boolean
  /** Milliseconds until the first. */
  readonly wait: number
}

export interface LimiterOptions {
  /** Requests a second, of all senders together. */
  readonly perSecond: number
  /** Milliseconds after which it is tried again, whatever the service said: somebody may have bought more capacity. */
  readonly longestPause: number
}

export interface Limiter {
  /** Resolves when one request may be sent. */
  turn(): Promise<void>
  /** Holds back all senders until then. */
  pauseUntil(date: Date): Promise<void>
}

/** Somebody who waits for a turn. */
interface Waiting {
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** Seldom enough to cost nothing, often enough to notice that somebody has ended a pause. */
const askAgain = 5_000

export function createLimiter(store: PaceStore, { perSecond, longestPause }: LimiterOptions): Limiter {
  const spacing = 1_000 / perSecond
  const waiting: Waiting[] = []
  let isAsking = false

  // One question at a time, for all who wait in this process: the row or key is hot.
  async function ask(): Promise<void> {
    if (isAsking) return
    isAsking = true
    try {
      while (waiting.length > 0) {
        const count = Math.min(waiting.length, Math.ceil(perSecond))
        const { given, wait } = await store.take(count, spacing)
        if (!given) await sleep(Math.min(wait, askAgain))
        else
          for (const [index, { resolve }] of waiting.splice(0, count).entries()) after(wait + index * spacing, resolve)
      }
    } catch (error) {
      for (const { reject } of waiting.splice(0)) reject(error)
    } finally {
      isAsking = false
    }
  }

  return {
    turn: () =>
      new Promise((resolve, reject) => {
        waiting.push({ resolve, reject })
        void ask()
      }),
    pauseUntil: (date) => store.pause(Math.min(Math.max(0, date.getTime() - Date.now()), longestPause)),
  }
}

function after(ms: number, callback: () => void): void {
  if (ms <= 0) callback()
  else setTimeout(callback, ms)
}
