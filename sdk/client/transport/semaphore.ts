/** Limits concurrency; waiters continue in the order of their arrival. */
export class Semaphore {
  readonly #most: number
  #inside = 0
  readonly #waiting = new Set<() => void>()

  constructor(most: number) {
    this.#most = most
  }

  /** True if acquired at once. The holder must call `release`. */
  tryAcquire(): boolean {
    if (this.#inside >= this.#most) return false
    this.#inside += 1
    return true
  }

  /** Waits for a slot. The returned function stops waiting; after the slot was acquired it does nothing. */
  wait(onAcquired: () => void): () => void {
    this.#waiting.add(onAcquired)
    return () => this.#waiting.delete(onAcquired)
  }

  release(): void {
    const [next] = this.#waiting
    if (!next) {
      this.#inside -= 1
      return
    }
    this.#waiting.delete(next)
    next()
  }
}
