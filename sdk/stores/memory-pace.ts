import { isTooFar, refuseUnknownOptions } from "../webhooks/store.ts"
import {
  batchTime,
  endpointKey,
  furthest,
  keepRate,
  longestStep,
  minRate,
  outage,
  type Pace,
  type PaceClock,
  type PaceEngine,
  type PaceOptions,
  platformClock,
  type Rates,
  ratesOf,
  recent,
} from "./pace.ts"
import { paceOf } from "./pace-of.ts"

/** The state of a credential, or of one endpoint with it. */
interface Row {
  /** When the next turn is free. */
  readonly next: number
  /** Until when no turn is given. */
  readonly paused: number
  /** Milliseconds of that pause. */
  readonly pause: number
  /** Turns per second. */
  readonly rate: number
  /** The recent turns of a credential, or failures of an endpoint, as of `counted`. */
  readonly recently: number
  readonly counted: number
}

/** A sum that fades. */
const faded = ({ recently, counted }: Row, now: number) => recently * Math.exp(Math.min(0, counted - now) / recent)

/** The engine of one process. The other engines do the same in the language of their store. */
export function memoryEngine({ first, max, growth }: Rates, { now: clock }: PaceClock): PaceEngine {
  const rows = new Map<string, Row>()
  const rowOf = (key: string): Row => {
    const row = rows.get(key) ?? { next: 0, paused: 0, pause: 0, rate: first, recently: 0, counted: 0 }
    const isThrown = isTooFar(row.paused - clock(), row.pause)
    return { ...row, rate: Math.min(row.rate, max), paused: isThrown ? 0 : row.paused }
  }
  /** Throws a pause away that is further ahead than can be. Returns by how many milliseconds it was. */
  function throwPause(key: string, now: number): number {
    const row = rows.get(key)
    if (row === undefined || !isTooFar(row.paused - now, row.pause)) return 0
    rows.set(key, { ...row, paused: 0 })
    return row.paused - now
  }
  function forgetOld(now: number) {
    for (const [key, { next, paused }] of rows) if (Math.max(next, paused) < now - keepRate) rows.delete(key)
  }
  function pause(key: string, ms: number, fields: Partial<Row> = {}) {
    const [row, now] = [rowOf(key), clock()]
    const paused = Math.max(row.paused, now + ms)
    rows.set(key, { ...row, ...fields, paused, pause: paused - now })
  }

  return {
    async take({ request, count, within, late }) {
      const [now, key] = [clock(), request.credential]
      if (!rows.has(key)) forgetOld(now)
      const thrownPause = Math.max(throwPause(key, now), throwPause(endpointKey(request), now))
      const row = rowOf(key)
      const { paused, rate } = row
      const thrownTurn = row.next > now + furthest ? row.next - now : 0
      const next = thrownTurn > 0 ? now : row.next
      const pausedMs = Math.max(0, rowOf(endpointKey(request)).paused - now)
      const at = Math.max(now, next, paused)
      if (pausedMs > 0 || at - now > within)
        return { count: 0, wait: at - now, spacing: 0, held: pausedMs, thrown: thrownPause }
      const turnCount = Math.min(count, Math.max(1, Math.floor((rate * batchTime) / 1_000)))
      // Unused turns say nothing about the limit.
      const grown = next > now ? Math.min(max, rate + (growth * turnCount) / rate) : rate
      const spacing = 1_000 / grown
      const after = at + Math.min((turnCount + late) * spacing, longestStep)
      rows.set(key, { ...row, next: after, rate: grown, recently: faded(row, now) + turnCount, counted: now })
      return { count: turnCount, wait: at - now, spacing, held: pausedMs, thrown: Math.max(thrownTurn, thrownPause) }
    },
    async slow({ credential }, ms) {
      const { paused, rate } = rowOf(credential)
      // Requests that were under way together are refused together: they count once.
      pause(credential, ms, { rate: paused > clock() ? rate : Math.max(minRate, rate / 2) })
    },
    async stop(request, ms) {
      pause(endpointKey(request), ms)
    },
    async countFailure(request, ms) {
      const [now, key] = [clock(), endpointKey(request)]
      const row = rowOf(key)
      const failures = faded(row, now) + 1
      const isOutage = failures >= outage.failures && failures >= outage.share * faded(rowOf(request.credential), now)
      pause(key, isOutage ? ms : 0, { recently: failures, counted: now })
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
