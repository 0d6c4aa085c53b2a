import {
  type Pace,
  type PaceClock,
  type PacedRequest,
  type PaceEngine,
  type PaceOptions,
  platformClock,
} from "./pace.ts"
import { allEndpoints, PaceLine } from "./pace-line.ts"

/** A pace over an engine. */
export function paceOf(
  engine: PaceEngine,
  { longestPause = Number.POSITIVE_INFINITY }: PaceOptions,
  clock: PaceClock = platformClock,
): Pace {
  if (!(longestPause >= 0)) throw new RangeError("longestPause must be milliseconds, 0 or more")
  // Bounded, so that every engine can store it.
  const pauseOf = (ms: number) => Math.max(0, Math.min(ms, longestPause, 1e12))
  const lines = new Map<string, PaceLine>()

  function lineOf({ credential }: PacedRequest): PaceLine {
    const cached = lines.get(credential)
    if (cached) return cached
    // Tokens change: drop lines that are no longer used.
    for (const [other, { isIdle }] of lines) if (isIdle) lines.delete(other)
    const line = new PaceLine(engine, clock)
    lines.set(credential, line)
    return line
  }

  return {
    turn: (request, options) => lineOf(request).turn(request, options),
    async slow(request, ms) {
      lines.get(request.credential)?.hold(allEndpoints, pauseOf(ms))
      await engine.slow(request, pauseOf(ms))
    },
    async stop(request, ms) {
      lines.get(request.credential)?.hold(request.endpoint, pauseOf(ms))
      await engine.stop(request, pauseOf(ms))
    },
    async countFailure(request, ms) {
      await engine.countFailure(request, pauseOf(ms))
    },
  }
}
