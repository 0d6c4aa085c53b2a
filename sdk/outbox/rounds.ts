import { host, sleep } from "../client/request/host.ts"
import { abortSignal, callable, check, milliseconds } from "../client/request/options-check.ts"
import { refuseUnknownOutboxOptions } from "./owned-options.ts"

/** When to look for due messages. */
export interface RoundOptions {
  /**
   * Stops looking for messages, and gives back those that wait, for their turn, `Retry-After` or a connection. Those on their
   * way to the service are finished within the client's `timeout`.
   */
  signal?: AbortSignal | undefined
  /** Milliseconds between two checks while nothing is due. Default 1,000. */
  every?: number | undefined
  /** Milliseconds after which a message that was taken but has no result is taken again. Default 300,000. */
  lease?: number | undefined
  /**
   * Called with an error of a check, such as an unreachable database; with an `OutboxError` for a message that was not sent; and
   * with an `OutboxOverdueError` when the oldest has waited for `overdueAfter`, or an `OutboxClockError` when a wrong clock would
   * have kept some waiting. Each kind of failure comes at once and then at doubling distances, of a second up to an hour. Waiting
   * until a time that the service names is no failure. Without it, and without a `logger`, failures become process warnings.
   */
  onError?: ((error: unknown) => void) | undefined
}

/** Throws for unknown options of `of`, and for options of a wrong type. */
export function checkRounds(of: string, { signal, every, lease, onError, ...others }: RoundOptions): void {
  refuseUnknownOutboxOptions(of, others)
  check("signal", signal, abortSignal)
  check("every", every, milliseconds)
  check("lease", lease, milliseconds)
  check("onError", onError, callable)
}

/** Milliseconds between two looks after all messages. */
const lookEvery = 60_000

/** Repeats a round until the signal aborts; pauses after one that returns false or fails. */
export async function repeatRounds(
  { lookAfter, failed }: { lookAfter(): Promise<void>; failed(error: unknown): void },
  round: () => Promise<boolean>,
  { signal, every = 1_000 }: RoundOptions,
): Promise<void> {
  let next = 0
  let looking: Promise<unknown> | undefined
  while (!signal?.aborted) {
    const now = Date.now()
    if (looking === undefined && (now >= next || next - now > lookEvery)) {
      next = now + lookEvery
      // Beside the rounds: a database under load takes a moment.
      looking = lookAfter()
        .catch(failed)
        .then(() => {
          looking = undefined
        })
    }
    const isMore = await round().catch(failed)
    // When the signal aborts, the pause rejects.
    if (!isMore) await sleep(host, every, signal).catch(() => undefined)
  }
  await looking
}
