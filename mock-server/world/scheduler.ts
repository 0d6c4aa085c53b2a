import { limits } from "../../sdk/contract/core/limits.ts"
import { type Clock, type ClockState, lastNow } from "../base/clock.ts"
import { badRequest } from "../base/service-error.ts"
import type { Timer, Timers } from "../base/timers.ts"
import { isInReceiverOf, refuseReceivers } from "./receiver-run.ts"
import type { TaskKind } from "./task-kinds.ts"

/** Takes in what came of work that went out over the network; run in the order in which the work was due. */
export type Settle = () => void

/** How work that leaves the process is to be settled; a promise of it while the work is under way. */
export type Outcome = undefined | Settle | Promise<Settle>

/** Does a timer's work. */
export type RunTimer = (timer: Timer<TaskKind>) => Outcome

// A long advance lets requests in between its steps. Milliseconds.
const [yieldInterval, stepsInARow] = [20, 1_024]
/** How far time may move on while work is outside: a webhook's outcome is known before its first retry is due. */
const longestUnknown = Math.min(...limits.webhookRetryDelays) - 1_000

/** The time that a clock has stays, where none is given. */
type ClockSetting = Omit<ClockState, "now"> & { readonly now?: number | undefined }

/** Told of work that threw. */
export type OnFailure = (timer: Timer<TaskKind>, error: unknown) => void

/**
 * Runs timers at their due times: at once when they are due now, by the host's timer in real time, and all on the way in an advance.
 * An advance waits for what was under way when it was called, and for what falls due on the way. What others ask for meanwhile is
 * started at once and not waited for, so that traffic that never stops does not hold time up.
 */
export class Scheduler {
  /** Work outside the process, and the moment by which its outcome has to be known. */
  readonly #underWay = new Map<Promise<void>, number>()
  #turns: Promise<unknown> = Promise.resolve()
  /** How many calls own the clock: the one that moves it and those that wait for their turn. */
  #owners = 0
  /** How many calls have asked to own it so far. */
  asked = 0
  /** True while an advance has yet to start some of what is due now: nobody else may. */
  #isStepping = false
  /** Timers that ran meanwhile, until an advance counts them. */
  #fired = 0
  #closed = false
  #wakeAt = Number.POSITIVE_INFINITY
  #cancelWake: () => void = () => {}

  constructor(
    readonly clock: Clock,
    readonly timers: Timers<TaskKind>,
    readonly run: RunTimer,
    readonly onFailure: OnFailure,
  ) {}

  /** Runs what is due by now. What goes over the network is started, not waited for. */
  catchUp(): void {
    if (this.#closed || this.#isStepping) return
    const now = this.clock.now()
    for (let timer = this.timers.take(now); timer !== undefined; timer = this.timers.take(now)) {
      if (this.#owners > 0) this.#fired++
      const outcome = this.#run(timer)
      if (outcome instanceof Promise) this.#track(outcome.then((settle) => this.#settleLater(settle)))
      else outcome?.()
    }
    if (this.#owners === 0) this.#sleep()
  }

  /** Runs what is due once the answer under way is out. */
  wake(): void {
    if (this.#closed || this.timers.nextDueAt() > this.clock.now()) this.#sleep()
    else this.clock.host.soon(() => this.catchUp())
  }

  /** Moves time to `moment`, running everything due on the way at its own time. Answers how many timers ran. */
  advance(moment: number): Promise<number> {
    return this.#counted(() => this.#advanceTo(moment))
  }

  /** Moves time on by `ms` from where it is when the advances before this one have ended. */
  advanceBy(ms: number): Promise<number> {
    return this.#counted(() => this.#advanceTo(this.clock.now() + ms))
  }

  /** Moves time on to the next work that is due later than now, but not past `limit`. Where there is none, time stays where it is. */
  advanceToNext(limit = lastNow): Promise<number> {
    return this.#counted(async () => {
      await this.#advanceTo(this.clock.now())
      const next = this.timers.nextDueAt()
      if (next <= limit) await this.#advanceTo(next, true)
    })
  }

  /** Sets the clock. A later `now` is advanced to, an earlier one set; in between time stays where it is. */
  setClock({ mode, rate, now }: ClockSetting): Promise<void> {
    return this.#inTurn(async () => {
      if (now !== undefined) await this.#advanceTo(now)
      this.clock.set({ mode, rate, now: now ?? this.clock.now() })
    })
  }

  /** Refuses what moves time, as an advance or a state that is put back does, where others go by the same clock. */
  refuseOtherTime(): void {
    const { movedBy } = this.clock.host
    if (movedBy !== undefined) throw badRequest(`Time is moved by ${movedBy} alone`, "clock_not_own")
  }

