import * as z from "zod"
import type * as models from "../core/models.gen.ts"
import { Id, openEnum } from "../core/shared.ts"

/** What a plan allows of the inbox feature. Spec: Resources, Account. */
export const AgentInboxEntitlement = z.looseObject({
  /** Whether the plan has the inbox feature. */
  enabled: z.boolean(),
  /** Inboxes at most. */
  max_inboxes: z.int(),
  /** Messages a month without extra charge. */
  inbound_messages_included: z.int(),
  /** Whether messages beyond those included are charged. */
  inbound_messages_metered: z.boolean(),
  /** Price of a message beyond those included, in cents, as decimal text such as `0.25`. */
  inbound_message_overage_rate_cents: z.string(),
  /** Domains that can receive mail, at most. */
  max_inbound_domains: z.int(),
  /** Domains without a subdomain among them, at most. */
  max_apex_domains: z.int(),
  /** Whether a domain without a subdomain can receive mail. */
  apex_mx: z.boolean(),
  /** Whether mail can be forwarded from another server. */
  legacy_forwarding: z.boolean(),
  /** Whether an inbox can take every address of a domain. */
  catch_all: z.boolean(),
  /** Days that messages are kept. */
  retention_days: z.int(),
  /** Whether queues have their further controls. */
  advanced_queue_controls: z.boolean(),
})
export interface AgentInboxEntitlement extends models.AgentInboxEntitlement {}

/** What a plan allows beyond volume. */
export const Entitlements = z.looseObject({
  /** The inbox feature. */
  agent_inbox: AgentInboxEntitlement,
})
export interface Entitlements extends models.Entitlements {}

/** The plan that an account is on. The caps are recipients in 24 hours, one for each standing. Spec: Resources, Account. */
export const Plan = z.looseObject({
  /** The plan's id. */
  id: Id,
  /** What the plan is called. */
  name: z.string(),
  /** Whether the plan is in force. */
  active: z.boolean(),
  /** Recipients in 24 hours on probation. */
  probation_recipient_cap_24h: z.int(),
  /** Recipients in 24 hours in standard standing. */
  standard_recipient_cap_24h: z.int(),
  /** Recipients in 24 hours in trusted standing. */
  trusted_recipient_cap_24h: z.int(),
  /** What the plan has beyond volume. */
  entitlements: Entitlements,
})
export interface Plan extends models.Plan {}

/** Use of one metered resource in the current billing period. */
export const ResourceUsage = z.looseObject({
  /** Units used in the period. */
  used: z.number(),
  /** Units that the plan has in it. */
  allowance: z.number(),
  /** Units left of the allowance. */
  remaining: z.number(),
  /** Price of one unit beyond the allowance, in cents. */
  overage_rate: z.number(),
  /** What happens beyond the allowance, for example `budget`. */
  mode: openEnum(["budget"]),
  /** Most that may be spent beyond the allowance, in cents. */
  budget: z.number(),
  /** Spent beyond the allowance, in cents. */
  budget_used: z.number(),
})
export interface ResourceUsage extends models.ResourceUsage {}

/** Use of each metered resource. */
export const ResourceUsages = z.looseObject({
  /** E-mail, in messages. */
  email: ResourceUsage,
  /** SMS, in messages. */
  sms: ResourceUsage,
  /** AI, in units. */
  ai: ResourceUsage,
})
export interface ResourceUsages extends models.ResourceUsages {}

/** How many brands the account has and may have. */
export const BrandUsage = z.looseObject({
  /** Brands that there are. */
  used: z.int(),
  /** Null where there is no limit. */
  limit: z.int().nullable(),
  /** Brands that can still be made; null where there is no limit. */
  remaining: z.int().nullable(),
  /** True where there is no limit. */
  unlimited: z.boolean(),
  /** Whether one more can be made now. */
  can_create: z.boolean(),
})
export interface BrandUsage extends models.BrandUsage {}

/** Totals since the account began. */
export const LifetimeUsage = z.looseObject({
  /** E-mails sent. */
  email_sent: z.int(),
  /** SMS sent. */
  sms_sent: z.int(),
  /** Units of AI used. */
  ai_used: z.int(),
})
export interface LifetimeUsage extends models.LifetimeUsage {}

/** An object whose fields the interface does not describe. */
const undescribed = z.looseObject({})

/** An account's plan, allowances and use. Spec: Resources, Account. */
export const Billing = z.looseObject({
  /** What lets the account in, for example `free_allowed`. */
  access_policy: openEnum(["free_allowed"]),
  /** What the plan is called. */
  plan_name: z.string(),
  /** The plan with its caps. */
  plan: Plan,
  /** What use beyond the plan may cost in a month, in cents. */
  spend_cap_monthly_cents: z.int(),
  /** True when the service bears the cost. */
  comped: z.boolean(),
  /** Use beyond the plan; its fields are not specified. */
  overage: undescribed,
  /** Prepaid funding; its fields are not specified. `GET /v1/my/billing/funding` has them. */
  funding: undescribed,
  /** The way that sending takes; its fields are not specified. */
  provider_route: undescribed,
  /** What the account may use beyond volume. */
  entitlements: Entitlements,
  /** Use and allowance of each metered resource. */
  resources: ResourceUsages,
  /** How many brands there are and may be. */
  brands: BrandUsage,
  /** Totals since the account began. */
  lifetime: LifetimeUsage,
})
export interface Billing extends models.Billing {}
