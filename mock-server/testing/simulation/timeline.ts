import { onAbort } from "../../../sdk/base/abort.ts"
import { turn } from "../../base/event-loop.ts"
import type { FakeTime, Pending } from "../../base/fake-timers.ts"
import { type HostClock, hostClock } from "../../base/host.ts"
import { Random } from "../../base/random.ts"
import { fractionFor } from "../../base/seeded-fraction.ts"
import { type Actor, currentActor } from "./actor.ts"
import { CheckFailed } from "./check-failed.ts"
import { RealTimeWaits, Stopped } from "./real-time-waits.ts"

interface Entry {
  readonly dueAt: number
  readonly actor: Actor
  run: (() => void) | undefined
}

/** Maximum steps at one moment, far beyond any program that terminates. */
const maxAtOnce = 100_000

const roundWhat = ({ name }: Actor) =>
  `${name} ran ${maxAtOnce} steps at the same moment: a setImmediate that sets itself again stops virtual time`

/**
 * One virtual clock and one queue for everything: the service, its clients and receivers, and all timers. Steps run one after
 * another to their end, so the order never depends on the machine.
 */
export class Timeline implements HostClock, FakeTime {
  #now: number
  /** Sorted in reverse: removing the next entry from the end is cheap. */
  readonly #queue: Entry[] = []
  readonly #actors = new Set<Actor>()
  readonly #outside: RealTimeWaits
  #current: Actor
  readonly service: Actor
  readonly #onlooker: Actor
  readonly movedBy = "day.sleep"

  constructor(
    private readonly seed: number,
    private readonly start: number,
    private readonly hung: Set<string>,
    private readonly isStopped: () => boolean,
  ) {
    this.#outside = new RealTimeWaits(this.#actors, hung, isStopped)
    this.#now = start
    this.service = this.join("service")
    this.#onlooker = this.join("onlooker", "onlooker", true)
    this.#current = this.service
  }

  /** The actor that owns new work. */
  get current(): Actor {
    return currentActor.getStore() ?? this.#current
  }

  /** True once something ran in real time: its order cannot be reproduced. */
  get wasOutside(): boolean {
    return this.#outside.wasOutside
  }

  now(): number {
    return this.#now
  }

  get random(): Random {
    return this.current.random
  }

  set(ms: number, run: () => unknown): Pending {
    const actor = this.current
    if (actor.isBesideTime && ms === 0) return soon(run)
    const work = () => actor.endsAt?.("after a pause") || this.beside(actor, run())
    return this.later(ms, actor, work, "timers")
  }

  elapsed(): number {
    return this.#now - this.start
  }

  after(ms: number, run: () => void): () => void {
    return this.at(this.#now + ms, this.service, run)
  }

  wait(ms: number, ended: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        forget()
        resolve()
      }
      this.later(ms, this.service, done)
      const forget = onAbort(ended, done)
    })
  }

  soon(run: () => void): void {
    this.after(0, run)
  }

  join(name: string, program = name, isBesideTime = false): Actor {
    const random = new Random(fractionFor(this.seed, name) * 2 ** 32)
    const actor = { name, program, isAlive: true, random, running: 0, waiting: 0, timers: 0, isBesideTime }
    this.#actors.add(actor)
    return actor
  }

  leave(actor: Actor): void {
    actor.isAlive = false
    this.#actors.delete(actor)
  }

  /** Schedules a step of an actor; a past time means now. Returns a function that cancels it. */
  at(moment: number, actor: Actor, run: () => void): () => void {
    this.#outside.noteActivity()
    // Whole milliseconds, as clocks show them. NaN would block all other entries.
    const entry: Entry = { dueAt: moment > this.#now ? Math.ceil(moment) : this.#now, actor, run }
    let index = this.#queue.length
    while (index > 0 && (this.#queue[index - 1]?.dueAt ?? 0) <= entry.dueAt) index--
    this.#queue.splice(index, 0, entry)
    return () => {
      entry.run = undefined
    }
  }

  later(ms: number, actor: Actor, run: () => void, kind?: "timers"): Pending {
    let isCounted = false
    const count = (isAwaited: boolean) => {
      const change = Number(isAwaited) - Number(isCounted)
      actor.waiting += change
      if (kind !== undefined) actor[kind] += change
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

  /** Moves only the clock: work that was due in between runs late. */
  jump(ms: number): void {
    this.#now += ms
  }

  /** Runs work of unknown duration for an actor; `end` receives the result. */
  perform<R>(actor: Actor, work: () => R | Promise<R>, end: (promise: Promise<R>) => void): void {
    this.at(this.#now, actor, () => {
      actor.running++
      const promise = (async () => work())()
      const over = () => {
        actor.running = Math.max(0, actor.running - 1)
        this.#outside.noteActivity()
        end(promise)
      }
      promise.then(over, over)
    })
  }

  /**
   * Runs work without a caller, such as a timer's callback. It is no longer awaited after work of the program has hung:
   * a program that waits for another one would otherwise cost a second each time.
   */
  beside(actor: Actor, work: unknown): void {
    if (!(work instanceof Promise) || this.hung.has(actor.program)) return
    actor.running++
    // Not `then`: a rejection must stay catchable for others.
    void work.finally(() => {
      actor.running = Math.max(0, actor.running - 1)
      this.#outside.noteActivity()
    })
  }

  /** Runs due steps until a time, one after another, and checks after each. */
  async run(until: number, afterStep: () => Promise<void> | undefined): Promise<void> {
    let steps = 0
    for (let entry = this.#next(until); entry !== undefined; entry = this.#next(until)) {
      if (this.isStopped()) throw new Stopped()
      steps = entry.dueAt > this.#now ? 0 : steps + 1
      this.#now = Math.max(this.#now, entry.dueAt)
      this.#current = entry.actor
      if (steps > maxAtOnce)
        throw new CheckFailed("Virtual time no longer advances", { cause: new Error(roundWhat(entry.actor)) })
      if (entry.run !== undefined) currentActor.run(entry.actor, entry.run)
      await turn()
      if (this.#outside.mayBeWaitedFor()) await this.settle()
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

  /** Runs all work that needs no time, and waits for real work. */
  settle(): Promise<void> {
    return this.#outside.settle((actor) => {
      this.#current = actor
    })
  }

  /** Runs something while virtual time is stopped, such as a check. */
  outsideTime<T>(work: () => T): T {
    return currentActor.run(this.#onlooker, work)
  }

  /** Waits for a promise and its real work. Rejects with `late` when it waits for virtual time or hangs. */
  waitFor<T>(promise: Promise<T>, late: () => Error): Promise<T> {
    return this.#outside.waitFor(promise, late)
  }

  /** Ends the run: pending work does nothing more in it. `waitFor` still works. */
  end(): void {
    this.#outside.end()
    for (const actor of this.#actors) this.leave(actor)
  }
}

/** A real immediate of the host. */
function soon(run: () => unknown): Pending {
  let isOff = false
  hostClock.soon(() => isOff || run())
  return {
    cancel: () => {
      isOff = true
    },
    count: () => {},
  }
}
