import { check, positiveCount } from "../client/request/options-check.ts"
import type { Relay } from "./hand-over.ts"
import { checkRounds, type RoundOptions, repeatRounds } from "./rounds.ts"

export interface PollOptions extends RoundOptions {
  /** Maximum number of messages sent at the same time. Default 10. */
  concurrency?: number | undefined
}

/** Sends due messages, at most `concurrency` at a time. */
export async function pollFor(relay: Relay, options: PollOptions = {}): Promise<void> {
  const { take, send } = relay
  const { concurrency = 10, ...rounds } = options
  const { lease = 300_000, signal } = rounds
  check("concurrency", concurrency, positiveCount)
  checkRounds("poll", rounds)
  const underWay = new Set<Promise<void>>()

  function begin(id: string): void {
    const sending = send(id, { signal })
      // Its row is taken again when the lease runs out.
      .catch(relay.failed)
      .then(() => void underWay.delete(sending))
    underWay.add(sending)
  }

  await repeatRounds(
    relay,
    async () => {
      const ids = await take(concurrency - underWay.size, lease)
      for (const id of ids) begin(id)
      if (underWay.size === concurrency) await Promise.race(underWay)
      return ids.length > 0
    },
    rounds,
  )
  await Promise.all(underWay)
}
