import fc from "fast-check"

/** How a property is tried. */
export interface Trial {
  readonly seed: number
  readonly numRuns: number
  /** True where it is enough to know that it breaks: what breaks it is not made small. */
  readonly endOnFailure?: boolean
}

/** A property of the service: undefined where it holds, else what breaks it, made small. */
export type Property = (trial: Trial) => Promise<string | undefined>

/** A property over whatever is made up; `wrong` tells what does not hold of one of them. */
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
