import { limits } from "../../sdk/contract/core/limits.ts"

/** Attempts to deliver an event, the first one included. Spec: Acknowledgement, retries, duplicates. */
export const maxAttempts = limits.webhookRetryDelays.length + 1

const remembered = 10_000

/** Which attempt a request is: the service does not say it, so arrivals are counted. */
export class AttemptCount {
  readonly #seen = new Map<string, { readonly attempt: number; readonly wasTaken: boolean }>()

  constructor(
    /** The attempts that the service has made before, where it can be asked. */
    private readonly before: (id: string) => Promise<number | undefined>,
  ) {}

  /** The number of the attempt that has just come; one that comes late was tried before this began to listen. */
  async next(id: string, isLate: boolean): Promise<number> {
    const last = this.#seen.get(id)
    // What was acknowledged is not tried again: it was sent once more.
    if (last?.wasTaken) return 1
    if (last) return Math.min(last.attempt + 1, maxAttempts)
    const before = isLate ? await this.before(id).catch(() => undefined) : undefined
    return Math.min((before ?? 0) + 1, maxAttempts)
  }

  /** Notes what became of it. */
  settle(id: string, attempt: number, wasTaken: boolean): void {
    this.#seen.delete(id)
    this.#seen.set(id, { attempt, wasTaken })
    const [oldest] = this.#seen.size > remembered ? this.#seen.keys() : []
    if (oldest !== undefined) this.#seen.delete(oldest)
  }
}

/** True where an event happened so long before its request was signed that it cannot be the first one. */
export function isLate(timestamp: unknown, headers: { readonly [name: string]: unknown }): boolean {
  const signed = Number(headers["webhook-timestamp"]) * 1_000
  const happened = Date.parse(String(timestamp))
  return signed - happened >= (limits.webhookRetryDelays[0] ?? 0) - 5_000
}
