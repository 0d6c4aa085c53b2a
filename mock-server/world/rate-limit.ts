import type { HostClock } from "../base/host.ts"
import { ServiceError } from "../base/service-error.ts"
import type { Caller } from "./caller.ts"

const second = 1_000

const nobody = 0

/**
 * Requests per second for each credential, and for all callers without one together. Measured in real time, even when the world's
 * clock is frozen.
 */
export class RateLimit {
  readonly #windows = new Map<number, { start: number; count: number }>()

  constructor(
    readonly perSecond: number | undefined,
    readonly host: Pick<HostClock, "elapsed">,
  ) {}

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
    throw new ServiceError(429, `More than ${this.perSecond} requests a second`, {
      rule: "36.12",
      retryable: true,
      retryAfter: 1,
    })
  }
}
