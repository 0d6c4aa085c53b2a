import { type Pace, type PaceClock, type PaceEngine, type PaceOptions, platformClock } from "./pace.ts"
import { everything, PaceLine } from "./pace-line.ts"

/** A pace over an engine. */
export function paceOf(
  engine: PaceEngine,
  { longestPause = Number.POSITIVE_INFINITY }: PaceOptions,
  clock: PaceClock = platformClock,
): Pace {
  if (!(longestPause >= 0)) throw new RangeError("longestPause must be milliseconds, 0 or more")
  // A number that every engine can count.
  const pauseOf = (ms: number) => Math.max(0, Math.min(ms, longestPause, 1e12))
  const lines = new Map<string, PaceLine>()

  return {
    turn(request, options) {
      const { credential } = request
      // Tokens come and go.
      const line = lines.get(credential) ?? new PaceLine(engine, clock, () => lines.delete(credential))
      lines.set(credential, line)
      return line.turn(request, options)
    },
    async slow(request, ms) {
      lines.get(request.credential)?.hold(everything, pauseOf(ms))
      await engine.slow(request, pauseOf(ms))
    },
    async stop(request, ms) {
      lines.get(request.credential)?.hold(request.endpoint, pauseOf(ms))
      await engine.stop(request, pauseOf(ms))
    },
  }
}
