/** Work that waits for its turn. */
interface Waiting {
  readonly chain: number | null
  readonly start: () => void
}

/** How many requests go out to one endpoint side by side. */
export const laneWidth = 16

/** What goes out to one endpoint: so many side by side, and never two of one chain at a time. */
class Lane {
  #active = 0
  #queue: Waiting[] = []
  #next = 0
  /** The chains that are under way or queued, and what waits behind their head. */
  readonly #chains = new Map<number, Waiting[]>()

  get isIdle(): boolean {
    return this.#active === 0 && this.#next === this.#queue.length
  }

  run<T>(chain: number | null, start: () => T | Promise<T>): T | Promise<T> {
    if (this.isIdle) {
      const outcome = start()
      if (!(outcome instanceof Promise)) return outcome
      this.#active++
      if (chain !== null) this.#chains.set(chain, [])
      return outcome.finally(() => this.#finish(chain))
    }
    return new Promise<T>((resolve, reject) => {
      this.#enqueue({
        chain,
        start: () => {
          this.#active++
          Promise.resolve(start())
            .then(resolve, reject)
            .then(() => this.#finish(chain))
        },
      })
    })
  }

  #enqueue(work: Waiting): void {
    const behind = work.chain === null ? undefined : this.#chains.get(work.chain)
    if (behind !== undefined) {
      behind.push(work)
      return
    }
    if (work.chain !== null) this.#chains.set(work.chain, [])
    this.#queue.push(work)
    this.#startNext()
  }

  #finish(chain: number | null): void {
    this.#active--
    if (chain !== null) {
      const behind = this.#chains.get(chain)
      const next = behind?.shift()
      if (next === undefined) this.#chains.delete(chain)
      else this.#queue.push(next)
    }
    this.#startNext()
  }

  #startNext(): void {
    while (this.#active < laneWidth) {
      const work = this.#queue[this.#next]
      if (work === undefined) {
        this.#queue = []
        this.#next = 0
        return
      }
      this.#next++
      work.start()
    }
  }
}

/** A lane for each endpoint, so that a slow one holds up nobody else. */
export class Lanes {
  readonly #lanes = new Map<number, Lane>()

  /**
   * Starts work when its endpoint's lane has room and nothing before it in the same chain is under way there.
   * Work that answers at once on an empty lane costs no promise.
   */
  run<T>(endpoint: number, chain: number | null, start: () => T | Promise<T>): T | Promise<T> {
    let lane = this.#lanes.get(endpoint)
    if (lane === undefined) {
      lane = new Lane()
      this.#lanes.set(endpoint, lane)
    }
    return lane.run(chain, start)
  }
}
