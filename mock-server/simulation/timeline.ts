import { type HostClock, hostClock } from "../base/host.ts"
import type { Random } from "../base/random.ts"

/**
 * Who does something: one life of a process, the day's own function, or the service. Whatever it has begun is its own, and is
 * dropped when it dies.
 */
export interface Actor {
  readonly name: string
  isAlive: boolean
  /** Chance of its own, so that what others do leaves it alone. */
  readonly random: Random
  /** How much it does that has not ended: calls, webhooks. */
  running: number
  /** How much of virtual time, or of others, it waits for. What runs and waits for none of it waits for the real world. */
  waiting: number
}

interface Entry {
  readonly dueAt: number
  readonly order: number
  readonly actor: Actor
  run: (() => void) | undefined
}

/** Real milliseconds that something may go on outside without a sign of life, before time goes on without it. */
const patience = 1_000

/**
 * One virtual clock and one queue for everything: the service, its clients and receivers, and whatever is set for later. One thing
 * happens after the other, each to its end, so that the order never hangs on the machine.
 */
export class Timeline implements HostClock {
  readonly #start: number
  #now: number
  /** The next is the last, which is cheap to take away. */
  readonly #queue: Entry[] = []
  #order = 0
  /** Whom new work belongs to. */
  current: Actor
  readonly #actors: Actor[] = []
  /** Grows with every sign of life. */
  #signs = 0
  /** True once something was done outside: in real time, in an order that nobody can promise. */
  wasOutside = false

  constructor(
    start: number,
    readonly service: Actor,
  ) {
    this.#start = start
    this.#now = start
    this.current = service
  }

  now(): number {
    return this.#now
  }

  elapsed(): number {
    return this.#now - this.#start
  }

  after(ms: number, callback: () => void): () => void {
    return this.at(this.#now + ms, this.service, callback)
  }

  wait(ms: number, ended: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        cancel()
        ended.removeEventListener("abort", done)
        resolve()
      }
      const cancel = this.after(ms, done)
      ended.addEventListener("abort", done)
    })
  }

  soon(callback: () => void): void {
    this.at(this.#now, this.service, callback)
  }

  /** Somebody whose waiting for the real world is noticed. */
  join(actor: Actor): void {
    this.#actors.push(actor)
  }

  leave(actor: Actor): void {
    actor.isAlive = false
    const place = this.#actors.indexOf(actor)
    if (place >= 0) this.#actors.splice(place, 1)
  }

  /** Lets an actor do something at a moment; what is past is done now. Answers how to call it off. */
  at(moment: number, actor: Actor, run: () => void): () => void {
    this.#signs++
    // Whole milliseconds, as clocks show them; a moment that is no number would stand in the way of all others.
    const dueAt = moment > this.#now ? Math.ceil(moment) : this.#now
    const entry: Entry = { dueAt, order: this.#order++, actor, run }
    let [low, high] = [0, this.#queue.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const other = this.#queue[middle]
      if (other !== undefined && other.dueAt > dueAt) low = middle + 1
      else high = middle
    }
    this.#queue.splice(low, 0, entry)
    return () => {
      entry.run = undefined
    }
  }

  /** Moves the clock and nothing else: what was due on the way is late. */
  jump(ms: number): void {
    this.#now += ms
  }

  /** Does what is due until a moment, one after the other, and looks on after each. */
  async run(until: number, afterStep: () => void | Promise<void>): Promise<void> {
    await this.settle()
    for (let entry = this.#next(until); entry !== undefined; entry = this.#next(until)) {
      const { dueAt, actor, run } = entry
      this.#now = Math.max(this.#now, dueAt)
      this.current = actor
      run?.()
      await this.settle()
      const looked = afterStep()
      if (looked !== undefined) await looked
    }
    this.#now = Math.max(this.#now, this.#queue.length > 0 ? until : this.#now)
  }

  #next(until: number): Entry | undefined {
    for (;;) {
      const entry = this.#queue.at(-1)
      if (entry === undefined) return undefined
      const isDue = entry.run !== undefined && entry.actor.isAlive
      if (isDue && entry.dueAt > until) return undefined
      this.#queue.pop()
      if (isDue) return entry
    }
  }

  /** Notes that somebody goes on. */
  sign(): void {
    this.#signs++
  }

  /** Lets everything go on that can, and waits for what is done in the real world. */
  async settle(): Promise<void> {
    await turn()
    for (let outside = this.#outside(); outside !== undefined; outside = this.#outside()) {
      if ((globalThis as any).dbg) console.log("outside", outside.name, outside.running, outside.waiting, this.elapsed())
      this.wasOutside = true
      this.current = outside
      if (await this.#waitForSign()) continue
      // It hangs: its process goes on without it.
      outside.running--
    }
  }

  #outside(): Actor | undefined {
    return this.#actors.find(({ running, waiting }) => running > 0 && waiting <= 0)
  }

  async #waitForSign(): Promise<boolean> {
    const before = this.#signs
    const until = hostClock.elapsed() + patience
    while (this.#signs === before) {
      if (hostClock.elapsed() > until) return false
      await turn()
    }
    await turn()
    return true
  }
}

/** Whatever needs no time has happened when this is over. */
const turn = () => new Promise<void>((resolve) => hostClock.soon(resolve))
