import type { Caller } from "./caller.ts"
import type { Clock } from "./clock.ts"
import { ServiceError } from "./service-error.ts"

const second = 1_000

/** Requests a second for each credential, as a world's options say. */
export class RateLimit {
  readonly #windows = new Map<number, { start: number; count: number }>()

  constructor(
    readonly perSecond: number | undefined,
    readonly clock: Clock,
  ) {}

  /** Counts a request; throws the 429 when it is one too many. */
  count({ credential }: Caller): void {
    if (this.perSecond === undefined) return
    const now = this.clock.now()
    const window = this.#windows.get(credential.id)
    if (window === undefined || now - window.start >= second) {
      this.#windows.set(credential.id, { start: now, count: 1 })
      return
    }
    window.count++
    if (window.count <= this.perSecond) return
    throw new ServiceError(429, `More than ${this.perSecond} requests a second`, { retryable: true, retryAfter: 1 })
  }
}
