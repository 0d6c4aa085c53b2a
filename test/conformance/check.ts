import type { Service } from "./service.ts"

/** Checks a rule of `docs/internal/conformance.md` from outside the service. */
export interface Check {
  /** The number of the rule: `36.1`. */
  readonly rule: string
  /** True if it changes something, or sends an invalid request that a faulty service might carry out. */
  readonly writes?: true
  readonly run: (service: Service, look: Look) => Promise<void>
}

/** Collects the comparisons of a check, and the differences from the rule. */
export class Look {
  readonly differences: string[] = []
  compared = 0

  /** Records a difference unless both are equal as JSON. */
  same(what: string, actual: unknown, expected: unknown): void {
    const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)]
    this.holds(`${what}: ${is}, not ${should}`, is === should)
  }

  /** Records a difference unless `isSo`. */
  holds(what: string, isSo: boolean): void {
    this.compared++
    if (!isSo) this.differences.push(what)
  }

  /** Records differences found elsewhere; an empty list counts as compared. */
  found(what: string, differences: readonly string[]): void {
    this.compared++
    this.differences.push(...differences.map((difference) => `${what}: ${difference}`))
  }
}

/** A check that could not run, and the reason. */
export class Skipped extends Error {}

/** The result; undefined if it cannot be tested from outside. */
export async function whereItCan<T>(attempt: Promise<T>): Promise<T | undefined> {
  try {
    return await attempt
  } catch (error) {
    if (error instanceof Skipped) return undefined
    throw error
  }
}
