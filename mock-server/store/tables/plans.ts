import * as z from "zod"
import { Id } from "../../../sdk/contract/core/shared.ts"
import { AgentInboxEntitlement } from "../../../sdk/contract/models/billing.ts"
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

const plansSchema = z.object({
  id: Id,
  name: z.string(),
  slug: z.string(),
  tier_group: z.string(),
  active: z.boolean(),
  base_price_cents: z.number(),
  interval: z.string(),
  recipient_caps: z.object({ probation: z.number(), standard: z.number(), trusted: z.number() }),
  email_allowance: z.number(),
  sms_allowance: z.number(),
  ai_allowance: z.number(),
  email_overage_cents: z.number(),
  sms_overage_cents: z.number(),
  ai_overage_cents: z.number(),
  seat_limit: z.number(),
  brand_limit: z.number().nullable(),
  agent_inbox: AgentInboxEntitlement,
})

export const plansTable = () => new Collection<PlanRow>({ row: plansSchema })
