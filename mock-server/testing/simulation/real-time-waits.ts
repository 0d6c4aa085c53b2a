import { round, turn } from "../../base/event-loop.ts"
import { hostClock } from "../../base/host.ts"
import type { Actor } from "./actor.ts"
import { RealWork } from "./real-work.ts"

/** Maximum turns of the event loop for work without I/O, such as reading a Blob. */
const maxRounds = 4
/** Real milliseconds without activity after which virtual time continues. */
const quietTimeout = 1_000
/** The timeout when Node shows pending work: a busy machine must not count as hanging. */
const knownWorkTimeout = 3_000
/** Maximum milliseconds that count between two looks: a machine that stands still does not show that the work hangs. */
const longestLook = 50
/** Rounds after which a wait sleeps between checks. */
const eagerRounds = 100

const never = new AbortController().signal

/** The day was stopped from outside. */
export class Stopped extends Error {
  override readonly name = "Stopped"
}

/** The real-time work that a run waits for while virtual time is stopped. */
export class RealTimeWaits {
  readonly #real = new RealWork()
  #activity = 0
  /** True once something ran in real time: its order cannot be reproduced. */
  wasOutside = false

  constructor(
    private readonly actors: ReadonlySet<Actor>,
    private readonly hung: Set<string>,
    private readonly isStopped: () => boolean,
  ) {}

  /** Call it when waiting is no longer needed. */
  end(): void {
    this.#real.end()
  }

  noteActivity(): void {
    this.#activity++
  }

  isWaitedFor(): boolean {
    return this.#waiting() !== undefined || this.#real.isPending(this.#hasLimits())
  }

  /** True if `isWaitedFor` is true or may become true in the next rounds. */
  mayBeWaitedFor(): boolean {
    return this.isWaitedFor() || this.#real.hasSockets
  }

  /** Runs all work that needs no time, and waits for real work; `waiting` is called with its owner. */
  async settle(waiting: (actor: Actor) => void): Promise<void> {
    await turn()
    for (let rounds = 1; rounds < maxRounds && this.mayBeWaitedFor(); rounds++) await round()
    while (this.isWaitedFor()) {
      this.wasOutside = true
      const actor = this.#waiting()
      if (actor !== undefined) waiting(actor)
      if (await this.#waitForActivity(() => !this.isWaitedFor())) continue
      // Hanging work is abandoned.
      this.#real.giveUp()
      if (actor === undefined) continue
      this.hung.add(actor.program)
      actor.running--
    }
  }

  /** Waits for any kind of work; rejects with `late` when nothing happens for too long. */
  async waitFor<T>(promise: Promise<T>, late: () => Error): Promise<T> {
    let isOver = false
    const over = () => {
      isOver = true
    }
    promise.then(over, over)
    await turn()
    for (let rounds = 1; rounds < maxRounds && !isOver; rounds++) await round()
    while (!isOver) {
      this.wasOutside = true
      if (!(await this.#waitForActivity(() => isOver))) throw late()
    }
    return promise
  }

  #waiting(): Actor | undefined {
    for (const actor of this.actors) if (actor.running > 0 && actor.waiting <= 0) return actor
    return undefined
  }

  /** True if a running actor waits for nothing but timers: they may be time limits of real work. */
  #hasLimits(): boolean {
    for (const actor of this.actors) if (actor.running > 0 && actor.waiting <= actor.timers) return true
    return false
  }

  /** Waits until `isOver`, or until there is activity in real time; false after a timeout without activity. */
  async #waitForActivity(isOver: () => boolean): Promise<boolean> {
    let [lastLook, quiet] = [hostClock.elapsed(), 0]
    const activity = () => this.#activity + this.#real.activity
    const before = activity()
    for (let rounds = 0; activity() === before && !isOver(); rounds++) {
      if (this.isStopped()) throw new Stopped()
      await (rounds < eagerRounds ? round() : hostClock.wait(1, never))
      const isSure = this.#real.isPending(false)
      const now = hostClock.elapsed()
      quiet += Math.min(now - lastLook, longestLook)
      lastLook = now
      if (quiet > (isSure ? knownWorkTimeout : quietTimeout)) return false
    }
    await turn()
    return true
  }
}
