/** The properties of a request that a pace uses. */
export interface PacedRequest {
  /** A hash of the service's address and the credential: each credential has its own limit. */
  readonly credential: string
  /** The endpoint, such as `messages.send`: sending capacity and maintenance hold back one endpoint only. */
  readonly endpoint: string
}

/** How a request waits for its turn. */
export interface TurnOptions {
  /** A higher priority goes first among the requests that wait in this process. */
  readonly priority: number
  /** Milliseconds: a turn further away than this is not waited for. */
  readonly longest: number
  /** Ends the wait. */
  readonly signal: AbortSignal
  /** Called with a sentence about the store that a person should know. */
  readonly onNotice?: (text: string) => void
}

/** Limits the rate of all clients that share it. `mas-sdk/stores` has `memoryPace`, `redisPace` and `postgresPace`. */
export interface Pace {
  /**
   * Resolves with undefined when the request may be sent. Resolves with the milliseconds until a turn is available if
   * that is longer than `longest`, or if `signal` aborts first. Rejects if the store fails.
   */
  turn(request: PacedRequest, options: TurnOptions): Promise<number | undefined>
  /** The rate limit was hit: no client sends with this credential for `ms` milliseconds, and then at half the rate. */
  slow(request: PacedRequest, ms: number): Promise<void>
  /** The service refuses all requests to this endpoint: no client sends one with this credential for `ms` milliseconds. */
  stop(request: PacedRequest, ms: number): Promise<void>
  /**
   * The service failed for one request and named a time. Counts it, and stops the endpoint only when at least half of the
   * recent requests have failed: one machine behind the service's load balancer may be bad.
   */
  countFailure(request: PacedRequest, ms: number): Promise<void>
}

export interface PaceOptions {
  /**
   * Requests per second with one credential, of all clients that share the pace. Default: starts at 10 and adapts: each
   * 429 halves the rate, and it grows by one per second while it is used.
   */
  perSecond?: number | undefined
  /** Maximum milliseconds of a pause, whatever the service said: capacity can be bought. Default: as the service says. */
  longestPause?: number | undefined
}

/** The clock and timers of a process. */
export interface PaceClock {
  /** Milliseconds since an arbitrary moment. */
  now(): number
  /** Runs a function after `ms` milliseconds, unless the returned function is called first. */
  after(ms: number, run: () => void): () => void
}

/** A request to the store for turns. */
export interface TurnsAsked {
  readonly request: PacedRequest
  /** Number of turns that the process can use. */
  readonly count: number
  /** Milliseconds: a turn further away than this is not taken. */
  readonly within: number
  /** Number of earlier turns used late, at the same time as others' turns: as many are skipped after the turns it takes. */
  readonly late: number
}

/** Turns that were taken. */
export interface Turns {
  /** Number of turns; 0 if the next is too far away, or the endpoint is held back. */
  readonly count: number
  /** Milliseconds until the first. */
  readonly wait: number
  /** Milliseconds from one to the next. */
  readonly spacing: number
  /** Milliseconds for which the endpoint is held back. */
  readonly held: number
  /** Milliseconds by which a stored turn or pause was further ahead than can be, and was thrown away; else 0. */
  readonly thrown: number
}

/** The operations of a store, each atomic and by the store's own clock. */
export interface PaceEngine {
  /** Takes turns. */
  take(turnRequest: TurnsAsked): Promise<Turns>
  /** Pauses all turns for `ms` milliseconds, then halves the rate; a longer pause stays. */
  slow(request: PacedRequest, ms: number): Promise<unknown>
  /** Pauses the endpoint for `ms` milliseconds; a longer pause stays. */
  stop(request: PacedRequest, ms: number): Promise<unknown>
  /** Counts a failure of the endpoint, and pauses it if `isOutage` says so. */
  countFailure(request: PacedRequest, ms: number): Promise<unknown>
}

/** The rates of a pace. */
export interface Rates {
  /** Initial turns per second. */
  readonly first: number
  /** The highest rate. */
  readonly max: number
  /** Growth of the rate in a second in which all turns are used. */
  readonly growth: number
}

/** Milliseconds that a request can be late without breaking the limit of a second. */
export const tolerance = 30
/** The share of a limit that is used: the rest is for late requests. */
const used = 1 - tolerance / 1_000
/** The lowest rate: one request in 10 s tests whether a higher rate works. */
export const minRate = 0.1
/** Milliseconds of turns that are taken at once: at 1,000 a second a store is asked 50 times a second, not 1,000 times. */
export const batchTime = 20
/** Milliseconds after which a counted turn or failure weighs only e⁻¹. */
export const recent = 3_000
/** An outage: this many recent failures, and this share of the recent turns. */
export const outage = { failures: 2.5, share: 0.5 } as const
/** Milliseconds from the first of some turns to the turn after them, at most. */
export const longestStep = 20_000
/** Milliseconds: turns are taken 10 s ahead. A turn further ahead than this was stored before the store's clock was set back. */
export const furthest = 10_000 + longestStep
/** The largest number that a pace stores: what is larger, or none, was stored by another program, and counts as 0. */
export const largest = 1e14
/** Milliseconds that a learned rate is kept without requests. */
export const keepRate = 86_400_000

/** The rates for an option. @throws {RangeError} if it is out of range. */
export function ratesOf(perSecond: number | undefined): Rates {
  if (perSecond === undefined) return { first: 10, max: 1e6, growth: 1 }
  if (!(perSecond >= minRate && perSecond <= 1e6)) throw new RangeError(`perSecond must be ${minRate} to 1,000,000`)
  return { first: perSecond * used, max: perSecond * used, growth: perSecond / 10 }
}

/** The key of an endpoint's pauses; everything else is stored under the credential. */
export const endpointKey = ({ credential, endpoint }: PacedRequest): string => `${credential} ${endpoint}`

let last = 0
let ahead = 0

/** The time of day, except that it never goes back. Not `performance`: simulated days and fake timers move `Date`. */
function steadyNow(): number {
  const now = Date.now()
  ahead += Math.max(0, last - now)
  last = now
  return now + ahead
}

/** The clock of the platform. */
export const platformClock: PaceClock = {
  now: steadyNow,
  after(ms, run) {
    const timer = setTimeout(run, Math.min(ms, 2 ** 31 - 1))
    return () => clearTimeout(timer)
  },
}
