import { definedFields } from "../base/defined-fields.ts"

/** One line of a check. */
export interface ReceiverLine {
  /** A short name, such as `rotation`. */
  readonly name: string
  /** What holds of a right receiver, as a sentence. */
  readonly says: string
  /** `unknown`: it could not be seen, and `found` says why. */
  readonly outcome: "held" | "failed" | "unknown"
  /** What happened instead, or why nothing is known; absent where it held. */
  readonly found?: string
  /** What to do about it; absent where it held. */
  readonly wayOut?: string
}

/** What a check of a receiver found. */
export interface ReceiverReport {
  /** The address that was checked. */
  readonly url: string
  /** True where no line failed. What is unknown does not count. */
  readonly holds: boolean
  /** How many lines held. */
  readonly held: number
  /** How many lines failed. */
  readonly failed: number
  /** How many lines could not be seen. */
  readonly unknown: number
  /** Milliseconds that it took. */
  readonly ms: number
  /** One for each thing that was looked at. */
  readonly lines: readonly ReceiverLine[]
}

/** @internal */
type About = Pick<ReceiverLine, "name" | "says" | "wayOut">

/** @internal */
export class ReportLines {
  readonly #lines = new Map<string, ReceiverLine>()

  /** `found` and the way out are of lines that did not hold. */
  say(outcome: ReceiverLine["outcome"], { name, says, wayOut }: About, found?: string): void {
    const more = outcome === "held" ? {} : definedFields({ found, wayOut })
    this.#lines.set(name, { name, says, outcome, ...more })
  }

  /** Lines that `order` does not name come last. */
  report(url: string, ms: number, order: readonly string[]): ReceiverReport {
    const place = ({ name }: ReceiverLine) => (order.includes(name) ? order.indexOf(name) : order.length)
    const lines = [...this.#lines.values()].sort((a, b) => place(a) - place(b))
    const count = (outcome: ReceiverLine["outcome"]) => lines.filter((line) => line.outcome === outcome).length
    const failed = count("failed")
    return {
      url,
      holds: failed === 0,
      held: count("held"),
      failed,
      unknown: count("unknown"),
      ms: Math.round(ms),
      lines,
    }
  }
}
