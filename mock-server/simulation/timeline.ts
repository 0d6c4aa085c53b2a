import { chanceOf } from "../base/chance.ts"
import { type HostClock, hostClock } from "../base/host.ts"
import { Random } from "../base/random.ts"
import type { Pending, StandInTime } from "../base/stand-ins.ts"
import { round, turn } from "../base/turns.ts"
import { Broken } from "./checks.ts"

/** One life of a process, the day's own function, or the service: what it has begun is its own, and dropped when it dies. */
export interface Actor {
  readonly name: string
  /** The program that it is a life of. */
  readonly program: string
  isAlive: boolean
  /** Chance of its own, so that what others do leaves it alone. */
  readonly random: Random
  /** How much it does that has not ended. */
  running: number
  /** How much of virtual time, or of others, it waits for. What runs and waits for none of it waits for the real world. */
  waiting: number
  /** Told of each of its steps, which may be its last; answers whether it was. */
  endsAt?: (step: string) => boolean
}

interface Entry {
  readonly dueAt: number
  readonly actor: Actor
  run: (() => void) | undefined
}

/** Steps at one moment, far beyond what anything does that ends. */
const mostAtOnce = 100_000

const roundWhat = ({ name }: Actor) =>
  `${name} goes on at the same moment, ${mostAtOnce} steps long: a setImmediate that sets itself again lets no time go by`

/** How often Node itself comes round for what needs no time, such as the bytes of a Blob. */
const mostRounds = 4

/** Real milliseconds that something may go on outside without a sign of life, before time goes on without it. */
const patience = 1_000

/**
 * One virtual clock and one queue for everything: the service, its clients and receivers, and whatever is set for later. One thing
 * happens after the other, each to its end, so that the order never hangs on the machine.
 */
export class Timeline implements HostClock, StandInTime {
  readonly #seed: number
  readonly #start: number
  #now: number
  /** The next one stands last, where it is cheap to take. */
  readonly #queue: Entry[] = []
  readonly #actors = new Set<Actor>()
  readonly #hung: Set<string>
  #signs = 0
  readonly service: Actor
  readonly movedBy = "day.sleep"
  /** Whom new work belongs to. */
  current: Actor
  /** True once something was done outside: in real time, in an order that nobody can promise. */
  wasOutside = false

  /** `hung` remembers, from day to day, the programs of which something was waited for in vain. */
  constructor(seed: number, start: number, hung = new Set<string>()) {
    this.#hung = hung
    this.#seed = seed
    this.#start = start
    this.#now = start
    this.service = this.join("service")
    this.current = this.service
  }

  now(): number {
    return this.#now
  }

  get random(): Random {
    return this.current.random
  }

  set(ms: number, run: () => unknown): Pending {
    const actor = this.current
    return this.later(ms, actor, () => actor.endsAt?.("after a pause") || this.beside(actor, run()))
  }

  elapsed(): number {
    return this.#now - this.#start
  }

