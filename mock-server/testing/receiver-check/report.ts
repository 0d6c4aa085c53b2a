import { definedFields } from "../../base/defined-fields.ts"

/** One line of a check. */
export interface ReceiverLine {
  /** A short name, such as `rotation`. */
  readonly name: string
  /** The requirement, as a sentence. */
  readonly requirement: string
  /**
   * `must`: a receiver without it loses events, works twice or believes a stranger. `should`: it is better with it. Of a
   * failed line, the level of what was found.
   */
  readonly level: "must" | "should"
  /** The result. `unknown`: it could not be checked; `found` gives the reason. */
  readonly outcome: "passed" | "failed" | "unknown"
  /** The observed behaviour, or the reason for `unknown`; absent for `passed`. */
  readonly detail?: string
  /** How to fix it; absent for `passed`. */
  readonly fix?: string
}

/** The result of checking a receiver. */
export interface ReceiverReport {
  /** The address that was checked. */
  readonly url: string
  /** True if no line with the level `must` failed. Lines that are `unknown` do not count. */
  readonly passed: boolean
  /** Number of lines that passed. */
  readonly passedCount: number
  /** Number of lines with the level `must` that failed. */
  readonly failed: number
  /** Number of lines with the level `should` that failed. */
  readonly advised: number
  /** Number of lines that could not be checked. */
  readonly unknown: number
  /** Duration in milliseconds. */
  readonly ms: number
  /** One line for each requirement. */
  readonly lines: readonly ReceiverLine[]
}

/** @internal */
type About = Pick<ReceiverLine, "name" | "requirement" | "fix"> & Partial<Pick<ReceiverLine, "level">>

/** @internal */
export class ReportLines {
  readonly #lines = new Map<string, ReceiverLine>()

  /** Adds a line. `found` and `fix` are only for lines that did not hold. */
  say(outcome: ReceiverLine["outcome"], { name, requirement, level = "must", fix }: About, detail?: string): void {
    const more = outcome === "passed" ? {} : definedFields({ detail, fix })
    this.#lines.set(name, { name, requirement, level, outcome, ...more })
  }

  /** Makes a failure advice: `found` says what took the harm from it. */
  advise({ name }: Pick<ReceiverLine, "name">, detail: (before: string) => string): void {
    const line = this.#lines.get(name)
    if (line?.outcome !== "failed" || line.level === "should") return
    this.#lines.set(name, { ...line, level: "should", detail: detail(line.detail ?? "") })
  }

  /** Builds the report. Lines that are not in `order` come last. */
  report(url: string, ms: number, order: readonly string[]): ReceiverReport {
    const rankOf = ({ name }: ReceiverLine) => (order.includes(name) ? order.indexOf(name) : order.length)
    const lines = [...this.#lines.values()].sort((a, b) => rankOf(a) - rankOf(b))
    const count = (outcome: ReceiverLine["outcome"]) => lines.filter((line) => line.outcome === outcome).length
    const advised = lines.filter(({ outcome, level }) => outcome === "failed" && level === "should").length
    const failed = count("failed") - advised
    return {
      url,
      passed: failed === 0,
      passedCount: count("passed"),
      failed,
      advised,
      unknown: count("unknown"),
      ms: Math.round(ms),
      lines,
    }
  }
}
