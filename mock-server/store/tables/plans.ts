import type { AgentInboxEntitlement } from "../../../sdk/contract/models/billing.ts"
import { Collection } from "../collection.ts"
import type { Fields } from "../row.ts"
import type { Standing } from "./accounts.ts"

/** What an account can be on. Allowances are for a calendar month. */
export interface PlanRow {
  readonly id: number
  readonly name: string
  readonly slug: string
  readonly tier_group: string
  /** False for a plan that is no longer sold. */
  readonly active: boolean
  readonly base_price_cents: number
  readonly interval: string
  /** Recipients in 24 hours, by standing. */
  readonly recipient_caps: Readonly<Record<Standing, number>>
  readonly email_allowance: number
  readonly sms_allowance: number
  readonly ai_allowance: number
  readonly email_overage_cents: number
  readonly sms_overage_cents: number
  readonly ai_overage_cents: number
  readonly seat_limit: number
  /** Null where there is no limit. */
  readonly brand_limit: number | null
  readonly agent_inbox: Fields<AgentInboxEntitlement>
}

export const plansTable = () => new Collection<PlanRow>({})
