import { definedFields } from "../base/defined-fields.ts"
import type { PlanFixture } from "../base/models.gen.ts"
import type { World } from "../world/world.ts"
import { type PlanDetails, seededPlans } from "./seeded-plans.ts"

/** Creates plans; omitted fields are taken from the plan `free`. */
export function seedPlans(world: World, plans: Readonly<Record<string, PlanFixture>>): void {
  for (const [slug, plan] of Object.entries(plans)) world.tables.plans.add(world, { ...detailsOf(slug, plan), slug })
}

function detailsOf(slug: string, { recipient_caps, agent_inbox, ...plan }: PlanFixture): PlanDetails {
  const { free } = seededPlans
  return {
    ...free,
    name: slug,
    ...definedFields(plan),
    recipient_caps: { ...free.recipient_caps, ...definedFields(recipient_caps ?? {}) },
    agent_inbox: { ...free.agent_inbox, ...definedFields(agent_inbox ?? {}) },
  }
}
