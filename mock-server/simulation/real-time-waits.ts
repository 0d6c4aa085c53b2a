import { round, turn } from "../base/event-loop.ts"
import { hostClock } from "../base/host.ts"
import type { Actor } from "./actor.ts"
import { RealWork } from "./real-work.ts"

/** How many turns of the event loop work without I/O may take, such as reading a Blob. */
const maxRounds = 4
/** Real milliseconds without any sign of life after which virtual time continues. */
const quietTimeout = 1_000
/** The same when Node shows what is awaited: a busy machine must not count as hanging. */
const knownWorkTimeout = 3_000
/** Rounds after which a wait leaves the processor to others. */
const eagerRounds = 100

const never = new AbortController().signal

/** The day was ended from outside. */
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

  /** To be called when nothing is waited for any more. */
  end(): void {
    this.#real.end()
  }

  noteActivity(): void {
    this.#activity++
  }

  isWaitedFor(): boolean {
    return this.#waiting() !== undefined || this.#real.isPending(this.#hasLimits())
  }

  /** Whether that may show in the next rounds. */
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
  async waitFor<T>(answer: Promise<T>, late: () => Error): Promise<T> {
    let isOver = false
    const over = () => {
      isOver = true
    }
    answer.then(over, over)
    await turn()
    for (let rounds = 1; rounds < maxRounds && !isOver; rounds++) await round()
    while (!isOver) {
      this.wasOutside = true
      if (!(await this.#waitForActivity(() => isOver))) throw late()
    }
    return answer
  }

  #waiting(): Actor | undefined {
    for (const actor of this.actors) if (actor.running > 0 && actor.waiting <= 0) return actor
    return undefined
  }

  /** Whether somebody waits for something other than timers. */
  #hasLimits(): boolean {
    for (const actor of this.actors) if (actor.running > 0 && actor.waiting <= actor.timers) return true
    return false
  }

  /** Waits until it is over, or something has gone on in the real world; false where nothing did for too long. */
  async #waitForActivity(isOver: () => boolean): Promise<boolean> {
    const began = hostClock.elapsed()
    const activity = () => this.#activity + this.#real.activity
    const before = activity()
    for (let rounds = 0; activity() === before && !isOver(); rounds++) {
      if (this.isStopped()) throw new Stopped()
      await (rounds < eagerRounds ? round() : hostClock.wait(1, never))
      const isSure = this.#real.isPending(false)
      if (hostClock.elapsed() - began > (isSure ? knownWorkTimeout : quietTimeout)) return false
    }
    await turn()
    return true
  }
}