  after(ms: number, run: () => void): () => void {
    return this.at(this.#now + ms, this.service, run)
  }

  wait(ms: number, ended: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        ended.removeEventListener("abort", done)
        resolve()
      }
      this.later(ms, this.service, done)
      ended.addEventListener("abort", done)
    })
  }

  soon(run: () => void): void {
    this.after(0, run)
  }

  /** Somebody new. */
  join(name: string, program = name): Actor {
    const random = new Random(chanceOf(this.#seed, name) * 2 ** 32)
    const actor: Actor = { name, program, isAlive: true, random, running: 0, waiting: 0 }
    this.#actors.add(actor)
    return actor
  }

  leave(actor: Actor): void {
    actor.isAlive = false
    this.#actors.delete(actor)
  }

  /** Lets an actor do something at a moment; what is past is done now. Answers how to call it off. */
  at(moment: number, actor: Actor, run: () => void): () => void {
    this.#signs++
    // Whole milliseconds, as clocks show them; and a moment that is no number would stand in the way of all others.
    const entry: Entry = { dueAt: moment > this.#now ? Math.ceil(moment) : this.#now, actor, run }
    let place = this.#queue.length
    while (place > 0 && (this.#queue[place - 1]?.dueAt ?? 0) <= entry.dueAt) place--
    this.#queue.splice(place, 0, entry)
    return () => {
      entry.run = undefined
    }
  }

  /** The same, for what the actor waits for. */
  later(ms: number, actor: Actor, run: () => void): Pending {
    let isCounted = false
    const count = (isAwaited: boolean) => {
      if (isAwaited !== isCounted) actor.waiting += isAwaited ? 1 : -1
      isCounted = isAwaited
    }
    const forget = this.at(this.#now + ms, actor, () => {
      count(false)
      run()
    })
    const cancel = () => {
      count(false)
      forget()
    }
    count(true)
    return { cancel, count }
  }

  /** Moves the clock and nothing else: what was due on the way is late. */
  jump(ms: number): void {
    this.#now += ms
  }

  /** Lets an actor do something of which nobody knows how long it takes; `end` is told what came of it. */
  perform<R>(actor: Actor, work: () => R | Promise<R>, end: (answer: Promise<R>) => void): void {
    this.at(this.#now, actor, () => {
      actor.running++
      const answer = (async () => work())()
      const over = () => {
        actor.running = Math.max(0, actor.running - 1)
        this.#signs++
        end(answer)
      }
      answer.then(over, over)
    })
  }

  /**
   * What an actor does that nobody asked it for, such as a timer's work: it is waited for as well, until something of the program
   * has hung. Who waits for another program there does so in each round, and each would take a second.
   */
  beside(actor: Actor, work: unknown): void {
    if (!(work instanceof Promise) || this.#hung.has(actor.program)) return
    actor.running++
    // Not `then`: what is rejected is still to be caught by somebody.
    void work.finally(() => {
      actor.running = Math.max(0, actor.running - 1)
      this.#signs++
    })
  }

  /** Does what is due until a moment, one after the other, and looks on after each. */
  async run(until: number, afterStep: () => Promise<void> | undefined): Promise<void> {
    let steps = 0
    for (let entry = this.#next(until); entry !== undefined; entry = this.#next(until)) {
      steps = entry.dueAt > this.#now ? 0 : steps + 1
      this.#now = Math.max(this.#now, entry.dueAt)
      this.current = entry.actor
      if (steps > mostAtOnce) throw new Broken("Time no longer goes by", { cause: new Error(roundWhat(entry.actor)) })
      entry.run?.()
      await turn()
      if (this.#outside() !== undefined) await this.settle()
      const looking = afterStep()
      if (looking !== undefined) await looking
    }
    if (this.#queue.length > 0) this.#now = Math.max(this.#now, until)
  }

  #next(until: number): Entry | undefined {
    for (let entry = this.#queue.at(-1); entry !== undefined; entry = this.#queue.at(-1)) {
      const isDue = entry.run !== undefined && entry.actor.isAlive
      if (isDue && entry.dueAt > until) return undefined
      this.#queue.pop()
      if (isDue) return entry
    }
    return undefined
  }

  /** Lets everything go on that needs no time, and waits for what is done in the real world. */
  async settle(): Promise<void> {
    await turn()
    for (let rounds = 1; rounds < mostRounds && this.#outside() !== undefined; rounds++) await round()
    for (let outside = this.#outside(); outside !== undefined; outside = this.#outside()) {
      this.wasOutside = true
      this.current = outside
      // What hangs is left behind.
      if (await this.#waitForSign()) continue
      this.#hung.add(outside.program)
      outside.running--
    }
  }

  #outside(): Actor | undefined {
    for (const actor of this.#actors) if (actor.running > 0 && actor.waiting <= 0) return actor
    return undefined
  }

  async #waitForSign(): Promise<boolean> {
    const before = this.#signs
    for (const until = hostClock.elapsed() + patience; this.#signs === before; await round()) {
      if (hostClock.elapsed() > until) return false
    }
    await turn()
    return true
  }
}
