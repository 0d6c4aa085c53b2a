import type { Billing, BrandUsage, Plan, ResourceUsage } from "../../../sdk/contract/models/billing.ts"
import type { World } from "../../world/world.ts"
import type { AccountRow } from "../account/table.ts"
import type { PlanRow } from "./plans-table.ts"
import { usageOf } from "./usage.ts"
import type { MeteredResource } from "./usage-table.ts"

export const currency = "usd"

export function billingView(world: World, account: AccountRow): Billing {
  const plan = planOf(world, account)
  const { month, lifetime } = usageOf(world, account.id)
  const usage = (resource: MeteredResource) =>
    resourceUsage(month[resource], plan[`${resource}_allowance`], plan[`${resource}_overage_cents`])
  return {
    access_policy: "free_allowed",
    plan_name: plan.name,
    plan: planView(plan),
    spend_cap_monthly_cents: account.spend_cap_monthly_cents,
    comped: false,
    // The specification does not define their contents: clients must not depend on them.
    overage: {},
    funding: {},
    provider_route: {},
    entitlements: { agent_inbox: account.agent_inbox ?? plan.agent_inbox },
    resources: { email: usage("email"), sms: usage("sms"), ai: usage("ai") },
    brands: brandUsage(world.tables.brands.count("account", account.id), plan.brand_limit),
    lifetime: { email_sent: lifetime.email, sms_sent: lifetime.sms, ai_used: lifetime.ai },
  }
}

export function planOf(world: World, account: AccountRow): PlanRow {
  const plan = world.tables.plans.get(account.plan_id)
  if (plan === undefined) throw new Error(`Account ${account.id} is on a plan that does not exist`)
  return plan
}

const planView = (plan: PlanRow): Plan => ({
  id: plan.id,
  name: plan.name,
  active: plan.active,
  probation_recipient_cap_24h: plan.recipient_caps.probation,
  standard_recipient_cap_24h: plan.recipient_caps.standard,
  trusted_recipient_cap_24h: plan.recipient_caps.trusted,
  entitlements: { agent_inbox: plan.agent_inbox },
})

/** No budget beyond the allowances is set, so none of it is used. */
const resourceUsage = (used: number, allowance: number, overageRate: number): ResourceUsage => ({
  used,
  allowance,
  remaining: Math.max(0, allowance - used),
  overage_rate: overageRate,
  mode: "budget",
  budget: 0,
  budget_used: 0,
})

function brandUsage(used: number, limit: number | null): BrandUsage {
  const remaining = limit === null ? null : Math.max(0, limit - used)
  return { used, limit, remaining, unlimited: limit === null, can_create: remaining !== 0 }
}
