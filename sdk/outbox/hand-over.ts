import { type RoundOptions, repeatRounds } from "./rounds.ts"

/** The part of an outbox that queue adapters need. */
export interface Relay {
  /** Name of the jobs that send a message, unique for each outbox. A job carries the id; the message stays in the outbox. */
  readonly jobName: string
  take(count: number, lease: number): Promise<readonly string[]>
  giveBack(ids: readonly string[]): Promise<unknown>
  send(id: string, options: { signal?: AbortSignal | undefined }): Promise<unknown>
  /** Tells of messages that should have been sent long ago. */
  tellOverdue(): Promise<void>
}

const batch = 500

/** Hands due messages to a queue until the signal aborts. A row whose job is lost is due again after the lease. */
export function handOver(relay: Relay, put: (ids: readonly string[]) => Promise<unknown>, options: RoundOptions): void {
  const { lease = 300_000 } = options
  void repeatRounds(
    relay,
    async () => {
      const ids = await relay.take(batch, lease)
      try {
        if (ids.length > 0) await put(ids)
      } catch (error) {
        await relay.giveBack(ids)
        throw error
      }
      return ids.length === batch
    },
    options,
  )
}
