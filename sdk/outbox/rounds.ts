import { host, sleep } from "../request/host.ts"
import { abortSignal, callable, check, milliseconds } from "../request/options-check.ts"
import { refuseOthers } from "../webhooks/store.ts"

/** When to look for messages that are due. */
export interface RoundOptions {
  /** Ends it; what is on its way arrives. */
  signal?: AbortSignal | undefined
  /** Milliseconds between two looks where nothing is due. Default 1,000. */
  every?: number | undefined
  /** Milliseconds after which a message that was taken and has no result is taken again. Default 300,000. */
  lease?: number | undefined
  /** Hears what keeps it from looking, such as a database that is away. It looks again after `every`. */
  onError?: ((error: unknown) => void) | undefined
}

/** Refuses options of `of` that are none, or of a wrong type. */
export function checkRounds(of: string, { signal, every, lease, onError, ...others }: RoundOptions): void {
  refuseOthers(of, others)
  check("signal", signal, abortSignal)
  check("every", every, milliseconds)
  check("lease", lease, milliseconds)
  check("onError", onError, callable)
}

/** Does a round after another until the signal; one that answers false, or fails, is followed by a pause. */
export async function repeatRounds(round: () => Promise<boolean>, { signal, every = 1_000, onError }: RoundOptions) {
  while (!signal?.aborted) {
    const isMore = await round().catch((error: unknown) => onError?.(error))
    // The signal ends the pause, which says so by rejecting.
    if (!isMore) await sleep(host, every, signal).catch(() => undefined)
  }
}
