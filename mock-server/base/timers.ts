/** Scheduled work. It is a row of the world, so that future work can be listed, saved and repeated. */
export interface Timer<K extends string> {
  /** The id of the timer. */
  readonly id: number
  /** Milliseconds since 1970. */
  readonly dueAt: number
  /** What kind of work it is. */
  readonly kind: K
  /** The id of its subject. */
  readonly subject: number
}

/** A timer whose work has failed; it does not run again. */
export interface ParkedTimer<K extends string> extends Timer<K> {
  /** The thrown error as text. */
  readonly error: string
}

/** Called with a timer and its new state; without a timer when it is gone. */
type OnTimerChange<K extends string> = (
  id: number,
  timer: Timer<K> | ParkedTimer<K> | undefined,
  /** The timer whose work starts. */
  taken?: Timer<K>,
) => void

const width = 4
const firstCapacity = 64
// An empty heap above this size frees its memory.
const maxIdle = 65_536

/**
 * A world's pending work, earliest first, ties by id. A heap in flat arrays: a million timers take about 20 MB, and the garbage
 * collector has nothing to walk.
 */
export class Timers<K extends string> {
  readonly #kindNames: readonly [K, ...K[]]
  readonly #kindNumbers: ReadonlyMap<K, number>
  #size = 0
  #dueAts = new Float64Array(firstCapacity)
  #ids = new Float64Array(firstCapacity)
  #subjects = new Uint32Array(firstCapacity)
  #kinds = new Uint8Array(firstCapacity)
  #cancelled = new Set<number>()
  readonly #running = new Map<number, Timer<K>>()
  readonly #parked = new Map<number, ParkedTimer<K>>()
  #lastId = 0
  #onChange: OnTimerChange<K> | undefined

  /** `kinds` lists every kind of work. */
  constructor(kinds: readonly [K, ...K[]]) {
    this.#kindNames = kinds
    this.#kindNumbers = new Map(kinds.map((kind, number) => [kind, number]))
  }

  /** Number of pending timers. */
  get size(): number {
    return this.#size - this.#cancelled.size
  }

  schedule(dueAt: number, kind: K, subject: number): number {
    const id = ++this.#lastId
    const timer = { id, dueAt, kind, subject }
    this.#add(timer)
    this.#onChange?.(id, timer)
    return id
  }

  /** Moves a pending timer to another time; false if it is not pending. Linear in the number of timers. */
  move(id: number, dueAt: number): boolean {
    const pending = this.list()
    const at = pending.findIndex((timer) => timer.id === id)
    const timer = pending[at]
    if (timer === undefined) return false
    const moved = { ...timer, dueAt }
    pending[at] = moved
    this.#size = 0
    this.#cancelled.clear()
    for (const each of pending) this.#add(each)
    this.#onChange?.(id, moved)
    return true
  }

  /** Calls `onChange` for each timer that is set, moved, started, parked or gone; without an argument it stops. */
  watch(onChange?: OnTimerChange<K>): void {
    this.#onChange = onChange
  }

