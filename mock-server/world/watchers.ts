/** Whoever waits for something to happen in a world: told of each change, once for each time that they ask. */
export class Watchers {
  readonly #soon: (callback: () => void) => void
  #waiting: (() => void)[] = []
  #isTelling = false
  #isOver = false
  /** Told of each change, at once. */
  onChange: () => void = () => {}

  /** `soon` puts off the telling until what is under way is done, so that many changes at once are told once. */
  constructor(soon: (callback: () => void) => void) {
    this.#soon = soon
  }

  /** True once nothing more is worth waiting for: the service closes. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** Calls `look` after the next change. */
  next(look: () => void): void {
    this.#waiting.push(look)
  }

  changed(): void {
    this.onChange()
    if (this.#waiting.length === 0 || this.#isTelling) return
    this.#isTelling = true
    this.#soon(() => {
      this.#isTelling = false
      for (const look of this.#waiting.splice(0)) look()
    })
  }

  end(): void {
    this.#isOver = true
    this.changed()
  }
}
