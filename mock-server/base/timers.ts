/** Scheduled work. It is a row of the world, so that future work can be listed, saved and repeated. @internal */
export interface Timer<K extends string> {
  /** The id of the timer. */
  readonly id: number
  /** Milliseconds since 1970. */
  readonly dueAt: number
  /** The kind of work. */
  readonly kind: K
  /** The id of its subject. */
  readonly subject: number
}

/** A timer whose work has failed; it does not run again. @internal */
export interface ParkedTimer<K extends string> extends Timer<K> {
  /** The thrown error as text. */
  readonly error: string
}

/** A world's pending work, earliest first, ties by id: a heap, in which each timer comes before the two below it. @internal */
export class Timers<K extends string> {
  #heap: Timer<K>[] = []
  readonly #cancelled = new Set<number>()
  readonly #running = new Map<number, Timer<K>>()
  readonly #parked = new Map<number, ParkedTimer<K>>()
  #lastId = 0
  #onChange: ((id: number, timer?: Timer<K>) => void) | undefined

  get size(): number {
    return this.#heap.length - this.#cancelled.size
  }

  /** The id of the newest timer ever. */
  get lastId(): number {
    return this.#lastId
  }

  schedule(dueAt: number, kind: K, subject: number): number {
    const id = ++this.#lastId
    const timer = { id, dueAt, kind, subject }
    this.#add(timer)
    this.#onChange?.(id, timer)
    return id
  }

  /** Moves a pending timer to another time; false if it is not pending. Sorts all timers. */
  move(id: number, dueAt: number): boolean {
    const pending = this.list()
    const at = pending.findIndex((timer) => timer.id === id)
    const timer = pending[at]
    if (timer === undefined) return false
    const moved = { ...timer, dueAt }
    pending[at] = moved
    this.#fill(pending)
    this.#onChange?.(id, moved)
    return true
  }

  /**
   * Calls `onChange` with the id of each timer that is set, moved, started, parked or gone, and with the timer unless it is gone;
   * without an argument it stops.
   */
  watch(onChange?: (id: number, timer?: Timer<K>) => void): void {
    this.#onChange = onChange
  }

  /** A timer that is pending, running or failed. */
  get(id: number): Timer<K> | ParkedTimer<K> | undefined {
    const apart = this.#parked.get(id) ?? this.#running.get(id)
    if (apart !== undefined || this.#cancelled.has(id)) return apart
    return this.#heap.find((timer) => timer.id === id)
  }

  /** Cancels a pending timer; running work cannot be cancelled. The id must belong to a timer that has not run. */
  cancel(id: number): void {
    if (this.#running.has(id)) return
    if (!this.#parked.delete(id)) this.#cancelled.add(id)
    this.#onChange?.(id)
  }

  /** When the next work is due; Infinity if none is. */
  nextDueAt(): number {
    return this.#first()?.dueAt ?? Number.POSITIVE_INFINITY
  }

  /** Takes the earliest timer that is due at or before `moment`. */
  take(moment: number): Timer<K> | undefined {
    const timer = this.#first()
    if (timer === undefined || timer.dueAt > moment) return undefined
    this.#pop()
    this.#onChange?.(timer.id)
    return timer
  }

  /** Records that a timer's work has left the process. Until `finished` a snapshot still contains the timer. */
  started(timer: Timer<K>): void {
    this.#running.set(timer.id, timer)
    this.#onChange?.(timer.id, timer)
  }

  isRunning(id: number): boolean {
    return this.#running.has(id)
  }

  finished(timer: Timer<K>): void {
    if (this.#running.delete(timer.id)) this.#onChange?.(timer.id)
  }

  /** Parks a timer whose work has failed: it is listed and does not run again in this world. */
  park(timer: Timer<K>, error: unknown): void {
    this.#parked.set(timer.id, { ...timer, error: String(error) })
    this.#onChange?.(timer.id, timer)
  }

  /** All pending, running and failed timers, earliest first. */
  overview(): (Timer<K> | ParkedTimer<K>)[] {
    return [...this.#parked.values(), ...this.#running.values(), ...this.list()].sort(inOrder)
  }

  /** Every pending timer in the order in which it will run. */
  list(): Timer<K>[] {
    return this.#heap.filter(({ id }) => !this.#cancelled.has(id)).sort(inOrder)
  }

  /** Pending, running and failed timers. How far running or failed work came is unknown, so it runs again. */
  dump(): { lastId: number; timers: Timer<K>[] } {
    const timers = this.overview().map(({ id, dueAt, kind, subject }) => ({ id, dueAt, kind, subject }))
    return { lastId: this.#lastId, timers }
  }

  load(state: { lastId: number; timers: readonly Timer<K>[] }): void {
    this.#running.clear()
    this.#parked.clear()
    this.#fill(state.timers)
    this.#lastId = state.lastId
  }

  /** A sorted list is a heap. */
  #fill(timers: readonly Timer<K>[]): void {
    this.#heap = [...timers].sort(inOrder)
    this.#cancelled.clear()
  }

  #first(): Timer<K> | undefined {
    for (let first = this.#heap[0]; first !== undefined; first = this.#heap[0]) {
      if (!this.#cancelled.delete(first.id)) return first
      this.#pop()
    }
    return undefined
  }

  /** Appends a timer and lets it rise to its place. */
  #add(timer: Timer<K>): void {
    let at = this.#heap.length
    while (at > 0) {
      const above = (at - 1) >> 1
      const other = this.#heap[above]
      if (other === undefined || inOrder(other, timer) < 0) break
      this.#heap[at] = other
      at = above
    }
    this.#heap[at] = timer
  }

  /** Removes the first timer; the last one takes its place and sinks. */
  #pop(): void {
    const last = this.#heap.pop()
    if (last === undefined || this.#heap.length === 0) return
    let at = 0
    for (;;) {
      const below = this.#earlierOf(2 * at + 1, 2 * at + 2)
      const other = this.#heap[below]
      if (other === undefined || inOrder(last, other) < 0) break
      this.#heap[at] = other
      at = below
    }
    this.#heap[at] = last
  }

  /** The place of the earlier of two timers. */
  #earlierOf(leftChild: number, rightChild: number): number {
    const [one, other] = [this.#heap[leftChild], this.#heap[rightChild]]
    return one !== undefined && other !== undefined && inOrder(other, one) < 0 ? rightChild : leftChild
  }
}

const inOrder = (a: Timer<string>, b: Timer<string>) => a.dueAt - b.dueAt || a.id - b.id
