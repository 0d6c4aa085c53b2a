import type { RuleNumber } from "../../base/rules.gen.ts"

/** One thing that happened to a message, and the rule behind it. */
export interface Reason {
  /** When: ISO 8601. */
  readonly at: string
  /** A sentence. */
  readonly what: string
  readonly rule: RuleNumber
  /** The timeline entry that it explains, such as `email.bounced`, if any. */
  readonly event?: string
}
