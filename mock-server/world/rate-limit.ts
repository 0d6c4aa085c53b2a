import type { Clock } from "../base/clock.ts"
import { ServiceError } from "../base/service-error.ts"
import type { Caller } from "./caller.ts"

const second = 1_000

/** Stands for everyone who shows no credential. */
const nobody = 0

/** Requests a second for each credential, and for all without one together, as a world's options say. */
export class RateLimit {
  #windows = new Map<number, { start: number; count: number }>()

  constructor(
    readonly perSecond: number | undefined,
    readonly clock: Clock,
  ) {}

  /** Counts a request; throws the 429 when it is one too many. */
  count(caller: Caller | undefined): void {
    if (this.perSecond === undefined) return
    const id = caller?.credential.id ?? nobody
    const now = this.clock.now()
    const window = this.#windows.get(id)
    if (window === undefined || now - window.start >= second) {
      this.#windows.set(id, { start: now, count: 1 })
      return
    }
    window.count++
    if (window.count <= this.perSecond) return
    throw new ServiceError(429, `More than ${this.perSecond} requests a second`, { retryable: true, retryAfter: 1 })
  }

  dump(): [credentialId: number, window: { start: number; count: number }][] {
    return [...this.#windows].map(([id, window]) => [id, { ...window }])
  }

  load(state: readonly (readonly [credentialId: number, window: { start: number; count: number }])[]): void {
    this.#windows = new Map(state.map(([id, window]) => [id, { ...window }]))
  }
}
