import { limits } from "../../sdk/contract/core/limits.ts"
import { type Clock, type ClockState, lastNow } from "../base/clock.ts"
import { answerOthers, startPiece } from "../base/event-loop.ts"
import { badRequest } from "../base/mock-error.ts"
import type { Timer, Timers } from "../base/timers.ts"
import { isInReceiverOf, refuseReceivers } from "./receiver-run.ts"
import type { Advanced, RunKind, Settle, StartedWork, TaskKind, TaskResult } from "./task-kinds.ts"

export type RunTimer = (timer: Timer<TaskKind>) => TaskResult

/** A long advance looks whether requests wait after at most this many steps. */
const stepsInARow = 1_024
/** How far time may advance while work is running: a webhook's result must be known before its first retry is due. */
const maxUnknown = Math.min(...limits.webhookRetryDelays) - 1_000

/** The clock's current time is kept if none is given. */
type ClockSetting = Omit<ClockState, "now"> & { readonly now?: number | undefined }

export type OnFailure = (timer: Timer<TaskKind>, error: unknown) => void

/**
 * Runs timers at their due times: due ones at once, later ones by the host's timer, and all in between during an advance. An
 * advance waits for running work and for work that becomes due on the way. Work that others schedule meanwhile is started but not
 * awaited, so that endless traffic cannot block time.
 */
export class Scheduler {
  /** Running work outside the process, and the time by which its result must be known. */
  readonly #underWay = new Map<Promise<void>, number>()
  #turns: Promise<unknown> = Promise.resolve()
  /** Number of calls that own the clock or wait to own it. */
  #owners = 0
  /** Number of calls that have asked to own it. */
  asked = 0
  /** True while an advance starts or settles due work: then no other call may start any. */
  #isStepping = false
  /** True while due work that did not fit in a piece waits for the next. */
  #isBehind = false
  /** Timers that ran since the last advance counted them. */
  #ran = new Map<RunKind, number>()
  #closed = false
  #discarded = false
  #wakeAt = Number.POSITIVE_INFINITY
  #cancelWake: () => void = () => {}

  constructor(
    readonly clock: Clock,
    readonly timers: Timers<TaskKind>,
    readonly run: RunTimer,
    readonly onFailure: OnFailure,
    private readonly kindOf: (timer: Timer<TaskKind>) => RunKind = ({ kind }) => kind,
    /** Whether due work is done in pieces, between which the requests of others are answered. */
    readonly isInPieces: () => boolean = () => false,
  ) {}

  /** Runs due work, all of it if it `isWhole`, otherwise one piece now. Network work is started, not awaited. */
  catchUp(isWhole = !this.isInPieces()): void {
    if (this.#closed || this.#isStepping || (this.#isBehind && !isWhole)) return
    const now = this.clock.now()
    const isOver = this.#piece(isWhole)
    for (let timer = this.timers.take(now); timer !== undefined; timer = this.timers.take(now)) {
      if (this.#owners > 0) this.#count(timer)
      const outcome = this.#run(timer)
      if (outcome instanceof Promise) this.#track(outcome.then((settle) => this.#settleLater(settle)))
      else outcome?.()
      if (!isOver()) continue
      this.#isBehind = true
      this.clock.host.soon(() => {
        this.#isBehind = false
        this.catchUp()
      })
      return
    }
    if (this.#owners === 0) this.#sleep()
  }

  /** Runs due work after the current response has been sent. */
  wake(): void {
    if (this.#closed || this.timers.nextDueAt() > this.clock.now()) this.#sleep()
    else this.clock.host.soon(() => this.catchUp())
  }

  /** Moves time to `moment` and runs everything due on the way at its own time. Returns what ran, and the time. */
  advance(moment: number): Promise<Advanced> {
    return this.#counted(() => this.#advanceTo(moment))
  }

  /** Moves time by `ms`, after earlier advances have ended. */
  advanceBy(ms: number): Promise<Advanced> {
    return this.#counted(() => this.#advanceTo(this.clock.now() + ms))
  }

  /** Moves time to the next due work, but not past `limit`. Without any, time stays. */
  advanceToNext(limit = lastNow): Promise<Advanced> {
    return this.#counted(async () => {
      await this.#advanceTo(this.clock.now())
      const next = this.timers.nextDueAt()
      if (next <= limit) await this.#advanceTo(next, true)
    })
  }

  /** Sets the clock. A later `now` is reached by an advance, an earlier one is set; in between, time stays. Returns the time. */
  setClock({ mode, rate, now }: ClockSetting): Promise<number> {
    return this.#inTurn(async () => {
      if (now !== undefined) await this.#advanceTo(now)
      this.clock.set({ mode, rate, now: now ?? this.clock.now() })
      return this.clock.now()
    })
  }

