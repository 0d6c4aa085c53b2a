import * as z from "zod"
import { Id } from "../../../sdk/contract/core/shared.ts"
import { AgentInboxEntitlement } from "../../../sdk/contract/models/billing.ts"
import { Collection } from "../../store/collection.ts"
import type { RowOf } from "../../store/row.ts"

/** A plan. Allowances are for a calendar month. */
const plansSchema = z.object({
  id: Id,
  name: z.string(),
  slug: z.string(),
  tier_group: z.string(),
  /** False for a plan that is no longer sold. */
  active: z.boolean(),
  base_price_cents: z.number(),
  interval: z.string(),
  /** Recipients in 24 hours, by standing. */
  recipient_caps: z.object({ probation: z.number(), standard: z.number(), trusted: z.number() }),
  email_allowance: z.number(),
  sms_allowance: z.number(),
  ai_allowance: z.number(),
  email_overage_cents: z.number(),
  sms_overage_cents: z.number(),
  ai_overage_cents: z.number(),
  seat_limit: z.number(),
  /** Null for no limit. */
  brand_limit: z.number().nullable(),
  agent_inbox: AgentInboxEntitlement,
})
export interface PlanRow extends RowOf<typeof plansSchema> {}

export const plansTable = () => new Collection<PlanRow>({ row: plansSchema })
