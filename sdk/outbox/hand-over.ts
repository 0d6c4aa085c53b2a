import { type RoundOptions, repeatRounds } from "./rounds.ts"

/** What adapters of queues need of an outbox. */
export interface Relay {
  /** The name of jobs that send a message. They carry its id; the message stays in the outbox. Each outbox has its own. */
  readonly jobName: string
  take(count: number, lease: number): Promise<readonly string[]>
  giveBack(ids: readonly string[]): Promise<unknown>
  send(id: string, options: { signal?: AbortSignal | undefined }): Promise<unknown>
}

const batch = 500

/** Hands to a queue what is due, until the signal. A row whose job is lost there is due again after the lease. */
export function handOver(relay: Relay, put: (ids: readonly string[]) => Promise<unknown>, options: RoundOptions): void {
  const { lease = 300_000 } = options
  void repeatRounds(async () => {
    const ids = await relay.take(batch, lease)
    try {
      if (ids.length > 0) await put(ids)
    } catch (error) {
      await relay.giveBack(ids)
      throw error
    }
    return ids.length === batch
  }, options)
}
