import type { RuleNumber } from "../../base/rules.gen.ts"

/** What a status means now, and the rule behind it. It is no event, so it has no time. */
export interface StatusReason {
  readonly at?: never
  readonly event?: never
  /** A sentence. */
  readonly what: string
  readonly rule: RuleNumber
}

/** One thing that happened to a message, and the rule behind it. */
export interface Reason extends Omit<StatusReason, "at" | "event"> {
  /** When: ISO 8601. */
  readonly at: string
  /** The timeline entry that it explains, such as `email.bounced`, if any. */
  readonly event?: string
}
