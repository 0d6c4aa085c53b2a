import { memoryPace, type Pace } from "../../../sdk/stores/index.ts"

/**
 * As fast as it goes, until the service says that this is too fast; from then on at a rate that is learned. Without it many calls at
 * once would refuse each other's repetitions. `taken` says how many messages the service has taken, `now` the time in milliseconds.
 */
export function foundPace(taken: () => number, now: () => number): Pace {
  const began = now()
  let learned: Pace | undefined
  return {
    turn: async (request, options) => learned?.turn(request, options),
    slow(request, ms) {
      // Limits count seconds: what came in less than one is all that a second takes.
      const rate = (1_000 * taken()) / Math.max(1_000, now() - began)
      // Twice as fast, because this refusal halves it at once. Too few messages say nothing.
      learned ??= memoryPace(rate > 10 ? { perSecond: 2 * rate } : {})
      return learned.slow(request, ms)
    },
    // The error of the first call that is stopped says why; it ends the command.
    async stop() {},
  }
}
