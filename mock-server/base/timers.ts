import { type TaskKind, taskKinds } from "../world/tasks.ts"

/** Work that waits for its time: a row of the world, so that the future can be listed, saved and repeated. */
export interface Timer {
  readonly id: number
  /** Milliseconds since 1970. */
  readonly dueAt: number
  readonly kind: TaskKind
  /** The id of what it is about. */
  readonly subject: number
}

const width = 4
const firstCapacity = 64
// An empty heap larger than this gives its memory back.
const largestIdle = 65_536
const kindNumber = Object.fromEntries(taskKinds.map((kind, number) => [kind, number])) as Record<TaskKind, number>

/**
 * The world's pending work, earliest first; ties go by id. A heap in flat arrays: a million timers are some 20 MB and
 * nothing for the garbage collector to walk.
 */
export class Timers {
  #size = 0
  #dueAts = new Float64Array(firstCapacity)
  #ids = new Float64Array(firstCapacity)
  #subjects = new Uint32Array(firstCapacity)
  #kinds = new Uint8Array(firstCapacity)
  #cancelled = new Set<number>()
  readonly #running = new Map<number, Timer>()
  #lastId = 0

  /** How many timers wait. */
  get size(): number {
    return this.#size - this.#cancelled.size
  }

  schedule(dueAt: number, kind: TaskKind, subject: number): number {
    const id = ++this.#lastId
    if (this.#size === this.#dueAts.length) this.#resize(this.#size * 2)
    this.#rise(this.#size++, dueAt, id, subject, kindNumber[kind])
    return id
  }

  /** Calls a pending timer off; one whose work is under way is past that. The id must be of a timer that has not run. */
  cancel(id: number): void {
    if (!this.#running.has(id)) this.#cancelled.add(id)
  }

  /** When the next work is due; Infinity when there is none. */
  nextDueAt(): number {
    if (this.#cancelled.size > 0) this.#dropCancelled()
    return this.#size === 0 ? Number.POSITIVE_INFINITY : (this.#dueAts[0] ?? 0)
  }

  /** Takes the earliest timer that is due at or before `moment`. */
  take(moment: number): Timer | undefined {
    if (this.nextDueAt() > moment) return undefined
    const timer = this.#timerAt(0)
    this.#pop()
    return timer
  }

  /** Notes that a timer's work has left the process: until `finished`, a snapshot still has the timer. */
  started(timer: Timer): void {
    this.#running.set(timer.id, timer)
  }

  finished(timer: Timer): void {
    this.#running.delete(timer.id)
  }

  /** Every pending timer in the order in which it will run. */
  list(): Timer[] {
    const timers: Timer[] = []
    for (let at = 0; at < this.#size; at++) {
      const timer = this.#timerAt(at)
      if (!this.#cancelled.has(timer.id)) timers.push(timer)
    }
    return timers.sort(inOrder)
  }

  /** What is pending, and what was under way: nobody knows how that ended, so it runs again. */
  dump(): { lastId: number; timers: Timer[] } {
    return { lastId: this.#lastId, timers: [...this.#running.values(), ...this.list()].sort(inOrder) }
  }

  load(state: { lastId: number; timers: readonly Timer[] }): void {
    this.#size = 0
    this.#cancelled.clear()
    this.#running.clear()
    for (const { dueAt, id, subject, kind } of state.timers) {
      if (this.#size === this.#dueAts.length) this.#resize(this.#size * 2)
      this.#rise(this.#size++, dueAt, id, subject, kindNumber[kind])
    }
    this.#lastId = state.lastId
  }

  #dropCancelled(): void {
    while (this.#size > 0 && this.#cancelled.delete(this.#ids[0] ?? 0)) this.#pop()
  }

  #timerAt(at: number): Timer {
    return {
      id: this.#ids[at] ?? 0,
      dueAt: this.#dueAts[at] ?? 0,
      kind: taskKinds[this.#kinds[at] ?? 0] ?? taskKinds[0],
      subject: this.#subjects[at] ?? 0,
    }
  }

  /** Takes the first away and lets the last sink from its place. */
  #pop(): void {
    const last = --this.#size
    if (last === 0) {
      if (this.#dueAts.length > largestIdle) this.#resize(firstCapacity)
      return
    }
    this.#sink(this.#dueAts[last] ?? 0, this.#ids[last] ?? 0, this.#subjects[last] ?? 0, this.#kinds[last] ?? 0)
  }

  #rise(from: number, dueAt: number, id: number, subject: number, kind: number): void {
    let at = from
    while (at > 0) {
      const parent = (at - 1) >> 2
      if (this.#isBefore(parent, dueAt, id)) break
      this.#move(parent, at)
      at = parent
    }
    this.#put(at, dueAt, id, subject, kind)
  }

  #sink(dueAt: number, id: number, subject: number, kind: number): void {
    let at = 0
    for (let first = 1; first < this.#size; first = at * width + 1) {
      const end = Math.min(first + width, this.#size)
      let least = first
      for (let child = first + 1; child < end; child++) {
        if (this.#isBefore(child, this.#dueAts[least] ?? 0, this.#ids[least] ?? 0)) least = child
      }
      if (!this.#isBefore(least, dueAt, id)) break
      this.#move(least, at)
      at = least
    }
    this.#put(at, dueAt, id, subject, kind)
  }

  #isBefore(at: number, dueAt: number, id: number): boolean {
    const otherDueAt = this.#dueAts[at] ?? 0
    return otherDueAt < dueAt || (otherDueAt === dueAt && (this.#ids[at] ?? 0) < id)
  }

  #move(from: number, to: number): void {
    this.#put(to, this.#dueAts[from] ?? 0, this.#ids[from] ?? 0, this.#subjects[from] ?? 0, this.#kinds[from] ?? 0)
  }

  #put(at: number, dueAt: number, id: number, subject: number, kind: number): void {
    this.#dueAts[at] = dueAt
    this.#ids[at] = id
    this.#subjects[at] = subject
    this.#kinds[at] = kind
  }

  #resize(capacity: number): void {
    const kept = Math.min(capacity, this.#size)
    const [dueAts, ids] = [new Float64Array(capacity), new Float64Array(capacity)]
    const [subjects, kinds] = [new Uint32Array(capacity), new Uint8Array(capacity)]
    dueAts.set(this.#dueAts.subarray(0, kept))
    ids.set(this.#ids.subarray(0, kept))
    subjects.set(this.#subjects.subarray(0, kept))
    kinds.set(this.#kinds.subarray(0, kept))
    this.#dueAts = dueAts
    this.#ids = ids
    this.#subjects = subjects
    this.#kinds = kinds
  }
}

const inOrder = (a: Timer, b: Timer) => a.dueAt - b.dueAt || a.id - b.id
