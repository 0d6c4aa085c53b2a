/** A call of the control API, over HTTP or in code. */
export interface ControlLogEntry {
  /** The newest journal entry before the call. */
  readonly after: number
  /** The world's time of the call. Milliseconds since 1970. */
  readonly at: number
  /** The call, such as `POST /messages/{id}/events`. */
  readonly call: string
  /** Its path with parameters filled in, such as `/messages/1/events`. */
  readonly path: string
  readonly body: unknown
}

const maxEntries = 1_000

/** The log of control calls, at least the newest 1,000. Together with the requests it explains the world's state. */
export class ControlLog {
  #entries: ControlLogEntry[] = []
  #isWhole = true

  add(act: ControlLogEntry): void {
    this.#entries.push(act)
    if (this.#entries.length <= 2 * maxEntries) return
    this.#entries = this.#entries.slice(-maxEntries)
    this.#isWhole = false
  }

  /** True while all calls since the world began are kept. */
  get isWhole(): boolean {
    return this.#isWhole
  }

  /** Oldest first. */
  list(): readonly ControlLogEntry[] {
    return this.#entries
  }
}