  #counted(work: () => Promise<void>): Promise<number> {
    return this.#inTurn(async () => {
      await work()
      const fired = this.#fired
      this.#fired = 0
      return fired
    })
  }

  /**
   * Work that owns the clock from the instant it is asked for: time stands. What is due by then goes out beside what was under way,
   * since one may wait for the other; what others ask for meanwhile is not waited for.
   */
  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    this.refuseOtherTime()
    refuseReceivers(this)
    this.asked++
    if (this.#owners++ === 0) {
      this.clock.hold(this.clock.now())
      this.#startDue()
    } else this.catchUp()
    const turn = Promise.all([this.#turns, ...this.#underWay.keys()]).then(work)
    this.#turns = turn.catch(() => {})
    return turn.finally(() => this.#giveBack())
  }

  /** Starts what is due now; what leaves the process is settled in order, and waited for by whoever owns the clock. */
  #startDue(): void {
    do {
      const ran = this.#runDue()
      if (ran !== undefined) this.#track(ran)
    } while (this.#isStepping)
  }

  #giveBack(): void {
    if (--this.#owners > 0) {
      this.clock.hold(this.clock.now())
      return
    }
    // Setting the clock counts nothing: the next advance counts its own.
    this.#fired = 0
    this.clock.release()
    this.#forgetWake()
    this.catchUp()
  }

  /** True where time stands, and nobody is about to move it, or only once the receiver who asks has answered. */
  get standsStill(): boolean {
    return this.clock.mode === "frozen" && (this.#owners === 0 || isInReceiverOf(this))
  }

  /** Waits for everything that was started. */
  async idle(): Promise<void> {
    while (this.#underWay.size) await Promise.all(this.#underWay.keys())
  }

  /** True when its world has ended: nothing more is to be started. */
  get isClosed(): boolean {
    return this.#closed
  }

  close(): void {
    this.#closed = true
    this.#cancelWake()
  }

  /** Moves time to `moment`, or no further than the first work that is due on the way. */
  async #advanceTo(moment: number, isForFirst = false): Promise<void> {
    const { host } = this.clock
    const start = this.clock.now()
    let yieldAt = host.elapsed() + yieldInterval
    for (;;) {
      // What others have asked for at this moment.
      this.catchUp()
      const dueAt = this.timers.nextDueAt()
      const next = this.#earlier(dueAt)
      if (next > moment || this.#closed) break
      // What is overdue runs now: time never goes back.
      this.clock.hold(Math.max(next, this.clock.now()))
      const isDue = dueAt <= this.clock.now()
      const ran = isDue ? this.#runDue() : this.#untilKnown(this.clock.now())
      if (ran !== undefined) await ran
      if (isDue && isForFirst && !this.#isStepping) return
      if (host.elapsed() <= yieldAt) continue
      await new Promise<void>((resolve) => host.soon(resolve))
      yieldAt = host.elapsed() + yieldInterval
    }
    this.clock.hold(Math.max(moment, start))
  }

  /** `moment`, or an earlier one by which an outcome has to be known. */
  #earlier(moment: number): number {
    let earliest = moment
    for (const deadline of this.#underWay.values()) earliest = Math.min(earliest, deadline)
    return earliest
  }

  /** Waits for what has to be known by a moment. */
  #untilKnown = (moment: number): Promise<unknown> =>
    Promise.all([...this.#underWay].map(([work, deadline]) => (deadline <= moment ? work : undefined)))

  /** Runs what is due now and what comes of that at once: side by side where it leaves the process, settled in order. */
  #runDue(): undefined | Promise<void> {
    const started = this.#takeDue(stepsInARow)
    return started.length === 0 ? undefined : this.#settleAll(started)
  }

  /** Starts what is due now: all of it, or `most` in a row that stay in the process. */
  #takeDue(most = Number.POSITIVE_INFINITY): (Settle | Promise<Settle>)[] {
    const now = this.clock.now()
    const outcomes: (Settle | Promise<Settle>)[] = []
    this.#isStepping = true
    for (let ran = 0; ran < most || outcomes.length > 0; ran++) {
      const timer = this.#closed ? undefined : this.timers.take(now)
      if (timer === undefined) break
      this.#fired++
      const outcome = this.#run(timer)
      // What came at once has nobody to wait for, unless something before it is still under way.
      if (outcome instanceof Promise || (outcome && outcomes.length > 0)) outcomes.push(outcome)
      else outcome?.()
    }
    this.#isStepping = !this.#closed && this.timers.nextDueAt() <= now
    return outcomes
  }

  async #settleAll(outcomes: readonly (Settle | Promise<Settle>)[]): Promise<void> {
    for (let waiting = outcomes; waiting.length > 0; waiting = this.#takeDue()) {
      const settles = await Promise.all(waiting)
      if (this.#closed) return
      // What is due by now others asked for; what these settle is waited for.
      this.catchUp()
      for (const settle of settles) settle()
    }
  }

  /** Runs a timer; while its work is outside, the timer counts as under way. What it throws ends nothing but itself. */
  #run(timer: Timer<TaskKind>): Outcome {
    const outcome = this.#guard(timer, () => this.run(timer))
    if (outcome === undefined) return undefined
    if (!(outcome instanceof Promise)) return () => this.#guard(timer, outcome)
    this.timers.started(timer)
    const finish = (work: () => void) => () => {
      this.timers.finished(timer)
      this.#guard(timer, work)
    }
    return outcome.then(finish, (error) =>
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

  #settleLater(settle: Settle): void {
    if (!this.#closed) settle()
    this.wake()
  }

  #track(work: Promise<void>): void {
    this.#underWay.set(work, this.clock.now() + longestUnknown)
    void work.finally(() => this.#underWay.delete(work))
  }

  /** The host's timer was set by an offset that no longer holds. */
  #forgetWake(): void {
    this.#cancelWake()
    this.#wakeAt = Number.POSITIVE_INFINITY
  }

  /** Sets the host's timer to the next due time; a frozen clock needs none. */
  #sleep(): void {
    const dueAt = this.clock.mode === "frozen" ? Number.POSITIVE_INFINITY : this.timers.nextDueAt()
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
