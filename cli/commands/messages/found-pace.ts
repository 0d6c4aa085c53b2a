import { memoryPace, type Pace } from "../../../sdk/stores/index.ts"

/**
 * As fast as it goes, until the service says that this is too fast; from then on at a rate that is learned. Without it many calls at
 * once would refuse each other's repetitions.
 */
export function foundPace(): Pace {
  const learned = memoryPace()
  let isRefused = false
  return {
    turn: async (request, options) => (isRefused ? learned.turn(request, options) : undefined),
    slow(request, ms) {
      isRefused = true
      return learned.slow(request, ms)
    },
    // The error of the first call that is stopped says why; it ends the command.
    async stop() {},
  }
}
