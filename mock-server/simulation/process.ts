import { Random } from "../base/random.ts"
import { chanceBetween, chanceOf } from "./chance.ts"
import type { Faults } from "./faults.ts"
import type { DayLog } from "./log.ts"
import type { Actor, Timeline } from "./timeline.ts"

/** What everything in one day shares. */
export interface DayParts {
  readonly seed: number
  readonly timeline: Timeline
  readonly faults: Faults
  readonly log: DayLog
  /** Ends the day: something is broken. */
  readonly fail: (title: string, error?: unknown) => void
}

/** What came of something that a process was asked to do. */
export type Outcome<R> = { readonly value: R } | { readonly error: unknown } | "crashed"

interface Life<T> {
  readonly actor: Actor
  readonly made: T | Promise<T>
  /** Told when it crashes: those whose calls and webhooks it was at. */
  readonly mourners: Set<() => void>
}

/** Somebody who acts, with chance that hangs on nobody else. */
export const newActor = (seed: number, name: string): Actor => ({
  name,
  isAlive: true,
  random: new Random(chanceOf(seed, name) * 2 ** 32),
  running: 0,
  waiting: 0,
})

/** How long a process is down, in milliseconds. */
const downtime = { least: 100, most: 60_000 }
const longestJump = 1_800_000

/** A program of the user's, which dies now and then and begins again from what survived. */
export class SimulatedProcess<T> {
  readonly #day: DayParts
  readonly #make: (actor: Actor) => T | Promise<T>
  #life: Life<T> | undefined
  #lives = 0
  #steps = 0
  #queued: (() => void)[] = []

  constructor(
    day: DayParts,
    readonly name: string,
    make: (actor: Actor) => T | Promise<T>,
  ) {
    this.#day = day
    this.#make = make
    this.#start(0)
  }

  /** Runs something in it, once it is up. */
  whenUp(run: () => void): void {
    if (this.#life === undefined) this.#queued.push(run)
    else run()
  }

  get isUp(): boolean {
    return this.#life !== undefined
  }

  /** Lets it do something, in the life that it has; `end` is told what came of it, unless nobody is there to be told. */
  perform<R>(what: string, work: (made: T) => R | Promise<R>, end: (outcome: Outcome<R>) => void): void {
    const { timeline } = this.#day
    const life = this.#life
    if (life === undefined || this.crashesAt(`before ${what}`)) {
      end("crashed")
      return
    }
    const { actor, mourners } = life
    const crashed = () => end("crashed")
    mourners.add(crashed)
    const settle = (outcome: Outcome<R>) => {
      if (!mourners.delete(crashed)) return
      actor.running = Math.max(0, actor.running - 1)
      timeline.sign()
      end(this.crashesAt(`after ${what}`) ? "crashed" : outcome)
    }
    timeline.at(timeline.now(), actor, () => {
      actor.running++
      Promise.resolve(life.made)
        .then(work)
        .then(
          (value) => settle({ value }),
          (error) => settle({ error }),
        )
    })
  }

  /** One step of it: here it may crash, and the clock jump. Answers whether it has crashed. */
  crashesAt(step: string): boolean {
    const { faults, timeline, log, seed } = this.#day
    const place = `${this.name} step ${++this.#steps}, ${step}`
    if (faults.strikes("jump", place)) {
      const ms = chanceBetween(seed, `${place} jump`, 1_000, longestJump)
      timeline.jump(ms)
      log.add("fault", "clock", () => `jumps ahead by ${Math.round(ms / 1_000)} s`)
    }
    if (!faults.strikes("crash", place)) return false
    this.#crash(step)
    return true
  }

  #crash(step: string): void {
    const { timeline, log, seed } = this.#day
    const life = this.#life
    if (life === undefined) return
    log.add("crash", this.name, () => `crashes ${step}`)
    this.#life = undefined
    timeline.leave(life.actor)
    this.#start(chanceBetween(seed, `${this.name} downtime ${this.#lives}`, downtime.least, downtime.most))
    for (const mourn of life.mourners) mourn()
  }

  #start(afterMs: number): void {
    const { timeline, log, seed, fail } = this.#day
    const actor = newActor(seed, `${this.name} life ${++this.#lives}`)
    timeline.join(actor)
    timeline.at(timeline.now() + afterMs, actor, () => {
      if (this.#lives > 1) log.add("crash", this.name, () => "starts again")
      const failed = (error: unknown) => fail(`The process ${this.name} does not start`, error)
      try {
        const made = this.#make(actor)
        if (made instanceof Promise) made.catch(failed)
        this.#life = { actor, made, mourners: new Set() }
      } catch (error) {
        failed(error)
      }
      for (const run of this.#queued.splice(0)) run()
    })
  }
}
