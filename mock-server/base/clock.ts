import type { HostClock } from "./host.ts"

/** What is later than this has no place in a timestamp of four-digit years. */
export const lastMoment = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

export type ClockMode = "real" | "frozen"

/** What is needed to set a clock up again. */
export interface ClockState {
  readonly mode: ClockMode
  /** Milliseconds since 1970. */
  readonly now: number
}

/** A world's time. `real` is the host's time plus an offset, `frozen` stands still until it is moved. */
export class Clock {
  #mode: ClockMode
  #offset = 0
  #standing: number | undefined
  #text = ""
  #textAt = Number.NaN

  constructor(
    readonly host: HostClock,
    state: ClockState,
  ) {
    this.#mode = state.mode
    this.set(state)
  }

  get mode(): ClockMode {
    return this.#mode
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.#standing ?? this.host.now() + this.#offset
  }

  /** Stays the same as long as nobody moves the clock: where it stands, or how far it is ahead of the host's. */
  get position(): number {
    return this.#standing ?? this.#offset
  }

  /** Now as it goes over the wire. */
  timestamp(): string {
    const now = this.now()
    if (now !== this.#textAt) {
      this.#textAt = now
      this.#text = new Date(now).toISOString()
    }
    return this.#text
  }

  set(state: ClockState): void {
    this.#mode = state.mode
    this.#offset = state.now - this.host.now()
    this.#standing = state.mode === "frozen" ? state.now : undefined
  }

  /** Stands at `moment` until `release`, whatever the mode: how an advance walks from one due time to the next. */
  hold(moment: number): void {
    this.#standing = moment
  }

  release(): void {
    this.set({ mode: this.#mode, now: this.now() })
  }
}