  /** Applies a change that another world's timers have reported. Nothing may be running. */
  put(id: number, timer: Timer<K> | ParkedTimer<K> | undefined): void {
    if (timer === undefined) {
      if (!this.#running.delete(id)) this.cancel(id)
    } else if ("error" in timer) this.#parked.set(id, timer)
    else if (id > this.#lastId) {
      this.#lastId = id
      this.#add(timer)
    } else if (this.#cancelled.has(id) || !this.move(id, timer.dueAt)) this.#running.set(id, timer)
  }

  /** A timer that is pending, running or failed. */
  get(id: number): Timer<K> | ParkedTimer<K> | undefined {
    const apart = this.#parked.get(id) ?? this.#running.get(id)
    if (apart !== undefined || this.#cancelled.has(id)) return apart
    const at = this.#ids.subarray(0, this.#size).indexOf(id)
    return at < 0 ? undefined : this.#timerAt(at)
  }

  /** Cancels a pending timer; running work cannot be cancelled. The id must belong to a timer that has not run. */
  cancel(id: number): void {
    if (this.#running.has(id)) return
    if (!this.#parked.delete(id)) this.#cancelled.add(id)
    this.#onChange?.(id, undefined)
  }

  /** When the next work is due; Infinity if none is. */
  nextDueAt(): number {
    if (this.#cancelled.size > 0) this.#dropCancelled()
    return this.#size === 0 ? Number.POSITIVE_INFINITY : (this.#dueAts[0] ?? 0)
  }

  /** Takes the earliest timer that is due at or before `moment`. */
  take(moment: number): Timer<K> | undefined {
    if (this.nextDueAt() > moment) return undefined
    const timer = this.#timerAt(0)
    this.#pop()
    this.#onChange?.(timer.id, undefined, timer)
    return timer
  }

  /** Records that a timer's work has left the process. Until `finished` a snapshot still contains the timer. */
  started(timer: Timer<K>): void {
    this.#running.set(timer.id, timer)
    this.#onChange?.(timer.id, timer)
  }

  finished(timer: Timer<K>): void {
    if (this.#running.delete(timer.id)) this.#onChange?.(timer.id, undefined)
  }

  /** Parks a timer whose work has failed: it is listed and does not run again in this world. */
  park(timer: Timer<K>, error: unknown): void {
    const parked = { ...timer, error: String(error) }
    this.#parked.set(timer.id, parked)
    this.#onChange?.(timer.id, parked)
  }

  /** All pending, running and failed timers, earliest first. */
  overview(): (Timer<K> | ParkedTimer<K>)[] {
    return [...this.#parked.values(), ...this.#running.values(), ...this.list()].sort(inOrder)
  }

  /** Every pending timer in the order in which it will run. */
  list(): Timer<K>[] {
    return [...this.of(...this.#kindNames)].sort(inOrder)
  }

  /** The pending timers of some kinds, unordered. Linear in the number of timers. */
  *of(...kinds: K[]): Generator<Timer<K>> {
    for (let at = 0; at < this.#size; at++) {
      const timer = this.#timerAt(at)
      if (kinds.includes(timer.kind) && !this.#cancelled.has(timer.id)) yield timer
    }
  }

  /** Pending, running and failed timers. How far running or failed work came is unknown, so it runs again. */
  dump(): { lastId: number; timers: Timer<K>[] } {
    const timers = this.overview().map(({ id, dueAt, kind, subject }) => ({ id, dueAt, kind, subject }))
    return { lastId: this.#lastId, timers }
  }

  load(state: { lastId: number; timers: readonly Timer<K>[] }): void {
    this.#size = 0
    this.#cancelled.clear()
    this.#running.clear()
    this.#parked.clear()
    for (const timer of state.timers) this.#add(timer)
    this.#lastId = state.lastId
  }

  #dropCancelled(): void {
    while (this.#size > 0 && this.#cancelled.delete(this.#ids[0] ?? 0)) this.#pop()
  }

  #timerAt(at: number): Timer<K> {
    return {
      id: this.#ids[at] ?? 0,
      dueAt: this.#dueAts[at] ?? 0,
      kind: this.#kindNames[this.#kinds[at] ?? 0] ?? this.#kindNames[0],
      subject: this.#subjects[at] ?? 0,
    }
  }

  #add(timer: Timer<K>): void {
    if (this.#size === this.#dueAts.length) this.#resize(this.#size * 2)
    this.#rise(this.#size++, timer)
  }

  /** Takes the first away and lets the last sink from its place. */
  #pop(): void {
    const last = --this.#size
    if (last > 0) this.#sink(last)
    else if (this.#dueAts.length > maxIdle) this.#resize(firstCapacity)
  }

  #rise(from: number, timer: Timer<K>): void {
    let at = from
    while (at > 0) {
      const parent = (at - 1) >> 2
      if (this.#isBefore(parent, timer.dueAt, timer.id)) break
      this.#move(parent, at)
      at = parent
    }
    this.#put(at, timer)
  }

  /** Takes the timer behind the end of the heap and sifts it down from the top. */
  #sink(last: number): void {
    const [dueAt, id] = [this.#dueAts[last] ?? 0, this.#ids[last] ?? 0]
    let at = 0
    for (let first = 1; first < this.#size; first = at * width + 1) {
      const end = Math.min(first + width, this.#size)
      let min = first
      for (let child = first + 1; child < end; child++) {
        if (this.#isBefore(child, this.#dueAts[min] ?? 0, this.#ids[min] ?? 0)) min = child
      }
      if (!this.#isBefore(min, dueAt, id)) break
      this.#move(min, at)
      at = min
    }
    this.#move(last, at)
  }

  #isBefore(at: number, dueAt: number, id: number): boolean {
    const otherDueAt = this.#dueAts[at] ?? 0
    return otherDueAt < dueAt || (otherDueAt === dueAt && (this.#ids[at] ?? 0) < id)
  }

  #move(from: number, to: number): void {
    this.#dueAts[to] = this.#dueAts[from] ?? 0
    this.#ids[to] = this.#ids[from] ?? 0
    this.#subjects[to] = this.#subjects[from] ?? 0
    this.#kinds[to] = this.#kinds[from] ?? 0
  }

  #put(at: number, { dueAt, id, subject, kind }: Timer<K>): void {
    this.#dueAts[at] = dueAt
    this.#ids[at] = id
    this.#subjects[at] = subject
    this.#kinds[at] = this.#kindNumbers.get(kind) ?? 0
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

const inOrder = (a: Timer<string>, b: Timer<string>) => a.dueAt - b.dueAt || a.id - b.id
