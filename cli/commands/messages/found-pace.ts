import { memoryPace, type Pace } from "../../../sdk/stores/index.ts"

/**
 * A pace without limit until the service says that it is too fast, then at a learned rate. Otherwise parallel calls
 * would make each other's retries fail. `taken` returns the number of accepted messages, `now` the time in
 * milliseconds.
 */
export function foundPace(sentCount: () => number, now: () => number): Pace {
  const began = now()
  let learned: Pace | undefined
  return {
    turn: async (request, options) => learned?.turn(request, options),
    slow(request, ms) {
      // Limits count per second: messages accepted in less than one are all of that second.
      const rate = (1_000 * sentCount()) / Math.max(1_000, now() - began)
      // Doubled, because this refusal halves it at once. Too few messages tell nothing.
      learned ??= memoryPace(rate > 10 ? { perSecond: 2 * rate } : {})
      return learned.slow(request, ms)
    },
    // The error of the first call that is stopped gives the reason, and ends the command.
    async stop() {},
    // Each call waits for itself.
    async countFailure() {},
  }
}
