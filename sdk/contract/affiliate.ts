import * as z from "zod"
import { personOnly } from "./core/credentials.ts"
import { endpointsWith } from "./core/define-endpoints.ts"
import type * as models from "./core/models.gen.ts"
import { openEnum } from "./core/shared.ts"

/** What came through the affiliate's link. */
export const AffiliateStats = z.looseObject({
  /** People who followed the link. */
  visitors: z.int(),
  /** Visitors who signed up. */
  leads: z.int(),
  /** Leads who bought something. */
  conversions: z.int(),
})
export interface AffiliateStats extends models.AffiliateStats {}

/** What the affiliate has earned. */
export const AffiliateEarnings = z.looseObject({
  /** False while the amount has not been fetched. */
  known: z.boolean(),
  /** What was earned in all, in cents. */
  total_cents: z.int(),
  /** ISO 4217 code in lower case, for example `usd`. */
  currency: z.string(),
})
export interface AffiliateEarnings extends models.AffiliateEarnings {}

/** The affiliate centre. Spec: Resources, Affiliate. */
export const Affiliate = z.looseObject({
  /** True once the account is linked to an affiliate. */
  enrolled: z.boolean(),
  /** True when the programme can be used now. */
  available: z.boolean(),
  /** `unlinked`; `pending` while linking is under way; `active` once linked. */
  state: openEnum(["unlinked", "pending", "active"]),
  /** How far linking has got. */
  setup_status: openEnum(["pending", "complete"]),
  /** Null until the account is linked. */
  share_url: z.string().nullish(),
  /** What came through the link. */
  stats: AffiliateStats,
  /** What was earned. */
  earnings: AffiliateEarnings,
})
export interface Affiliate extends models.Affiliate {}

/** The affiliate's name; the account owner's where left out. */
export const AffiliateLink = z.strictObject({
  /** The affiliate's first name. */
  first_name: z.string().optional(),
  /** The affiliate's last name. */
  last_name: z.string().optional(),
})
export interface AffiliateLink extends models.AffiliateLink {}

const { read, write } = endpointsWith({ section: "Affiliate centre", auth: personOnly, only: "affiliates" })

/** The affiliate centre: for signed-in people, not for API keys. */
export const affiliate = {
  get: read({
    path: "/v1/my/affiliate",
    summary: "Show the affiliate centre; the first call starts linking in the background",
    response: Affiliate,
  }),
  link: write({
    method: "POST",
    path: "/v1/my/affiliate",
    summary: "Link the account's affiliate now",
    recipients: "nobody",
    body: AffiliateLink,
    bodyOptional: true,
    response: Affiliate,
    status: 201,
    replayStatus: 200,
    errors: [503],
    example: { body: { first_name: "Olive", last_name: "Owner" } },
  }),
} as const
