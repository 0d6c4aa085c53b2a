/** One-time callbacks for the next change in a world. */
export class Watchers {
  #waiting: (() => void)[] = []
  #isTelling = false
  #isOver = false

  /** `soon` defers the calls until current work is done, so that many changes cause one call. */
  constructor(private readonly soon: (callback: () => void) => void) {}

  /** True when waiting is pointless: the service is closing. */
  get isOver(): boolean {
    return this.#isOver
  }

  next(look: () => void): void {
    this.#waiting.push(look)
  }

  changed(): void {
    if (this.#waiting.length === 0 || this.#isTelling) return
    this.#isTelling = true
    this.soon(() => {
      this.#isTelling = false
      for (const look of this.#waiting.splice(0)) look()
    })
  }

  end(): void {
    this.#isOver = true
    this.changed()
  }
}
