import { callerContext, type InContext } from "./async-context.ts"
import {
  type PaceClock,
  type PacedRequest,
  type PaceEngine,
  type TurnOptions,
  type Turns,
  type TurnsAsked,
  tolerance,
} from "./pace.ts"

interface Waiting extends TurnOptions {
  readonly request: PacedRequest
  readonly inContext: InContext
  /** Its number in the order of arrival. */
  readonly place: number
  resolve(wait: number | undefined): void
  reject(error: unknown): void
}

/** Maximum milliseconds that a turn is taken ahead: for later turns the store is asked again. */
const maxLookahead = 10_000
/** The endpoint name that stands for all endpoints. */
export const allEndpoints = ""
/** Milliseconds that a store may fail, as during a restart, before waiting calls fail; and the pause between attempts. */
const failureTimeout = 10_000
const tryEvery = 250
/** The shortest pause between two reads of the store, in milliseconds. */
const minWait = 10

/**
 * The waiting calls of one credential in this process. It asks the store again when its turns are used: processes that
 * share the store alternate, however many calls wait in each. A process that dies leaves only those few turns unused.
 */
export class PaceLine {
  readonly #engine: PaceEngine
  readonly #clock: PaceClock
  readonly #waiting = new Set<Waiting>()
  /** The same by endpoint and priority, in order of arrival: only the first of each group has to be checked. */
  readonly #groups = new Map<string, Set<Waiting>>()
  #count = 0
  /** Until when an endpoint, or everything, is held back. */
  readonly #holds = new Map<string, number>()
  #spacing = 0
  /** Number of turns used too late that are not yet compensated. */
  #late = 0
  /** Milliseconds of the store's fastest reply. */
  #minLatency = Number.POSITIVE_INFINITY
  /** The error of the last request to the store, if it failed. */
  #failure: { readonly error: unknown } | undefined
  #isServing = false
  #cancel = () => {}

  constructor(engine: PaceEngine, clock: PaceClock) {
    this.#engine = engine
    this.#clock = clock
  }

  /** True when no call waits. */
  get isIdle(): boolean {
    return this.#waiting.size === 0 && !this.#isServing
  }

