/** What a pace knows of a request. */
export interface PacedRequest {
  /** A hash of the service's address and the credential: each credential has its own limit. */
  readonly credential: string
  /** The endpoint, such as `messages.send`: sending capacity and maintenance hold back one endpoint only. */
  readonly endpoint: string
}

/** How a request waits for its turn. */
export interface TurnOptions {
  /** The higher goes first, among those that wait in this process. */
  readonly priority: number
  /** Milliseconds: a turn further away than this is not waited for. */
  readonly longest: number
  /** Ends the wait. */
  readonly signal: AbortSignal
}

/** Lets all who share it send at one pace. `mas-sdk/stores` has `memoryPace`, `redisPace` and `postgresPace`. */
export interface Pace {
  /**
   * Resolves with undefined when the request may be sent. Resolves with the milliseconds after which a turn can be had when
   * that is longer than `longest`, or when `signal` aborts first. Rejects when the store does not work.
   */
  turn(request: PacedRequest, options: TurnOptions): Promise<number | undefined>
  /** The service refused a request as too fast: nobody sends with its credential for `ms` milliseconds, and then at half the rate. */
  slow(request: PacedRequest, ms: number): Promise<void>
  /** The service refuses all requests of this kind: nobody sends one with its credential for `ms` milliseconds. */
  stop(request: PacedRequest, ms: number): Promise<void>
}

export interface PaceOptions {
  /**
   * Requests a second with one credential, of all who share the pace. Default: begin with 10, and learn from the service: the
   * rate is halved by each 429, and grows by one a second while it is used.
   */
  perSecond?: number | undefined
  /** Milliseconds after which it is tried again, whatever the service said: capacity can be bought. Default: as the service says. */
  longestPause?: number | undefined
}

/** Time of a process, for its waits. */
export interface PaceClock {
  /** Milliseconds, from any moment on. */
  now(): number
  /** Runs a function after `ms` milliseconds, unless the returned function is called first. */
  after(ms: number, run: () => void): () => void
}

/** What a process asks of the store. */
export interface TurnsAsked {
  readonly request: PacedRequest
  /** How many turns it can use. */
  readonly count: number
  /** Milliseconds: a turn further away than this is not taken. */
  readonly within: number
  /** How many of the turns that it had were used late, beside those of the others: as many are left out after the ones it takes. */
  readonly late: number
}

/** Turns that were taken. */
export interface Turns {
  /** How many; 0 when the next is too far away, or the endpoint is held back. */
  readonly count: number
  /** Milliseconds until the first. */
  readonly wait: number
  /** Milliseconds from one to the next. */
  readonly spacing: number
  /** Milliseconds for which the endpoint is held back. */
  readonly held: number
}

/** What a store does, each atomically and by its own clock. */
export interface PaceEngine {
  /** Takes turns. */
  take(asked: TurnsAsked): Promise<Turns>
  /** Pauses all turns for `ms` milliseconds, then halves the rate; a longer pause stays. */
  slow(request: PacedRequest, ms: number): Promise<unknown>
  /** Pauses the endpoint for `ms` milliseconds; a longer pause stays. */
  stop(request: PacedRequest, ms: number): Promise<unknown>
}

/** How fast it goes. */
export interface Rates {
  /** Turns a second to begin with. */
  readonly first: number
  /** The highest rate. */
  readonly max: number
  /** By how much the rate grows in a second in which all turns are used. */
  readonly growth: number
}

/** Milliseconds that a request can be late without breaking the limit of a second. */
export const slack = 30
/** The part of a limit that is used: the rest is for requests that are late. */
const used = 1 - slack / 1_000
/** The lowest rate: one request in 10 s finds out whether it goes faster. */
export const minRate = 0.1
/** Milliseconds of turns that are taken at once: at 1,000 a second a store is asked 50 times a second, not 1,000 times. */
export const batchTime = 20
/** Milliseconds that a learned rate is kept, without any request. */
export const keepRate = 86_400_000

/** The rates for an option. @throws {RangeError} when it is no rate. */
export function ratesOf(perSecond: number | undefined): Rates {
  if (perSecond === undefined) return { first: 10, max: 1e6, growth: 1 }
  if (!(perSecond >= minRate && perSecond <= 1e6)) throw new RangeError(`perSecond must be ${minRate} to 1,000,000`)
  return { first: perSecond * used, max: perSecond * used, growth: perSecond / 10 }
}

/** The key of an endpoint's pauses; the one of everything else is the credential. */
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
