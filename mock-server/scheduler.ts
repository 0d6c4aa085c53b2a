import type { Clock } from "./clock.ts"
import type { RunTimer, Settle } from "./tasks.ts"
import type { Timers } from "./timers.ts"

/** Runs timers at their due times: at once when they are due now, by the machine's timer in real time, and all on the way in an advance. */
export class Scheduler {
  readonly #underWay = new Set<Promise<void>>()
  #advances: Promise<unknown> = Promise.resolve()
  #advancing = false
  #closed = false
  #wakeAt = Number.POSITIVE_INFINITY
  #cancelWake: () => void = () => {}

  constructor(
    readonly clock: Clock,
    readonly timers: Timers,
    readonly run: RunTimer,
  ) {}

  /** Runs what is due by now. What goes over the network is started, not waited for. */
  catchUp(): void {
    if (this.#advancing || this.#closed) return
    const now = this.clock.now()
    for (let timer = this.timers.take(now); timer !== undefined; timer = this.timers.take(now)) {
      const outcome = this.run(timer)
      if (outcome !== undefined) this.#track(outcome.then((settle) => this.#settleLater(settle)))
    }
    this.#sleep()
  }

  /** Runs what is due once the answer under way is out. */
  wake(): void {
    if (this.#closed || this.timers.nextDueAt() > this.clock.now()) {
      this.#sleep()
      return
    }
    this.clock.machine.soon(() => this.catchUp())
  }

  /** Moves time to `moment`, running everything due on the way at its own time. Answers how many timers ran. */
  advance(moment: number): Promise<number> {
    const advance = this.#advances.then(() => this.#advanceTo(moment))
    this.#advances = advance.catch(() => {})
    return advance
  }

  /** Waits for everything that was started. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
  }

  close(): void {
    this.#closed = true
    this.#cancelWake()
  }

  async #advanceTo(moment: number): Promise<number> {
    await this.idle()
    this.#advancing = true
    const start = this.clock.now()
    let fired = 0
    try {
      this.clock.hold(start)
      for (let due = this.timers.nextDueAt(); due <= moment; due = this.timers.nextDueAt()) {
        // What is overdue runs now: time never goes back.
        this.clock.hold(Math.max(due, this.clock.now()))
        fired += await this.#runAllDueAt(due)
      }
      this.clock.hold(Math.max(moment, start))
    } finally {
      this.clock.release()
      this.#advancing = false
    }
    this.catchUp()
    return fired
  }

  async #runAllDueAt(due: number): Promise<number> {
    let fired = 0
    const outcomes: Promise<Settle>[] = []
    for (let timer = this.timers.take(due); timer !== undefined; timer = this.timers.take(due)) {
      fired++
      const outcome = this.run(timer)
      if (outcome !== undefined) outcomes.push(outcome)
    }
    if (outcomes.length > 0) for (const settle of await Promise.all(outcomes)) settle()
    return fired
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

  /** Sets the machine's timer to the next due time; a frozen clock needs none. */
  #sleep(): void {
    const dueAt = this.clock.mode === "real" ? this.timers.nextDueAt() : Number.POSITIVE_INFINITY
    if (dueAt === this.#wakeAt) return
    this.#cancelWake()
    this.#wakeAt = dueAt
    if (dueAt === Number.POSITIVE_INFINITY) return
    this.#cancelWake = this.clock.machine.after(dueAt - this.clock.now(), () => {
      this.#wakeAt = Number.POSITIVE_INFINITY
      this.catchUp()
    })
  }
}
