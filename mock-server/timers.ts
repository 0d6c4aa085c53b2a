import type { TaskKind } from "./tasks.ts"

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

/** The world's pending work, earliest first; ties go by id. */
export class Timers {
  #heap: Timer[] = []
  #cancelled = new Set<number>()
  #lastId = 0

  get size(): number {
    return this.#heap.length - this.#cancelled.size
  }

  schedule(dueAt: number, kind: TaskKind, subject: number): number {
    const timer: Timer = { id: ++this.#lastId, dueAt, kind, subject }
    this.#heap.push(timer)
    this.#rise(this.#heap.length - 1, timer)
    return timer.id
  }

  /** Calls a pending timer off. The id must be of a timer that has not run. */
  cancel(id: number): void {
    this.#cancelled.add(id)
  }

  /** When the next work is due; Infinity when there is none. */
  nextDueAt(): number {
    this.#dropCancelled()
    return this.#heap[0]?.dueAt ?? Number.POSITIVE_INFINITY
  }

  /** Takes the earliest timer that is due at or before `moment`. */
  take(moment: number): Timer | undefined {
    this.#dropCancelled()
    const first = this.#heap[0]
    return first !== undefined && first.dueAt <= moment ? this.#pop() : undefined
  }

  /** Every pending timer in the order in which it will run. */
  list(): Timer[] {
    return this.#heap.filter((timer) => !this.#cancelled.has(timer.id)).sort(inOrder)
  }

  dump(): { lastId: number; timers: Timer[] } {
    return { lastId: this.#lastId, timers: this.list() }
  }

  load(state: { lastId: number; timers: readonly Timer[] }): void {
    this.#lastId = state.lastId
    this.#heap = [...state.timers].sort(inOrder)
    this.#cancelled.clear()
  }

  #dropCancelled(): void {
    for (let first = this.#heap[0]; first !== undefined && this.#cancelled.delete(first.id); first = this.#heap[0]) {
      this.#pop()
    }
  }

  #pop(): Timer | undefined {
    const first = this.#heap[0]
    const last = this.#heap.pop()
    if (last !== undefined && this.#heap.length > 0) this.#sink(last)
    return first
  }

  #rise(at: number, timer: Timer): void {
    while (at > 0) {
      const parentAt = (at - 1) >> 2
      const parent = this.#heap[parentAt]
      if (parent === undefined || inOrder(parent, timer) <= 0) break
      this.#heap[at] = parent
      at = parentAt
    }
    this.#heap[at] = timer
  }

  #sink(timer: Timer): void {
    const heap = this.#heap
    let at = 0
    for (;;) {
      const firstChild = at * width + 1
      if (firstChild >= heap.length) break
      let childAt = firstChild
      let child = heap[firstChild] as Timer
      for (let k = firstChild + 1; k < Math.min(firstChild + width, heap.length); k++) {
        const other = heap[k] as Timer
        if (inOrder(other, child) < 0) {
          child = other
          childAt = k
        }
      }
      if (inOrder(timer, child) <= 0) break
      heap[at] = child
      at = childAt
    }
    heap[at] = timer
  }
}

const inOrder = (a: Timer, b: Timer) => a.dueAt - b.dueAt || a.id - b.id
