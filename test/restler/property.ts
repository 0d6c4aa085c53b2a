import fc from "fast-check"

/** The settings of a run. */
export interface Trial {
  readonly seed: number
  readonly numRuns: number
  /** True to skip shrinking. */
  readonly endOnFailure?: boolean
}

/** A property of the service: undefined if it holds, else a shrunk counterexample. */
export type Property = (trial: Trial) => Promise<string | undefined>

/** A property over generated values; `wrong` returns the violations for one value. */
export function property<T>(made: fc.Arbitrary<T>, wrong: (one: T) => Promise<readonly string[]>): Property {
  const holds = fc.asyncProperty(made, async (one) => {
    const found = await wrong(one)
    if (found.length > 0) throw new Error(found.join("\n"))
  })
  return async (trial) => {
    const details = await fc.check(holds, trial)
    if (!details.failed) return undefined
    const { errorInstance } = details
    return `${errorInstance instanceof Error ? errorInstance.message : errorInstance}\n${fc.defaultReportMessage(details)}`
  }
}
