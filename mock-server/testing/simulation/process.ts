import { millisecondsFor } from "../../base/seeded-fraction.ts"
import type { Actor } from "./actor.ts"
import type { DayFaults } from "./faults.ts"
import type { DayLog } from "./log.ts"
import type { Timeline } from "./timeline.ts"

/** The shared parts of one run. */
export interface DayParts {
  readonly seed: number
  readonly timeline: Timeline
  readonly faults: DayFaults
  readonly log: DayLog
  /** Ends the day with a failed check. */
  readonly fail: (title: string, error?: unknown) => void
}

export type WorkOutcome<R> = Promise<R> | "crashed"

interface Life<T> {
  readonly actor: Actor
  readonly made: Promise<T>
  /** Called on a crash, for the calls and webhooks in progress. */
  readonly onCrash: Set<() => void>
}

/** Milliseconds of a process's downtime, and of a clock jump, as after a suspend of the machine. */
const downtime = [100, 60_000] as const
const leap = [1_000, 1_800_000] as const

/** A program of the user that crashes at random and restarts with its persistent state. */
export class SimulatedProcess<T> {
  readonly #closer: Actor
  #life: Life<T> | undefined
  #lives = 0
  #steps = 0
  #queued: (() => void)[] = []

  constructor(
    private readonly day: DayParts,
    readonly name: string,
    private readonly make: (actor: Actor) => T | Promise<T>,
    /** Releases what a crash would release, such as connections. */
    private readonly close?: (subject: T) => unknown,
  ) {
    this.#closer = day.timeline.join(`${name}, its end`, `${name}, its end`)
    this.#start(0)
  }

  get isUp(): boolean {
    return this.#life !== undefined
  }

  whenUp(run: () => void): void {
    if (this.isUp) run()
    else this.#queued.push(run)
  }

  /** Runs work in its current life; `end` gets the result. */
  perform<R>(what: string, work: (subject: T) => R | Promise<R>, end: (outcome: WorkOutcome<R>) => void): void {
    const life = this.#life
    const crashed = () => end("crashed")
    if (life === undefined || this.#crashesAt(`before ${what}`)) {
      crashed()
      return
    }
    life.onCrash.add(crashed)
    const run = async () => work(await life.made)
    this.day.timeline.perform(life.actor, run, (promise) => {
      if (life.onCrash.delete(crashed)) end(this.#crashesAt(`after ${what}`) ? "crashed" : promise)
    })
  }

  /** Counts a step, at which the clock may jump and the process may crash. Returns true if it crashed. */
  #crashesAt(step: string): boolean {
    const { faults, timeline, log, seed } = this.day
    const stepName = `${this.name} step ${++this.#steps}, ${step}`
    if (faults.strikes("jump", stepName)) {
      const ms = millisecondsFor(seed, `${stepName} jump`, ...leap)
      timeline.jump(ms)
      log.add("fault", "clock", () => `jumps ahead by ${Math.round(ms / 1_000)} s`)
    }
    if (!faults.strikes("crash", stepName)) return false
    this.#crash(step)
    return true
  }

  #crash(step: string): void {
    const { timeline, log, seed } = this.day
    if (this.#life === undefined) return
    const { actor, onCrash } = this.#life
    const closing = this.end()
    log.add("crash", this.name, () => `crashes ${step}`)
    timeline.leave(actor)
    // Virtual time stops until it is closed.
    timeline.beside(this.#closer, closing)
    this.#start(millisecondsFor(seed, `${this.name} is down for the time ${this.#lives}`, ...downtime))
    const listeners = [...onCrash]
    // Report a crash only once: pending work may still finish.
    onCrash.clear()
    for (const listener of listeners) listener()
  }

  /** Ends its current life and closes what was made; undefined if there is nothing to close. */
  end(): Promise<void> | undefined {
    const [life, close] = [this.#life, this.close]
    this.#life = undefined
    if (life === undefined || close === undefined) return undefined
    const { timeline, fail } = this.day
    // A failed start was reported before.
    return life.made
      .then(
        (subject) => timeline.outsideTime(() => close(subject)),
        () => {},
      )
      .then(
        () => {},
        (error) => fail(`Closing ${this.name} after a crash failed`, error),
      )
  }

  #start(afterMs: number): void {
    const { timeline, log, fail } = this.day
    const actor = timeline.join(`${this.name}, life ${++this.#lives}`, this.name)
    actor.endsAt = (step) => this.#crashesAt(step)
    timeline.at(timeline.now() + afterMs, actor, () => {
      if (this.#lives > 1) log.add("crash", this.name, () => "starts again")
      const subject = (async () => this.make(actor))()
      timeline.beside(
        actor,
        subject.catch((error) => fail(`The process ${this.name} does not start`, error)),
      )
      this.#life = { actor, made: subject, onCrash: new Set() }
      for (const run of this.#queued.splice(0)) run()
    })
  }
}
