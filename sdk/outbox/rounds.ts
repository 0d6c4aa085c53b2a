import { host, sleep } from "../request/host.ts"
import { abortSignal, callable, check, milliseconds } from "../request/options-check.ts"
import { refuseUnknownOptions } from "../webhooks/store.ts"

/** When to look for due messages. */
export interface RoundOptions {
  /** Stops looking for messages; those already being sent are finished. */
  signal?: AbortSignal | undefined
  /** Milliseconds between two checks while nothing is due. Default 1,000. */
  every?: number | undefined
  /** Milliseconds after which a message that was taken but has no result is taken again. Default 300,000. */
  lease?: number | undefined
  /** Called with an error of a check, such as an unreachable database. The next check follows after `every`. */
  onError?: ((error: unknown) => void) | undefined
}

/** Throws for unknown options of `of`, and for options of a wrong type. */
export function checkRounds(of: string, { signal, every, lease, onError, ...others }: RoundOptions): void {
  refuseUnknownOptions(of, others)
  check("signal", signal, abortSignal)
  check("every", every, milliseconds)
  check("lease", lease, milliseconds)
  check("onError", onError, callable)
}

/** Repeats a round until the signal aborts; pauses after one that returns false or fails. */
export async function repeatRounds(round: () => Promise<boolean>, { signal, every = 1_000, onError }: RoundOptions) {
  while (!signal?.aborted) {
    const isMore = await round().catch((error: unknown) => onError?.(error))
    // When the signal aborts, the pause rejects.
    if (!isMore) await sleep(host, every, signal).catch(() => undefined)
  }
}
