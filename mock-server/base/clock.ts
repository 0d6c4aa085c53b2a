import type { HostClock } from "./host.ts"

/** The latest time that fits into a timestamp with a four-digit year. */
export const lastMoment = Date.UTC(9999, 11, 31, 23, 59, 59, 999)
/** The latest time that a clock shows: an expiry some days later must still fit. */
export const lastNow = Date.UTC(9999, 0, 1)
export const pastLastNow = `past ${new Date(lastNow).toISOString()}, the latest that a clock shows`

export const clockModes = ["real", "frozen", "scaled"] as const
export type ClockMode = (typeof clockModes)[number]

/** Which clock the header `webhook-timestamp` uses: the world's, or the machine's, which receivers compare it with. */
export const webhookTimes = ["world", "real"] as const
export type WebhookTime = (typeof webhookTimes)[number]

/** The allowed speeds of a scaled clock, relative to the host's time. */
export const rates = { least: 1, most: 3_600 } as const

/** The state needed to restore a clock. @internal */
export interface ClockState {
  readonly mode: ClockMode
  /** Milliseconds since 1970. */
  readonly now: number
  /** Only for `scaled`. */
  readonly rate?: number | undefined
}

/**
 * A world's time. `real` is the host's time plus an offset. `scaled` runs `rate` times as fast. `frozen` moves only
 * when set or advanced.
 * @internal
 */
export class Clock {
  #mode: ClockMode
  #rate = 1
  #offset = 0
  #frozenAt: number | undefined
  #text = ""
  #textAt = Number.NaN
  #onChange: (() => void) | undefined

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

  /** The speed relative to the host's time; undefined in other modes. */
  get rate(): number | undefined {
    return this.#mode === "scaled" ? this.#rate : undefined
  }

  /** Milliseconds since 1970. */
  now(): number {
    return Math.min(this.#frozenAt ?? this.#hostTime() + this.#offset, lastNow)
  }

  /** Host milliseconds until a given time is reached without moving the clock. */
  hostTimeUntil(moment: number): number {
    return Math.ceil((moment - this.now()) / this.#rate)
  }

  /** Constant unless the clock is moved: the frozen time, or the offset to the host's time. */
  get offset(): number {
    return this.#frozenAt ?? this.#offset
  }

  /** Milliseconds, to a second, by which the clock is ahead of the host's time; negative if it is behind. */
  get ahead(): number {
    return Math.round((this.now() - this.host.now()) / 1_000) * 1_000
  }

  /** True when the clock differs from the host's time. */
  get isShifted(): boolean {
    return this.#frozenAt !== undefined || this.#rate !== 1 || Math.abs(this.#offset) > 1_000
  }

  /** The current time as ISO 8601 text. */
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
    this.#rate = state.mode === "scaled" ? (state.rate ?? 1) : 1
    this.#offset = state.now - this.#hostTime()
    this.#frozenAt = state.mode === "frozen" ? state.now : undefined
    this.#onChange?.()
  }

  /** Holds the clock at `moment` until `release`, in any mode: an advance steps from one due time to the next. */
  hold(moment: number): void {
    if (this.#frozenAt === moment) return
    this.#frozenAt = moment
    this.#onChange?.()
  }

  release(): void {
    this.set({ mode: this.#mode, now: this.now(), rate: this.#rate })
  }

  /** Calls `onChange` whenever the clock is moved or set; without an argument it stops. */
  watch(onChange?: () => void): void {
    this.#onChange = onChange
  }

  /** The host's time at this clock's rate. The offset makes the zero point irrelevant. */
  #hostTime(): number {
    return Math.floor(this.host.now() * this.#rate)
  }
}
