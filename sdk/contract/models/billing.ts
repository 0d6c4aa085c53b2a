import * as z from "zod"
import { Id, openSet } from "../core/shared.ts"

/** What a plan allows of the inbox feature. Spec: Resources, Account. */
export const AgentInboxEntitlement = z.looseObject({
  enabled: z.boolean(),
  max_inboxes: z.int(),
  /** Messages a month without extra charge. */
  inbound_messages_included: z.int(),
  inbound_messages_metered: z.boolean(),
  /** Price of a message beyond those included, in cents, as decimal text such as `0.25`. */
  inbound_message_overage_rate_cents: z.string(),
  max_inbound_domains: z.int(),
  max_apex_domains: z.int(),
  apex_mx: z.boolean(),
  legacy_forwarding: z.boolean(),
  catch_all: z.boolean(),
  retention_days: z.int(),
  advanced_queue_controls: z.boolean(),
})
export interface AgentInboxEntitlement extends z.infer<typeof AgentInboxEntitlement> {}

/** What a plan allows beyond volume. */
export const Entitlements = z.looseObject({ agent_inbox: AgentInboxEntitlement })
export interface Entitlements extends z.infer<typeof Entitlements> {}

/** The plan that an account is on. The caps are recipients in 24 hours, one for each standing. Spec: Resources, Account. */
export const Plan = z.looseObject({
  id: Id,
  name: z.string(),
  active: z.boolean(),
  probation_recipient_cap_24h: z.int(),
  standard_recipient_cap_24h: z.int(),
  trusted_recipient_cap_24h: z.int(),
  entitlements: Entitlements,
})
export interface Plan extends z.infer<typeof Plan> {}

/** Use of one metered resource in the current billing period. */
export const ResourceUsage = z.looseObject({
  used: z.number(),
  allowance: z.number(),
  remaining: z.number(),
  /** Price of one unit beyond the allowance, in cents. */
  overage_rate: z.number(),
  /** What happens beyond the allowance, for example `budget`. */
  mode: openSet(["budget"]),
  /** Most that may be spent beyond the allowance, in cents. */
  budget: z.number(),
  budget_used: z.number(),
})
export interface ResourceUsage extends z.infer<typeof ResourceUsage> {}

/** Use of each metered resource. */
export const ResourceUsages = z.looseObject({ email: ResourceUsage, sms: ResourceUsage, ai: ResourceUsage })
export interface ResourceUsages extends z.infer<typeof ResourceUsages> {}

/** How many brands the account has and may have. */
export const BrandUsage = z.looseObject({
  used: z.int(),
  /** Null where there is no limit. */
  limit: z.int().nullable(),
  remaining: z.int().nullable(),
  unlimited: z.boolean(),
  can_create: z.boolean(),
})
export interface BrandUsage extends z.infer<typeof BrandUsage> {}

/** Totals since the account began. */
export const LifetimeUsage = z.looseObject({ email_sent: z.int(), sms_sent: z.int(), ai_used: z.int() })
export interface LifetimeUsage extends z.infer<typeof LifetimeUsage> {}

/** An object whose fields the interface does not describe. */
const undescribed = z.looseObject({})

/** An account's plan, allowances and use. Spec: Resources, Account. */
export const Billing = z.looseObject({
  access_policy: openSet(["free_allowed"]),
  plan_name: z.string(),
  plan: Plan,
  /** What use beyond the plan may cost in a month, in cents. */
  spend_cap_monthly_cents: z.int(),
  /** True when the service bears the cost. */
  comped: z.boolean(),
  overage: undescribed,
  funding: undescribed,
  provider_route: undescribed,
  entitlements: Entitlements,
  resources: ResourceUsages,
  brands: BrandUsage,
  lifetime: LifetimeUsage,
})
export interface Billing extends z.infer<typeof Billing> {}