  /** Refuses to move time, by an advance or a restored state, when others share the clock. */
  refuseOtherTime(): void {
    const { movedBy } = this.clock.host
    if (movedBy !== undefined) throw badRequest(`Time is moved by ${movedBy} alone`, "clock_not_own")
  }

  #counted(work: () => Promise<void>): Promise<Advanced> {
    return this.#inTurn(async () => {
      await work()
      const ran = this.#ran
      this.#ran = new Map()
      return { ran, now: this.clock.now() }
    })
  }

  #count(timer: Timer<TaskKind>): void {
    const kind = this.kindOf(timer)
    this.#ran.set(kind, (this.#ran.get(kind) ?? 0) + 1)
  }

  /**
   * Runs work that owns the clock. Time stops as soon as it is requested. Due work starts in parallel with running
   * work, because one may wait for the other. Work that others schedule meanwhile is not awaited.
   */
  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    this.refuseOtherTime()
    refuseReceivers(this)
    this.asked++
    if (this.#owners++ === 0) {
      this.clock.hold(this.clock.now())
      if (this.timers.nextDueAt() <= this.clock.now()) this.#track(this.#startDue())
    } else this.catchUp()
    const turn = Promise.all([this.#turns, ...this.#underWay.keys()]).then(work)
    this.#turns = turn.catch(() => {})
    return turn.finally(() => this.#giveBack())
  }

  /** Starts due work. Network results are processed in order and awaited by the owner of the clock. */
  async #startDue(): Promise<void> {
    do {
      const ran = this.#runDue()
      if (ran !== undefined) await ran
      else if (this.isInPieces()) await answerOthers(this.clock.host)
    } while (this.#isStepping)
  }

  #giveBack(): void {
    if (--this.#owners > 0) {
      this.clock.hold(this.clock.now())
      return
    }
    // Setting the clock does not count timers: the next advance counts its own.
    this.#ran = new Map()
    this.clock.release()
    this.#forgetWake()
    this.catchUp()
  }

  /** True if time is stopped and no call is about to move it, or only after the calling receiver has responded. */
  get isStopped(): boolean {
    return this.clock.mode === "frozen" && (this.#owners === 0 || isInReceiverOf(this))
  }

  /** Waits for running work, and for the calls that own the clock. */
  async idle(): Promise<void> {
    await this.#turns
    while (this.#underWay.size) await Promise.all(this.#underWay.keys())
  }

  /** True if the world has ended: no more work is started. */
  get isClosed(): boolean {
    return this.#closed
  }

  /** Starts no more work. The results of running work are still processed, by the time that it is `idle`. */
  close(): void {
    this.#closed = true
    this.#cancelWake()
  }

  /** Closes a world that was replaced or deleted: results come too late. */
  discard(): void {
    this.close()
    this.#discarded = true
  }

  /** Moves time to `moment`, or to the first due work before it. */
  async #advanceTo(moment: number, isForFirst = false): Promise<void> {
    const { host } = this.clock
    const start = this.clock.now()
    let isOver = startPiece(host)
    for (;;) {
      // Work that others have scheduled for this time.
      this.catchUp()
      const dueAt = this.timers.nextDueAt()
      const next = this.#earlier(dueAt)
      if (next > moment) break
      // The work on the way to `moment` is left, so time is, too.
      if (this.#closed) return
      // Overdue work runs now: time never goes back.
      this.clock.hold(Math.max(next, this.clock.now()))
      const isDue = dueAt <= this.clock.now()
      const ran = isDue ? this.#runDue() : this.#untilKnown(this.clock.now())
      if (ran !== undefined) await ran
      if (isDue && isForFirst && !this.#isStepping) return
      if (!isOver()) continue
      await answerOthers(host)
      isOver = startPiece(host)
    }
    this.clock.hold(Math.max(moment, start))
  }

  /** `moment`, or an earlier time by which a result must be known. */
  #earlier(moment: number): number {
    let earliest = moment
    for (const deadline of this.#underWay.values()) earliest = Math.min(earliest, deadline)
    return earliest
  }

  /** Waits for results that must be known by a given time. */
  #untilKnown = (moment: number): Promise<unknown> =>
    Promise.all([...this.#underWay].map(([work, deadline]) => (deadline <= moment ? work : undefined)))

  /** Runs due work and the due work that follows from it. Network work runs concurrently; its results are processed in order. */
  #runDue(): undefined | Promise<void> {
    const started: StartedWork[] = []
    this.#takeDue(started, stepsInARow)
    return started.length === 0 ? undefined : this.#settleAll(started)
  }

  /** Starts due work and adds it to `outcomes`: a piece of it, or all, but at most `max` timers that stay in the process. */
  #takeDue(outcomes: StartedWork[], max = Number.POSITIVE_INFINITY): void {
    const now = this.clock.now()
    const isOver = this.#piece()
    this.#isStepping = true
    for (let ran = 0; ran < max || outcomes.length > 0; ran++) {
      const timer = this.#closed ? undefined : this.timers.take(now)
      if (timer === undefined) break
      this.#count(timer)
      const outcome = this.#run(timer)
      // A synchronous result need not be queued, unless earlier work is still running.
      if (outcome instanceof Promise || (outcome && outcomes.length > 0)) outcomes.push(outcome)
      else outcome?.()
      if (isOver()) break
    }
    this.#isStepping = !this.#closed && this.timers.nextDueAt() <= now
  }

  /** Settles work once all that was due with it has begun, then the due work that follows from it. */
  async #settleAll(started: StartedWork[]): Promise<void> {
    for (let outcomes = started; outcomes.length > 0; this.#takeDue(outcomes)) {
      while (this.#isStepping) {
        await answerOthers(this.clock.host)
        this.#takeDue(outcomes)
      }
      const settles = await Promise.all(outcomes)
      if (this.#discarded) return
      // Other calls may have scheduled work that is due by now. It is awaited, too.
      this.catchUp()
      outcomes = []
      let isOver = this.#piece()
      for (const settle of settles) {
        settle?.()
        if (!isOver()) continue
        this.#isStepping = true
        await answerOthers(this.clock.host)
        this.#isStepping = false
        if (this.#discarded) return
        isOver = this.#piece()
      }
    }
  }

  #piece(isWhole = !this.isInPieces()): () => boolean {
    return isWhole ? () => false : startPiece(this.clock.host)
  }

  /** Runs a timer; it counts as running until its work is done. An error ends only this timer's work. */
  #run(timer: Timer<TaskKind>): TaskResult {
    const outcome = this.#guard(timer, () => this.run(timer))
    if (outcome === undefined) return undefined
    if (!(outcome instanceof Promise)) return () => this.#guard(timer, outcome)
    this.timers.started(timer)
    const finish = (work: () => void) => () => {
      this.timers.finished(timer)
      this.#guard(timer, work)
    }
    return outcome.then(
      (settle) => settle && finish(settle),
      (error) =>
        finish(() => {
          throw error
        }),
    )
  }

  #guard<T>(timer: Timer<TaskKind>, work: () => T): T | undefined {
    try {
      return work()
    } catch (error) {
      this.timers.park(timer, error)
      this.onFailure(timer, error)
      return undefined
    }
  }

  #settleLater(settle: Settle | undefined): void {
    if (!this.#discarded) settle?.()
    this.wake()
  }

  #track(work: Promise<void>): void {
    this.#underWay.set(work, this.clock.now() + maxUnknown)
    void work.finally(() => this.#underWay.delete(work))
  }

  /** The host's timer was set for an outdated offset. */
  #forgetWake(): void {
    this.#cancelWake()
    this.#wakeAt = Number.POSITIVE_INFINITY
  }

  /** Sets the host's timer to the next due time; a frozen clock and an ended world need none. */
  #sleep(): void {
    const dueAt = this.#closed || this.clock.mode === "frozen" ? Number.POSITIVE_INFINITY : this.timers.nextDueAt()
    if (dueAt === this.#wakeAt) return
    this.#cancelWake()
    this.#wakeAt = dueAt
    if (dueAt === Number.POSITIVE_INFINITY) return
    this.#cancelWake = this.clock.host.after(this.clock.hostTimeUntil(dueAt), () => {
      this.#wakeAt = Number.POSITIVE_INFINITY
      this.catchUp()
    })
  }
}
