import { type Clock, type ClockState, lastNow } from "../base/clock.ts"
import { badRequest } from "../base/service-error.ts"
import type { Timer, Timers } from "../base/timers.ts"
import type { TaskKind } from "./task-kinds.ts"

/** Takes in what came of work that went out over the network; run in the order in which the work was due. */
export type Settle = () => void

/** How work that leaves the process is to be settled; a promise of it while the work is under way. */
export type Outcome = undefined | Settle | Promise<Settle>

/** Does a timer's work. */
export type RunTimer = (timer: Timer<TaskKind>) => Outcome

// A long advance lets requests in between its steps. Milliseconds.
const yieldInterval = 20
const stepsInARow = 1_024

/** How a clock is set: the time that it has stays, where none is given. */
type ClockSetting = Omit<ClockState, "now"> & { readonly now?: number | undefined }

/** Told of work that threw. */
export type OnFailure = (timer: Timer<TaskKind>, error: unknown) => void

/** Runs timers at their due times: at once when they are due now, by the host's timer in real time, and all on the way in an advance. */
export class Scheduler {
  readonly #underWay = new Set<Promise<void>>()
  #turns: Promise<unknown> = Promise.resolve()
  /** How many calls own the clock, the one that moves it and those that wait for their turn: meanwhile only they start work. */
  #owners = 0
  /** Timers that ran before the advance that counts them. */
  #early = 0
  #closed = false
  #wakeAt = Number.POSITIVE_INFINITY
  #yieldAt = 0
  #cancelWake: () => void = () => {}

  constructor(
    readonly clock: Clock,
    readonly timers: Timers<TaskKind>,
    readonly run: RunTimer,
    readonly onFailure: OnFailure,
  ) {}

  /** Runs what is due by now. What goes over the network is started, not waited for. */
  catchUp(): void {
    if (this.#owners > 0 || this.#closed) return
    const now = this.clock.now()
    for (let timer = this.timers.take(now); timer !== undefined; timer = this.timers.take(now)) {
      const outcome = this.#run(timer)
      if (outcome instanceof Promise) this.#track(outcome.then((settle) => this.#settleLater(settle)))
      else outcome?.()
    }
    this.#sleep()
  }

  /** Runs what is due once the answer under way is out. */
  wake(): void {
    if (this.#closed || this.timers.nextDueAt() > this.clock.now()) {
      this.#sleep()
      return
    }
    this.clock.host.soon(() => this.catchUp())
  }

  /** Moves time to `moment`, running everything due on the way at its own time. Answers how many timers ran. */
  advance(moment: number): Promise<number> {
    return this.#inTurn(() => this.#advanceTo(moment))
  }

  /** Moves time on by `ms` from where it is when the advances before this one have ended. */
  advanceBy(ms: number): Promise<number> {
    return this.#inTurn(() => this.#advanceTo(this.clock.now() + ms))
  }

  /** Moves time on to the next work that is due later than now, but not past `limit`. Where there is none, time stays where it is. */
  advanceToNext(limit = lastNow): Promise<number> {
    return this.#inTurn(async () => {
      const early = await this.#advanceTo(this.clock.now())
      const next = this.timers.nextDueAt()
      return next > limit ? early : early + (await this.#advanceTo(next))
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

  /**
   * Work that owns the clock from the instant it is asked for: time stands, and nothing else starts what is due. What is due by
   * then goes out beside what was under way, since one may wait for the other; what others ask for meanwhile is not waited for.
   */
  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    this.refuseOtherTime()
    if (this.#owners++ === 0) {
      this.clock.hold(this.clock.now())
      this.#startDue()
    }
    const turn = Promise.all([this.#turns, ...this.#underWay]).then(work)
    this.#turns = turn.catch(() => {})
    try {
      return await turn
    } finally {
      this.#giveBack()
    }
  }

  /** Starts what is due now; what leaves the process is settled in order, and waited for by whoever owns the clock. */
  #startDue(): void {
    while (!this.#closed && this.timers.nextDueAt() <= this.clock.now()) {
      const ran = this.#runAllDueAt(this.clock.now())
      const count = (fired: number) => {
        this.#early += fired
      }
      if (ran instanceof Promise) this.#track(ran.then(count))
      else count(ran)
    }
  }

  #giveBack(): void {
    if (--this.#owners > 0) {
      this.clock.hold(this.clock.now())
      return
    }
    // Setting the clock counts nothing: the next advance counts its own.
    this.#early = 0
    this.clock.release()
    this.#forgetWake()
    this.catchUp()
  }

  /** True where time stands, and nobody is about to move it. */
  get standsStill(): boolean {
    return this.#owners === 0 && this.clock.mode === "frozen"
  }

  /** Waits for everything that was started. */
  async idle(): Promise<void> {
    while (this.#underWay.size) await Promise.all(this.#underWay)
  }

  /** True when its world has ended: nothing more is to be started. */
  get isClosed(): boolean {
    return this.#closed
  }

  close(): void {
    this.#closed = true
    this.#cancelWake()
  }

  async #advanceTo(moment: number): Promise<number> {
    const start = this.clock.now()
    let fired = this.#early
    this.#early = 0
    this.#yieldAt = this.clock.host.elapsed() + yieldInterval
    for (let due = this.timers.nextDueAt(); due <= moment && !this.#closed; due = this.timers.nextDueAt()) {
      // What is overdue runs now: time never goes back.
      this.clock.hold(Math.max(due, this.clock.now()))
      const ran = this.#runAllDueAt(due)
      fired += ran instanceof Promise ? await ran : ran
      if (this.clock.host.elapsed() > this.#yieldAt) await this.#yield()
    }
    this.clock.hold(Math.max(moment, start))
    return fired
  }

  /** Runs what is due at one moment, side by side where it leaves the process, and settles it in order. */
  #runAllDueAt(due: number): number | Promise<number> {
    let fired = 0
    const outcomes: (Settle | Promise<Settle>)[] = []
    for (let timer = this.timers.take(due); timer !== undefined; timer = this.timers.take(due)) {
      fired++
      const outcome = this.#run(timer)
      // What came at once has nobody to wait for, unless something before it is still under way.
      if (outcome instanceof Promise || (outcome && outcomes.length > 0)) outcomes.push(outcome)
      else outcome?.()
      if (outcomes.length === 0 && fired % stepsInARow === 0) break
    }
    return outcomes.length === 0 ? fired : this.#settleAll(outcomes).then(() => fired)
  }

  async #settleAll(outcomes: readonly (Settle | Promise<Settle>)[]): Promise<void> {
    const settles = await Promise.all(outcomes)
    if (!this.#closed) for (const settle of settles) settle()
  }

  async #yield(): Promise<void> {
    const { host } = this.clock
    await new Promise<void>((resolve) => host.soon(resolve))
    this.#yieldAt = host.elapsed() + yieldInterval
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
    if (this.#closed) return
    settle()
    this.wake()
  }

  #track(work: Promise<void>): void {
    this.#underWay.add(work)
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
