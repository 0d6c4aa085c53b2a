import type { RequestLine } from "../../mock-server/world/journal.ts"
import { rules } from "../../scripts/generate/rules.ts"

const numbers: ReadonlySet<string | null> = new Set(rules.map(({ number }) => number))

/** The errors without a rule of the specification. Responses of faults have none. */
export const withoutRule = <T extends RequestLine>(requests: readonly T[]): T[] =>
  requests.filter(
    ({ status, rule, fault_id }) => status !== null && status >= 400 && fault_id === null && !numbers.has(rule),
  )
