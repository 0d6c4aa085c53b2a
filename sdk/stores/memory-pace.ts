import { refuseUnknownOptions } from "../webhooks/store.ts"
import {
  batchTime,
  endpointKey,
  keepRate,
  minRate,
  type Pace,
  type PaceClock,
  type PaceEngine,
  type PaceOptions,
  platformClock,
  type Rates,
  ratesOf,
} from "./pace.ts"
import { paceOf } from "./pace-of.ts"

/** The state of a credential, or of one endpoint with it. */
interface Row {
  /** When the next turn is free. */
  readonly next: number
  /** Until when no turn is given. */
  readonly paused: number
  /** Turns per second. */
  readonly rate: number
}

/** The engine of one process. The other engines do the same in the language of their store. */
export function memoryEngine({ first, max, growth }: Rates, { now: clock }: PaceClock): PaceEngine {
  const rows = new Map<string, Row>()
  const rowOf = (key: string): Row => {
    const row = rows.get(key) ?? { next: 0, paused: 0, rate: first }
    return { ...row, rate: Math.min(row.rate, max) }
  }
  function forgetOld(now: number) {
    for (const [key, { next, paused }] of rows) if (Math.max(next, paused) < now - keepRate) rows.delete(key)
  }

  return {
    async take({ request, count, within, late }) {
      const [now, key] = [clock(), request.credential]
      if (!rows.has(key)) forgetOld(now)
      const { next, paused, rate } = rowOf(key)
      const held = Math.max(0, rowOf(endpointKey(request)).paused - now)
      const at = Math.max(now, next, paused)
      if (held > 0 || at - now > within) return { count: 0, wait: at - now, spacing: 0, held }
      const taken = Math.min(count, Math.max(1, Math.floor((rate * batchTime) / 1_000)))
      // Unused turns say nothing about the limit.
      const grown = next > now ? Math.min(max, rate + (growth * taken) / rate) : rate
      const spacing = 1_000 / grown
      rows.set(key, { next: at + (taken + late) * spacing, paused, rate: grown })
      return { count: taken, wait: at - now, spacing, held }
    },
    async slow({ credential }, ms) {
      const now = clock()
      const { next, paused, rate } = rowOf(credential)
      // Requests that were under way together are refused together: they count once.
      const slower = paused > now ? rate : Math.max(minRate, rate / 2)
      rows.set(credential, { next, paused: Math.max(paused, now + ms), rate: slower })
    },
    async stop(request, ms) {
      const key = endpointKey(request)
      const row = rowOf(key)
      rows.set(key, { ...row, paused: Math.max(row.paused, clock() + ms) })
    },
  }
}

/**
 * The pace of all clients in one process, on any platform.
 *
 * ```ts
 * const mas = new Mas({ pace: memoryPace({ perSecond: 50 }) })
 * ```
 * @throws {RangeError} when `perSecond` is not 0.1 to 1,000,000, or `longestPause` is negative.
 * @throws {TypeError} for an unknown option.
 */
export function memoryPace({ perSecond, longestPause, ...others }: PaceOptions = {}): Pace {
  refuseUnknownOptions("memoryPace", others)
  return paceOf(memoryEngine(ratesOf(perSecond), platformClock), { longestPause })
}
