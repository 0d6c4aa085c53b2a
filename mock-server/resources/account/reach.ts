import type { AudienceReach, ReachPlan } from "../../../sdk/contract/account.ts"
import type { PlanRow } from "../billing/plans-table.ts"
import type { Standing } from "./table.ts"

/**
 * Compares an account's plan with one full send to `audience` recipients. A plan covers them when the send fits into its
 * allowance of 24 hours. Otherwise the smallest plan that covers them is recommended, or the largest, which may be the current one.
 */
export function measureReach(
  audience: number,
  cohort: Standing,
  plan: PlanRow,
  plans: Iterable<PlanRow>,
): AudienceReach {
  const current = measure(plan, cohort, audience)
  if (current.covers) return { audience, cohort, current, covered: true }
  const larger = [...plans]
    .filter((other) => other.active && other.recipient_caps[cohort] > current.daily_cap)
    .map((other) => measure(other, cohort, audience))
    .sort((a, b) => a.daily_cap - b.daily_cap)
  const recommended = larger.find(({ covers }) => covers) ?? larger.at(-1) ?? current
  return { audience, cohort, current, recommended, covered: false, summary: summaryOf(audience, current, recommended) }
}

function measure(plan: PlanRow, cohort: Standing, audience: number): ReachPlan {
  const cap = plan.recipient_caps[cohort]
  return {
    plan_id: plan.id,
    slug: plan.slug,
    name: plan.name,
    tier_group: plan.tier_group,
    daily_cap: cap,
    capacity: cap,
    // With a cap of 0 the quotient is infinite, which JSON cannot express.
    days_to_reach: Math.min(Math.ceil(audience / cap), Number.MAX_SAFE_INTEGER),
    covers: audience <= cap,
  }
}

function summaryOf(audience: number, current: ReachPlan, recommended: ReachPlan): string {
  const takes = current.daily_cap === 0 ? "is never over" : `takes ${days(current)}`
  const now = `A full send to ${audience} recipients ${takes} on ${current.name}`
  return recommended === current ? `${now}.` : `${now}; ${recommended.name} takes ${days(recommended)}.`
}

const days = ({ days_to_reach }: ReachPlan) => (days_to_reach === 1 ? "1 day" : `${days_to_reach} days`)
