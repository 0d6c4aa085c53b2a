/** Lets so many through at a time, the others in the order in which they came. */
export class Gate {
  readonly #most: number
  #inside = 0
  readonly #waiting = new Set<() => void>()

  constructor(most: number) {
    this.#most = most
  }

  /** True for who is let through at once. Who is inside calls `leave`. */
  enter(): boolean {
    if (this.#inside >= this.#most) return false
    this.#inside += 1
    return true
  }

  /** Waits for a turn. The function given back gives the place up; after the turn has come it does nothing. */
  wait(enter: () => void): () => void {
    this.#waiting.add(enter)
    return () => this.#waiting.delete(enter)
  }

  leave(): void {
    const [next] = this.#waiting
    if (!next) {
      this.#inside -= 1
      return
    }
    this.#waiting.delete(next)
    next()
  }
}
