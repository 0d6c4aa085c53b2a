import { CheckFailed } from "./check-failed.ts"

export interface Attempt {
  readonly receiver: string
  /** The webhook's id and target. */
  readonly id: string
  /** A description for messages. */
  readonly what: string
  /** The response status, or the reason for no response. */
  readonly result: number | string
  /** Milliseconds of virtual time. */
  readonly duration: number
}

/** Statuses of timeouts: the handler's own, a framework's, a proxy's. */
const limitStatuses: readonly unknown[] = [408, 503, 504]
/** Minimum milliseconds for a timeout: a receiver that is only busy responds at once. */
const minLimit = 1_000

/**
 * Checks that webhooks arrive in a run without faults. If they do not, the other checks prove nothing: the programs never
 * received their input.
 */
export class DeliveryCheck {
  readonly #attempts = new Map<string, Attempt[]>()

  /** `isExpected` on a day without faults; `fail` ends it. */
  constructor(
    private readonly isExpected: boolean,
    private readonly fail: (title: string, cause: Error) => void,
  ) {}

  add(attempt: Attempt): void {
    if (!this.isExpected) return
    const { id, receiver, what, result, duration } = attempt
    this.#attempts.set(id, [...(this.#attempts.get(id) ?? []), attempt])
    const isLimit = typeof result === "string" ? result.startsWith("no response") : limitStatuses.includes(result)
    if (!isLimit || duration < minLimit) return
    const how = typeof result === "string" ? result : `${result} after ${Math.round(duration / 1_000)} s`
    this.fail(
      "A webhook ended by a time limit, on a day without faults",
      new Error(
        `${what} to ${receiver}: ${how}. Its handler waits for something that never happens, or sleeps for too long`,
      ),
    )
  }

  /** @throws CheckFailed for the first webhook that no receiver has acknowledged. */
  check(): void {
    for (const attempts of this.#attempts.values()) {
      const [first] = attempts
      if (
        first === undefined ||
        attempts.some(({ result }) => typeof result === "number" && result >= 200 && result < 300)
      )
        continue
      const results = attempts.map((attempt) => attempt.result).join(", ")
      const cause = new Error(`${first.what} to ${first.receiver}: ${results}`)
      throw new CheckFailed("A webhook never arrived, on a day without faults", { cause })
    }
  }
}
