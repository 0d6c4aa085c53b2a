import * as z from "zod"
import { mailboxKey } from "../../sdk/contract/core/mailbox.ts"
import { Id } from "../../sdk/contract/core/shared.ts"
import { globMatcher } from "../base/glob.ts"
import type * as models from "../base/models.gen.ts"
import { distinct, untilLast } from "./distinct.ts"
import { RuleList } from "./rule-list.ts"

/** The outcomes of a message. `bounced` is permanent; `unknown` lasts until an event is triggered. */
export const outcomeKinds = [
  "delivered",
  "bounced",
  "soft_bounced",
  "complained",
  "opened",
  "clicked",
  "delayed",
  "failed",
  "unknown",
] as const
/** @internal */
export type OutcomeKind = (typeof outcomeKinds)[number]

/** The outcomes of an SMS; the others are for e-mail. @internal */
export const smsOutcomes: ReadonlySet<OutcomeKind> = new Set(["delivered", "delayed", "failed", "unknown"])

/** Which opens and clicks the service tracks. */
export const trackings = ["all", "opens", "clicks", "none"] as const
/** @internal */
export type Tracking = (typeof trackings)[number]

/** A rule for the outcome of messages to an address. */
export const Outcome = z.strictObject({
  /** The id of the rule. */
  id: Id,
  /** An address or number in lower case; `*` matches any text. */
  to: z.string(),
  /** The outcome of the messages. */
  outcome: z.enum(outcomeKinds),
  /** Milliseconds of the world's time after sending. Null: immediately, or an hour for `delayed`. */
  after_ms: z.union([z.int().min(0), z.null()]),
  /** Number of messages it applies to; all when null. */
  times: z.union([z.int().positive(), z.null()]),
  /** Which opens and clicks the service tracks. */
  tracking: z.enum(trackings),
  /** True if a scanner opens delivered messages and follows their links. */
  bot: z.boolean(),
  /** Number of messages it has applied to. */
  used: z.int().min(0),
})

export const OutcomesState = z
  .strictObject({
    lastId: z.int().min(0),
    outcomes: z
      .array(Outcome)
      .check(distinct("id", ({ id }) => id))
      .readonly(),
  })
  .check(untilLast(({ outcomes }) => outcomes))
interface OutcomesState extends Readonly<z.infer<typeof OutcomesState>> {}

/** Rules for outcomes, in order: the first match decides. @internal */
export class Outcomes extends RuleList<models.Outcome> {
  add(rule: Omit<models.Outcome, "id" | "used">): models.Outcome {
    const outcome = { id: ++this.lastId, ...rule, to: mailboxKey(rule.to), used: 0 }
    this.rules.push(outcome)
    this.changed()
    return outcome
  }

  take(channel: "email" | "sms", to: string): models.Outcome | undefined {
    if (this.rules.length === 0) return undefined
    const address = mailboxKey(to)
    const at = this.rules.findIndex(
      (outcome) =>
        (outcome.times === null || outcome.used < outcome.times) &&
        (channel === "email" || smsOutcomes.has(outcome.outcome)) &&
        globMatcher(outcome.to)(address),
    )
    const outcome = this.rules[at]
    if (outcome === undefined) return undefined
    this.rules[at] = { ...outcome, used: outcome.used + 1 }
    this.changed()
    return outcome
  }

  dump(): OutcomesState {
    return { lastId: this.lastId, outcomes: [...this.rules] }
  }

  load({ lastId, outcomes }: OutcomesState): void {
    this.lastId = lastId
    this.rules = [...outcomes]
    this.changed()
  }
}
