import type { PlanRow } from "../resources/billing/plans-table.ts"

export type PlanDetails = Omit<PlanRow, "id" | "slug">

const agentInbox: PlanRow["agent_inbox"] = {
  enabled: true,
  max_inboxes: 1,
  inbound_messages_included: 1_000,
  inbound_messages_metered: true,
  inbound_message_overage_rate_cents: "0.25",
  max_inbound_domains: 1,
  max_apex_domains: 0,
  apex_mx: false,
  legacy_forwarding: false,
  catch_all: false,
  retention_days: 30,
  advanced_queue_controls: false,
}

const free: PlanDetails = {
  name: "Free",
  tier_group: "free",
  active: true,
  base_price_cents: 0,
  interval: "month",
  recipient_caps: { probation: 1_000, standard: 10_000, trusted: 25_000 },
  email_allowance: 50_000,
  sms_allowance: 100,
  ai_allowance: 100,
  email_overage_cents: 0.1,
  sms_overage_cents: 4,
  ai_overage_cents: 1,
  seat_limit: 25,
  brand_limit: 5,
  agent_inbox: agentInbox,
}

const starter: PlanDetails = {
  ...free,
  name: "Starter",
  tier_group: "paid",
  base_price_cents: 2_900,
  recipient_caps: { probation: 5_000, standard: 50_000, trusted: 125_000 },
  email_allowance: 500_000,
  sms_allowance: 1_000,
  ai_allowance: 2_000,
  email_overage_cents: 0.05,
  seat_limit: 100,
  brand_limit: 25,
  agent_inbox: { ...agentInbox, max_inboxes: 5, inbound_messages_included: 10_000, max_inbound_domains: 5 },
}

const growth: PlanDetails = {
  ...starter,
  name: "Growth",
  base_price_cents: 19_900,
  recipient_caps: { probation: 25_000, standard: 250_000, trusted: 1_000_000 },
  email_allowance: 5_000_000,
  sms_allowance: 10_000,
  ai_allowance: 20_000,
  email_overage_cents: 0.025,
  seat_limit: 1_000,
  brand_limit: null,
  agent_inbox: {
    ...agentInbox,
    max_inboxes: 50,
    inbound_messages_included: 100_000,
    max_inbound_domains: 50,
    max_apex_domains: 5,
    apex_mx: true,
    catch_all: true,
    retention_days: 365,
    advanced_queue_controls: true,
  },
}

/** The plans on sale, by their slugs; ids in this order, from 1. */
export const seededPlans = { free, starter, growth } as const satisfies Readonly<Record<string, PlanDetails>>
