import type { HostClock } from "../base/host.ts"
import { ServiceError } from "../base/service-error.ts"
import type { Caller } from "./caller.ts"

const second = 1_000

/** Stands for everyone who shows no credential. */
const nobody = 0

/**
 * Requests a second for each credential, and for all without one together, as a world's options say: of real time, also where
 * the world's clock stands still.
 */
export class RateLimit {
  readonly #windows = new Map<number, { start: number; count: number }>()

  constructor(
    readonly perSecond: number | undefined,
    readonly host: Pick<HostClock, "elapsed">,
  ) {}

  /** Counts a request; throws the 429 when it is one too many. */
  count(caller: Caller | undefined): void {
    if (this.perSecond === undefined) return
    const id = caller?.credential.id ?? nobody
    const now = this.host.elapsed()
    const window = this.#windows.get(id)
    if (window === undefined || now - window.start >= second) {
      this.#windows.set(id, { start: now, count: 1 })
      return
    }
    window.count++
    if (window.count <= this.perSecond) return
    throw new ServiceError(429, `More than ${this.perSecond} requests a second`, { retryable: true, retryAfter: 1 })
  }
}
