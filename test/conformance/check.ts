import type { Service } from "./service.ts"

/** A look from outside at a rule of `docs/internal/conformance.md`. */
export interface Check {
  /** The number of the rule: `36.1`. */
  readonly rule: string
  /** True where it changes something, or asks for what a service might do wrongly although it should refuse it. */
  readonly writes?: true
  readonly run: (service: Service, look: Look) => Promise<void>
}

/** What a check has compared, and what was not as the rule says. */
export class Look {
  readonly differences: string[] = []
  compared = 0

  /** Notes a difference unless both are equal as JSON. */
  same(what: string, actual: unknown, expected: unknown): void {
    const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)]
    this.holds(`${what}: ${is}, not ${should}`, is === should)
  }

  /** Notes a difference unless it holds. */
  holds(what: string, isSo: boolean): void {
    this.compared++
    if (!isSo) this.differences.push(what)
  }

  /** Notes what somebody else found; an empty list counts as compared. */
  found(what: string, differences: readonly string[]): void {
    this.compared++
    this.differences.push(...differences.map((difference) => `${what}: ${difference}`))
  }
}

/** A check that could not be made, and why. */
export class Skipped extends Error {}

/** What comes of it; undefined where it cannot be tried from outside. */
export async function whereItCan<T>(tried: Promise<T>): Promise<T | undefined> {
  try {
    return await tried
  } catch (error) {
    if (error instanceof Skipped) return undefined
    throw error
  }
}
