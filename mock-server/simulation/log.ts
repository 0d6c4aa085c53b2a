/** What happened, in the words of the table: a fault is what `simulate` did, all else what came of it. */
export type Happening = "call" | "request" | "webhook" | "crash" | "fault" | "check"

/** A line of the table. */
export interface LogLine {
  /** Milliseconds of virtual time since the day began. */
  readonly at: number
  readonly who: string
  readonly kind: Happening
  readonly text: string
}

/** What happened in a day, in virtual time. Most days are never read: a line is put into words when somebody does. */
export class DayLog {
  readonly #elapsed: () => number
  readonly #lines: { at: number; who: string; kind: Happening; words: () => string }[] = []

  constructor(elapsed: () => number) {
    this.#elapsed = elapsed
  }

  add(kind: Happening, who: string, words: () => string): void {
    this.#lines.push({ at: this.#elapsed(), who, kind, words })
  }

  lines(): LogLine[] {
    return this.#lines.map(({ at, who, kind, words }) => ({ at, who, kind, text: words() }))
  }
}
