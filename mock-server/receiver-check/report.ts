import { definedFields } from "../base/defined-fields.ts"

/** One line of a check. */
export interface ReceiverLine {
  /** A short name, such as `rotation`. */
  readonly name: string
  /** The requirement, as a sentence. */
  readonly says: string
  /** The result. `unknown`: it could not be checked; `found` gives the reason. */
  readonly outcome: "held" | "failed" | "unknown"
  /** The observed behaviour, or the reason for `unknown`; absent for `held`. */
  readonly found?: string
  /** How to fix it; absent for `held`. */
  readonly wayOut?: string
}

/** The result of checking a receiver. */
export interface ReceiverReport {
  /** The address that was checked. */
  readonly url: string
  /** True if no line failed. Lines that are `unknown` do not count. */
  readonly holds: boolean
  /** Number of lines that held. */
  readonly held: number
  /** Number of lines that failed. */
  readonly failed: number
  /** Number of lines that could not be checked. */
  readonly unknown: number
  /** Duration in milliseconds. */
  readonly ms: number
  /** One line for each requirement. */
  readonly lines: readonly ReceiverLine[]
}

/** @internal */
type About = Pick<ReceiverLine, "name" | "says" | "wayOut">

/** @internal */
export class ReportLines {
  readonly #lines = new Map<string, ReceiverLine>()

  /** Adds a line. `found` and `wayOut` are only for lines that did not hold. */
  say(outcome: ReceiverLine["outcome"], { name, says, wayOut }: About, found?: string): void {
    const more = outcome === "held" ? {} : definedFields({ found, wayOut })
    this.#lines.set(name, { name, says, outcome, ...more })
  }

  /** Builds the report. Lines that are not in `order` come last. */
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
