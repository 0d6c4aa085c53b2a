import * as z from "zod"
import { anyKey } from "./core/credentials.ts"
import { defineEndpoint } from "./core/endpoint.ts"
import { limits } from "./core/limits.ts"
import type * as models from "./core/models.gen.ts"
import { Email, Id, openEnum, recordTimes, Timestamp } from "./core/shared.ts"

/** Why an address is suppressed. */
export const SuppressionReason = z.enum(["hard_bounce", "soft_bounce", "complaint", "manual"])
export type SuppressionReason = models.SuppressionReason

/** An address that the account does not send to. Spec: Suppressions and delivery. */
export const Suppression = z.looseObject({
  /** The suppression's id. */
  id: Id,
  /** The address that is not written to. */
  email: Email,
  /** A hard bounce or a complaint holds for good, a soft bounce for seven days. */
  reason: openEnum(SuppressionReason.options),
  /** False once it has expired. */
  active: z.boolean(),
  /** The contact with this address, where there is one. */
  contact_id: Id.nullish(),
  /** Who reported it. */
  source_provider: z.string().nullable(),
  /** What the provider said, shortened. */
  provider_diagnostic: z.string().max(limits.providerDiagnosticLength).nullable(),
  /** `hard` or `soft`, where it bounced. */
  bounce_type: openEnum(["hard", "soft"]).nullish(),
  /** The provider's finer class of the bounce. */
  bounce_subtype: z.string().nullish(),
  /** The feedback loop's word for the complaint. */
  complaint_feedback_type: z.string().nullish(),
  /** When the bounce or complaint happened. */
  event_occurred_at: Timestamp.nullish(),
  /** When it stops to hold; null for good. */
  expires_at: Timestamp.nullish(),
  ...recordTimes,
})
export interface Suppression extends models.Suppression {}

/** Which suppressions to list. */
export const SuppressionQuery = z.strictObject({
  /** The whole address; capital letters do not matter. */
  email: z.string().min(1).optional(),
  /** Only suppressions for this reason. */
  reason: SuppressionReason.optional(),
  /** Only those that this provider reported. */
  source_provider: z.string().min(1).optional(),
  /** True, as when left out, lists those that hold; false those that have expired. */
  active: z.boolean().default(true),
})
export interface SuppressionQuery extends models.SuppressionQuery {}

/** Addresses that the account does not send to. */
export const suppressions = {
  list: defineEndpoint({
    method: "GET",
    path: "/v1/my/suppressions",
    summary: "List suppressed addresses",
    section: "Suppressions and delivery",
    auth: anyKey,
    recipients: "nobody",
    query: SuppressionQuery,
    paginated: { size: limits.pageSizeDefault },
    response: Suppression,
    example: { query: { reason: "hard_bounce" } },
  }),
} as const
