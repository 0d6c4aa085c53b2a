import { onAbort } from "../../base/abort.ts"

/** Something that a call waits for before it is sent. */
interface Waiting {
  stop(): void
}

interface CallSignals {
  readonly signal: AbortSignal | undefined
  readonly waitSignal: AbortSignal | undefined
}

/** The waiting calls of a client and its copies, which `close()` ends. Closing a copy ends only its own. */
export class Lifetime {
  readonly #original: Lifetime | undefined
  readonly #waiting = new Set<Waiting>()
  #closings = 0

  constructor(original?: Lifetime) {
    this.#original = original
  }

  /** How often it was closed: it can be used again. A call that began before the last time must not be sent. */
  get closings(): number {
    return this.#closings + (this.#original?.closings ?? 0)
  }

  add(waiting: Waiting): void {
    this.#waiting.add(waiting)
    this.#original?.add(waiting)
  }

  delete(waiting: Waiting): void {
    this.#waiting.delete(waiting)
    this.#original?.delete(waiting)
  }

  end(): void {
    this.#closings += 1
    for (const waiting of [...this.#waiting]) waiting.stop()
  }

  /** Waits for something that is needed before a request is sent. The signals of its call and `end` abort the wait. */
  async during<T>(signals: CallSignals, wait: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { signal, forget } = this.watch(signals)
    try {
      return await wait(signal)
    } finally {
      forget()
    }
  }

  /** A signal that those of a call abort, and `end`, until `forget` is called. */
  watch({ signal, waitSignal }: CallSignals): { readonly signal: AbortSignal; readonly forget: () => void } {
    const ended = new AbortController()
    const waiting = { stop: () => ended.abort((signal?.aborted ? signal : waitSignal)?.reason) }
    const forgets = [onAbort(signal, waiting.stop), onAbort(waitSignal, waiting.stop), () => this.delete(waiting)]
    this.add(waiting)
    if (signal?.aborted || waitSignal?.aborted) waiting.stop()
    return {
      signal: ended.signal,
      forget() {
        for (const forget of forgets) forget()
      },
    }
  }
}