  /** Waits for a turn. */
  turn(request: PacedRequest, options: TurnOptions): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      const { signal, priority } = options
      const name = `${priority} ${request.endpoint}`
      const group = this.#groups.get(name) ?? new Set()
      const end = () => {
        signal.removeEventListener("abort", leave)
        if (!this.#waiting.delete(waiting)) return
        group.delete(waiting)
        if (group.size === 0) this.#groups.delete(name)
        if (!this.#isServing) this.#rest()
      }
      const waiting: Waiting = {
        ...options,
        request,
        inContext: callerContext(),
        place: this.#count++,
        resolve: (wait) => {
          end()
          resolve(wait)
        },
        reject: (error) => {
          end()
          reject(error)
        },
      }
      const leave = () => {
        if (this.#failure) waiting.reject(this.#failure.error)
        else waiting.resolve(this.#estimate(request))
      }
      signal.addEventListener("abort", leave)
      this.#waiting.add(waiting)
      this.#groups.set(name, group.add(waiting))
      const pausedMs = this.#held(request)
      if (pausedMs > options.longest) waiting.resolve(pausedMs)
      else if (signal.aborted) leave()
      else void this.#serve()
    })
  }

  /** Holds back an endpoint, or everything. */
  hold(what: string, ms: number): void {
    const now = this.#clock.now()
    this.#holds.set(what, Math.max(now + ms, this.#holds.get(what) ?? 0))
    this.#refuse(now)
  }

  /** Resolves calls that are held back for longer than they may wait. */
  #refuse(now: number): void {
    for (const { request, longest, resolve } of [...this.#waiting]) {
      const pausedMs = this.#held(request, now)
      if (pausedMs > longest) resolve(pausedMs)
    }
  }

  /** Milliseconds for which a request is held back. */
  #held({ endpoint }: PacedRequest, now = this.#clock.now()): number {
    const until = Math.max(this.#holds.get(allEndpoints) ?? 0, this.#holds.get(endpoint) ?? 0)
    return Math.max(0, until - now)
  }

  /** Approximate milliseconds left for a call that stops waiting. */
  #estimate(request: PacedRequest): number {
    return Math.max(this.#held(request), this.#waiting.size * this.#spacing)
  }

  /** The next call: the highest priority, and among these the first that arrived. */
  #next(): Waiting | undefined {
    let next: Waiting | undefined
    for (const [first] of this.#groups.values()) {
      if (!first || this.#held(first.request) > 0) continue
      const before = next && (next.priority - first.priority || first.place - next.place)
      if (before === undefined || before < 0) next = first
    }
    return next
  }

  async #serve(): Promise<void> {
    if (this.#isServing) return
    this.#isServing = true
    this.#cancel()
    try {
      for (let next = this.#next(); next; next = this.#next()) await this.#giveTurns(next)
    } catch (error) {
      for (const { reject } of [...this.#waiting]) reject(error)
    }
    this.#isServing = false
    this.#rest()
  }

  /** Continues when the first held-back call may go. */
  #rest(): void {
    this.#cancel()
    if (this.#waiting.size === 0) return
    let first = Number.POSITIVE_INFINITY
    for (const [one] of this.#groups.values()) if (one) first = Math.min(first, this.#held(one.request))
    this.#cancel = this.#clock.after(first, () => void this.#serve())
  }

  /** Takes turns, and gives each to the next call when it is due. */
  async #giveTurns({ request, inContext }: Waiting): Promise<void> {
    let longest = 0
    for (const waiting of this.#waiting) longest = Math.max(longest, waiting.longest)
    const begin = this.#clock.now()
    const turnRequest = {
      request,
      count: this.#waiting.size,
      within: Math.min(longest, maxLookahead),
      late: this.#late,
    }
    const { count, wait, spacing, held: pausedMs, thrown } = await this.#take(turnRequest, inContext)
    if (thrown > 0) this.#say(thrown)
    const responded = this.#clock.now()
    const first = responded + wait
    // When the store gave the turns is unknown within the reply time: they may have passed already.
    this.#minLatency = Math.min(this.#minLatency, responded - begin)
    const unsure = responded - begin - this.#minLatency
    if (count > 0) this.#late = 0
    if (pausedMs > 0) this.hold(request.endpoint, pausedMs)
    else if (count === 0) this.#rejectOverdue(wait)
    else this.#spacing = spacing
    for (let index = 0; index < count; index++) {
      const turnAt = first + index * spacing
      await this.#sleep(turnAt - this.#clock.now())
      const next = this.#next()
      if (!next) continue
      next.resolve(undefined)
      // After a stall many requests go at once: those that follow are delayed, or the limit would be exceeded.
      if (this.#clock.now() - turnAt + unsure > tolerance) this.#late++
    }
  }

  /** The store has thrown the turn away: so only one process says it. */
  #say(ms: number): void {
    const text = `The pace's store had a turn or a pause ${Math.round(ms / 1_000)} s ahead, as its clock was set back: it is ignored`
    const [first] = this.#waiting
    first?.inContext(() => first.onNotice?.(text))
  }

  /** Resolves calls that may not wait this long; the others ask again shortly before. */
  #rejectOverdue(wait: number): void {
    for (const { longest, resolve } of [...this.#waiting]) if (wait > longest) resolve(wait)
    this.hold(allEndpoints, Math.max(wait - maxLookahead / 2, minWait))
  }

  async #take(turnRequest: TurnsAsked, inContext: InContext): Promise<Turns> {
    const until = this.#clock.now() + failureTimeout
    for (;;) {
      try {
        const turns = await inContext(() => this.#engine.take(turnRequest))
        this.#failure = undefined
        return turns
      } catch (error) {
        this.#failure = { error }
        if (this.#waiting.size === 0 || this.#clock.now() >= until) throw error
        await this.#sleep(tryEvery)
      }
    }
  }

  async #sleep(ms: number): Promise<void> {
    if (ms > 0) await new Promise<void>((resolve) => this.#clock.after(ms, resolve))
  }
}
