import { withFirst } from "../client/request/host.ts"
import { type RoundOptions, repeatRounds } from "./rounds.ts"

/** The part of an outbox that queue adapters need. */
export interface Relay {
  /** Name of the jobs that send a message, unique for each outbox. A job carries the id; the message stays in the outbox. */
  readonly jobName: string
  take(count: number, lease: number): Promise<readonly string[]>
  giveBack(ids: readonly string[]): Promise<unknown>
  send(id: string, options: { signal?: AbortSignal | undefined }): Promise<unknown>
  /** Tells of an error of the database or the queue. */
  failed(error: unknown): void
  /** Puts times right that cannot be, and tells of messages that should have been sent long ago. */
  lookAfter(): Promise<void>
}

const batch = 500
/** The first window of a hand-over: the number of messages that a queue may have at once. */
const firstWindow = 500
const widest = 100_000

/**
 * How many messages a process may hand over: as many as it sends within a lease. What is handed over and not sent in that time
 * is handed over again, each time with an update of its row. Counts, not ids: processes send each other's messages.
 */
export class HandOverWindow {
  readonly #lease: number
  #size = firstWindow
  /** What was handed over and not yet sent, oldest first. */
  readonly #handed: { readonly at: number; left: number }[] = []

  constructor(lease: number) {
    this.#lease = lease
  }

  /** Number of messages that can be handed over now. */
  room(now = Date.now()): number {
    let [expired, remaining] = [0, 0]
    for (const batch of this.#handed) {
      // A clock that was set back must not keep a batch for long.
      if (Math.abs(now - batch.at) >= this.#lease) expired += batch.left
      else remaining += batch.left
    }
    const active = this.#handed.filter(({ at, left: remaining }) => remaining > 0 && Math.abs(now - at) < this.#lease)
    this.#handed.splice(0, this.#handed.length, ...active)
    this.#size = Math.max(1, this.#size - expired)
    return Math.max(0, this.#size - remaining)
  }

  handedOver(count: number, now = Date.now()): void {
    if (count > 0) this.#handed.push({ at: now, left: count })
  }

  /** Counts a message that was sent or failed. When that took less than half of the lease, more can be handed over. */
  sent(now = Date.now()): void {
    while (this.#handed[0]?.left === 0) this.#handed.shift()
    const [oldest] = this.#handed
    if (oldest) oldest.left -= 1
    if (!oldest || now - oldest.at < this.#lease / 2) this.#size = Math.min(this.#size + 1, widest)
  }
}

/**
 * Hands due messages to a queue until the signal aborts. A row whose job is lost is due again after the lease. Returns the
 * function that sends a job's message: both signals, that of the hand-over and the job's, give back what only waits.
 */
export function claimAndYield(
  relay: Relay,
  enqueue: (ids: readonly string[]) => Promise<unknown>,
  options: RoundOptions,
): (id: string, job?: AbortSignal) => Promise<void> {
  const { lease = 300_000, signal } = options
  const window = new HandOverWindow(lease)
  const rounds = repeatRounds(
    relay,
    async () => {
      const count = Math.min(batch, window.room())
      const ids = count > 0 ? await relay.take(count, lease) : []
      try {
        // What jobs gave back since then must not be taken along.
        if (ids.length > 0) await (signal?.aborted ? relay.giveBack(ids) : enqueue(ids))
      } catch (error) {
        await relay.giveBack(ids)
        throw error
      }
      window.handedOver(ids.length)
      return ids.length === batch
    },
    options,
  )
  return async (id, job) => {
    try {
      await withFirst([signal, job], (either) => relay.send(id, { signal: either }))
    } finally {
      window.sent()
      // Who waits for the jobs ends the process next.
      if (signal?.aborted) await rounds
    }
  }
}
