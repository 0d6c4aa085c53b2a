import * as z from "zod"
import { anyKey, ownKey } from "./core/credentials.ts"
import { endpointsWith } from "./core/define-endpoints.ts"
import { defineEndpoint } from "./core/endpoint.ts"
import type * as models from "./core/models.gen.ts"
import { Id, openEnum, recordTimes } from "./core/shared.ts"
import { Invite } from "./invites.ts"
import { Membership } from "./memberships.ts"
import { Access } from "./models/account-access.ts"
import { Billing } from "./models/billing.ts"

/** The size of an account's team and the caller's place in it. Spec: Resources, Team summary. */
export const TeamSummary = z.looseObject({
  /** Members and pending invitations that the plan allows. */
  seat_limit: z.int(),
  /** Seats taken: members and pending invitations. */
  seat_count: z.int(),
  /** People in the team. */
  member_count: z.int(),
  /** Invitations that are pending. */
  invite_count: z.int(),
  /** The caller's role in the account. */
  current_role: openEnum(["owner", "admin", "member"]),
  /** Whether the caller may change the team. */
  can_manage_team: z.boolean(),
})
export interface TeamSummary extends models.TeamSummary {}

/** An account. Spec: Resources, Account. */
export const Account = z.looseObject({
  /** The account's id, for `X-Account-ID`. */
  id: Id,
  /** What the account is called. */
  name: z.string(),
  /** Address of the picture; null where there is none. */
  avatar: z.string().nullable(),
  /** Address of the picture; null where there is none. */
  banner: z.string().nullable(),
  /** The tier that the account is sold at, for example `unsubscribed`. */
  commercial_tier: openEnum(["unsubscribed"]),
  /** True while the service holds the account to safe sending. */
  safe_mode_enabled: z.boolean(),
  /** How the caller came to reach the account. */
  access: Access,
  /** Plan, allowances and use. */
  billing: Billing,
  /** The size of the team, and the caller's place in it. */
  team: TeamSummary,
  ...recordTimes,
})
export interface Account extends models.Account {}

/** The changes to an account; what is left out stays. */
export const AccountUpdate = z.strictObject({
  /** What the account is called. */
  name: z.string().min(1).optional(),
  /** Signed blob ID of an uploaded picture. */
  avatar: z.string().min(1).optional(),
  /** Signed blob ID of an uploaded picture. */
  banner: z.string().min(1).optional(),
})
export interface AccountUpdate extends models.AccountUpdate {}

/** An account with its team and the accounts that the caller reaches. Spec: Resources, Team. */
export const Team = z.looseObject({
  /** The account. */
  account: Account,
  /** Its members. */
  memberships: z.array(Membership),
  /** Its invitations; empty for members, since tokens let people in. */
  invites: z.array(Invite),
  /** The accounts that the caller reaches. */
  accessible_accounts: z.array(Account),
})
export interface Team extends models.Team {}

/** A plan measured against an audience. */
export const ReachPlan = z.looseObject({
  /** The plan's id. */
  plan_id: Id,
  /** A short name for machines. */
  slug: z.string(),
  /** What the plan is called. */
  name: z.string(),
  /** The group of plans that it belongs to. */
  tier_group: z.string(),
  /** Recipients in 24 hours. */
  daily_cap: z.int(),
  /** Recipients that it reaches at the account's standing. */
  capacity: z.int(),
  /** Days that one full send takes. */
  days_to_reach: z.int(),
  /** Whether one full send fits. */
  covers: z.boolean(),
})
export interface ReachPlan extends models.ReachPlan {}

/** How far the current plan reaches, and which plan would reach further. Spec: Resources, Audience reach. */
export const AudienceReach = z.looseObject({
  /** Recipients of one full send. */
  audience: z.int(),
  /** The standing whose cap was measured with: `probation`, `standard` or `trusted`. */
  cohort: z.string(),
  /** The plan that the account is on. */
  current: ReachPlan,
  /** Absent when the current plan covers the audience. */
  recommended: ReachPlan.optional(),
  /** Whether the current plan covers the audience. */
  covered: z.boolean(),
  /** Absent when the current plan covers the audience. */
  summary: z.string().optional(),
})
export interface AudienceReach extends models.AudienceReach {}

/** The audience to measure. */
export const ReachQuery = z.strictObject({
  /** Recipients of one full send, at least 1. */
  audience: z.int().min(1),
})
export interface ReachQuery extends models.ReachQuery {}

const { read, write } = endpointsWith({ section: "Account, team, grants", auth: anyKey })

/** The account that the credential and `X-Account-ID` select. */
export const account = {
  get: read({
    path: "/v1/my/account",
    summary: "Show the account with its plan, use and team",
    response: Account,
  }),
  update: write({
    method: "PATCH",
    path: "/v1/my/account",
    summary: "Change the account's name or pictures",
    recipients: "nobody",
    body: AccountUpdate,
    response: Account,
    confirm: "rights",
    example: { body: { name: "Acme" } },
  }),
  team: defineEndpoint({
    method: "GET",
    path: "/v1/my/account/team",
    summary: "Show the account's team, invitations and accessible accounts",
    section: "Account, team, grants",
    auth: ownKey,
    recipients: "nobody",
    response: Team,
  }),
  reach: read({
    path: "/v1/my/account/reach",
    summary: "Measure the current plan against the size of an audience",
    query: ReachQuery,
    response: AudienceReach,
    invalid: { errorCode: "audience_invalid" },
    example: { query: { audience: 5000 } },
  }),
} as const
