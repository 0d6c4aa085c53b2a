import { limits } from "../../../sdk/contract/core/limits.ts"

/** Attempts to deliver an event, the first one included. Spec: Acknowledgement, retries, duplicates. */
export const maxAttempts = limits.webhookRetryDelays.length + 1

const remembered = 10_000

/** Counts arrivals to tell which attempt a request is: the service does not send the number. */
export class AttemptCount {
  readonly #seen = new Map<string, { readonly attempt: number; readonly wasTaken: boolean }>()

  constructor(
    /** Returns the number of earlier attempts, if the service can be asked. */
    private readonly before: (id: string) => Promise<number | undefined>,
  ) {}

  /** The number of the current attempt. A late event had attempts before this command started listening. */
  async next(id: string, isLate: boolean): Promise<number> {
    const last = this.#seen.get(id)
    // The service does not retry an acknowledged event: it was resent.
    if (last?.wasTaken) return 1
    if (last) return Math.min(last.attempt + 1, maxAttempts)
    const before = isLate ? await this.before(id).catch(() => undefined) : undefined
    return Math.min((before ?? 0) + 1, maxAttempts)
  }

  /** Records the outcome of an attempt. */
  settle(id: string, attempt: number, wasTaken: boolean): void {
    this.#seen.delete(id)
    this.#seen.set(id, { attempt, wasTaken })
    const [oldest] = this.#seen.size > remembered ? this.#seen.keys() : []
    if (oldest !== undefined) this.#seen.delete(oldest)
  }
}

/** True when an event happened so long before its request was signed that this cannot be the first attempt. */
export function isLate(timestamp: unknown, headers: { readonly [name: string]: unknown }): boolean {
  const signed = Number(headers["webhook-timestamp"]) * 1_000
  const happened = Date.parse(String(timestamp))
  return signed - happened >= (limits.webhookRetryDelays[0] ?? 0) - 5_000
}
