interface Waiting {
  readonly chain: number | null
  readonly start: () => void
}

/** Maximum number of concurrent requests to one endpoint. */
export const queueWidth = 16

/** Deliveries to one endpoint, with limited concurrency and never two of one chain at once. */
class DeliveryQueue {
  #active = 0
  readonly #waiting: Waiting[] = []
  /** Where in `#waiting` the first is that has not begun: taking each off the list would move all the others. */
  #first = 0
  /** The running and queued chains, with the work that waits behind their first. */
  readonly #chains = new Map<number, Waiting[]>()

  get isIdle(): boolean {
    return this.#active === 0 && this.#first === this.#waiting.length
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
    this.#waiting.push(work)
    this.#startNext()
  }

  #finish(chain: number | null): void {
    this.#active--
    if (chain !== null) {
      const behind = this.#chains.get(chain)
      const next = behind?.shift()
      if (next === undefined) this.#chains.delete(chain)
      else this.#waiting.push(next)
    }
    this.#startNext()
  }

  #startNext(): void {
    while (this.#active < queueWidth) {
      const work = this.#waiting[this.#first]
      if (work === undefined) return
      this.#first++
      if (this.#first * 2 > this.#waiting.length) {
        this.#waiting.splice(0, this.#first)
        this.#first = 0
      }
      work.start()
    }
  }
}

/** One queue per endpoint, so that a slow endpoint does not delay others. */
export class DeliveryQueues {
  readonly #queues = new Map<number, DeliveryQueue>()

  /**
   * Starts work when its endpoint's queue has room and no earlier work of its chain is running. Synchronous work on an empty
   * queue costs no promise.
   */
  run<T>(endpoint: number, chain: number | null, start: () => T | Promise<T>): T | Promise<T> {
    const queue = this.#queues.get(endpoint) ?? new DeliveryQueue()
    this.#queues.set(endpoint, queue)
    return queue.run(chain, start)
  }
}
