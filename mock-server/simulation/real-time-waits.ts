import { round, turn } from "../base/event-loop.ts"
import { hostClock } from "../base/host.ts"
import type { Actor } from "./actor.ts"
import { RealWork } from "./real-work.ts"

/** How often Node itself comes round for what needs no time, such as the bytes of a Blob. */
const mostRounds = 4
/** Real milliseconds that something may go on outside without a sign of life, before time goes on without it. */
const patience = 1_000
/** The same where Node shows what is waited for: a busy machine is no reason to go on without it. */
const surePatience = 3_000
/** Rounds after which a wait leaves the processor to others. */
const eagerRounds = 100

const never = new AbortController().signal

/** The day was ended from outside. */
export class Stopped extends Error {
  override readonly name = "Stopped"
}

/** What a day waits for in real time, while its own stands. */
export class RealTimeWaits {
  readonly #actors: ReadonlySet<Actor>
  readonly #hung: Set<string>
  readonly #isStopped: () => boolean
  readonly #real = new RealWork()
  #signs = 0
  /** True once something was done in real time, in an order that nobody can promise. */
  wasOutside = false

  constructor(actors: ReadonlySet<Actor>, hung: Set<string>, isStopped: () => boolean) {
    this.#actors = actors
    this.#hung = hung
    this.#isStopped = isStopped
  }

  /** To be called when nothing is waited for any more. */
  end(): void {
    this.#real.end()
  }

  /** Something has gone on. */
  sign(): void {
    this.#signs++
  }

  /** Whether something is to be waited for. */
  isWaitedFor(): boolean {
    return this.#waiting() !== undefined || this.#real.isUnderWay(this.#hasLimits())
  }

  /** Whether that may show in the next rounds. */
  mayBeWaitedFor(): boolean {
    return this.isWaitedFor() || this.#real.hasSockets
  }

  /** Lets everything go on that needs no time, and waits for what is done in the real world; `waiting` is told whose it is. */
  async settle(waiting: (actor: Actor) => void): Promise<void> {
    await turn()
    for (let rounds = 1; rounds < mostRounds && this.mayBeWaitedFor(); rounds++) await round()
    while (this.isWaitedFor()) {
      this.wasOutside = true
      const actor = this.#waiting()
      if (actor !== undefined) waiting(actor)
      if (await this.#waitForSign(() => !this.isWaitedFor())) continue
      // What hangs is left behind.
      this.#real.giveUp()
      if (actor === undefined) continue
      this.#hung.add(actor.program)
      actor.running--
    }
  }

  /** Waits for something whatever it is; rejects with `late` where nothing goes on for too long. */
  async waitFor<T>(answer: Promise<T>, late: () => Error): Promise<T> {
    let isOver = false
    const over = () => {
      isOver = true
    }
    answer.then(over, over)
    await turn()
    for (let rounds = 1; rounds < mostRounds && !isOver; rounds++) await round()
    while (!isOver) {
      this.wasOutside = true
      if (!(await this.#waitForSign(() => isOver))) throw late()
    }
    return answer
  }

  #waiting(): Actor | undefined {
    for (const actor of this.#actors) if (actor.running > 0 && actor.waiting <= 0) return actor
    return undefined
  }

  /** Whether somebody waits for nothing but timers. */
  #hasLimits(): boolean {
    for (const actor of this.#actors) if (actor.running > 0 && actor.waiting <= actor.timers) return true
    return false
  }

  /** Waits until it is over, or something has gone on in the real world; false where nothing did for too long. */
  async #waitForSign(isOver: () => boolean): Promise<boolean> {
    const began = hostClock.elapsed()
    const signs = () => this.#signs + this.#real.signs
    const before = signs()
    for (let rounds = 0; signs() === before && !isOver(); rounds++) {
      if (this.#isStopped()) throw new Stopped()
      await (rounds < eagerRounds ? round() : hostClock.wait(1, never))
      const isSure = this.#real.isUnderWay(false)
      if (hostClock.elapsed() - began > (isSure ? surePatience : patience)) return false
    }
    await turn()
    return true
  }
}
