/** Lets so many through at a time, the others in the order in which they came. */
export class Semaphore {
  readonly #most: number
  #inside = 0
  readonly #waiting = new Set<() => void>()

  constructor(most: number) {
    this.#most = most
  }

  /** True for who is let through at once. Who is inside calls `leave`. */
  tryAcquire(): boolean {
    if (this.#inside >= this.#most) return false
    this.#inside += 1
    return true
  }

  /** Waits for a turn. The function given back gives the place up; after the turn has come it does nothing. */
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
