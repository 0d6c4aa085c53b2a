import type { HostClock } from "./host.ts"

/** What is later than this has no place in a timestamp of four-digit years. */
export const lastMoment = Date.UTC(9999, 11, 31, 23, 59, 59, 999)
/** The latest that a clock shows: what ends so many days later still has its place. */
export const lastNow = Date.UTC(9999, 0, 1)
export const pastLastNow = `past ${new Date(lastNow).toISOString()}, the latest that a clock shows`

export const clockModes = ["real", "frozen", "scaled"] as const
export type ClockMode = (typeof clockModes)[number]

/** By which clock the header `webhook-timestamp` goes: the world's own, or the machine's, as receivers compare it with. */
export const webhookTimes = ["world", "real"] as const
export type WebhookTime = (typeof webhookTimes)[number]

/** How many times as fast as the host's time a scaled clock can go. */
export const rates = { least: 1, most: 3_600 } as const

/** What is needed to set a clock up again. */
export interface ClockState {
  readonly mode: ClockMode
  /** Milliseconds since 1970. */
  readonly now: number
  /** Of `scaled` alone. */
  readonly rate?: number | undefined
}

/**
 * A world's time. `real` is the host's time plus an offset, `scaled` goes so many times as fast, `frozen` stands still until it is
 * moved.
 */
export class Clock {
  #mode: ClockMode
  #rate = 1
  #offset = 0
  #standing: number | undefined
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

  /** How many times as fast as the host's time it goes; undefined where that is not its mode. */
  get rate(): number | undefined {
    return this.#mode === "scaled" ? this.#rate : undefined
  }

  /** Milliseconds since 1970. */
  now(): number {
    return Math.min(this.#standing ?? this.#hostTime() + this.#offset, lastNow)
  }

  /** Milliseconds of the host until a moment comes by itself, while time goes. */
  hostTimeUntil(moment: number): number {
    return Math.ceil((moment - this.now()) / this.#rate)
  }

  /** Stays the same as long as nobody moves the clock: where it stands, or how far it is ahead of the host's. */
  get position(): number {
    return this.#standing ?? this.#offset
  }

  /** True where it shows another time than the host's. */
  get isElsewhere(): boolean {
    return this.#standing !== undefined || this.#rate !== 1 || Math.abs(this.#offset) > 1_000
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
    this.#rate = state.mode === "scaled" ? (state.rate ?? 1) : 1
    this.#offset = state.now - this.#hostTime()
    this.#standing = state.mode === "frozen" ? state.now : undefined
    this.#onChange?.()
  }

  /** Stands at `moment` until `release`, whatever the mode: how an advance walks from one due time to the next. */
  hold(moment: number): void {
    if (this.#standing === moment) return
    this.#standing = moment
    this.#onChange?.()
  }

  release(): void {
    this.set({ mode: this.#mode, now: this.now(), rate: this.#rate })
  }

  /** Tells of each time that it is moved or set from now on; of no more when left out. */
  watch(onChange?: () => void): void {
    this.#onChange = onChange
  }

  /** The host's time at this clock's rate: of 1970 as of any other moment, since an offset stands beside it. */
  #hostTime(): number {
    return Math.floor(this.host.now() * this.#rate)
  }
}
