import * as z from "zod"
import { anyKey, ownKey } from "./core/credentials.ts"
import { endpointsWith } from "./core/define-endpoints.ts"
import { defineEndpoint } from "./core/endpoint.ts"
import { limits } from "./core/limits.ts"
import type * as models from "./core/models.gen.ts"
import { type ExactlyOneOf, exactlyOneOf } from "./core/rules.ts"
import { givenList, Id, openEnum, Timestamp } from "./core/shared.ts"

/** Whom to validate: exactly one of the four fields, all of the current brand. Spec: Email validation. */
export const ValidationAudience = z
  .strictObject({
    /** These addresses, by the ids of the contacts' channels. */
    contact_channel_ids: z.optional(givenList(z.array(Id).min(1))),
    /** The addresses of these contacts. */
    contact_ids: z.optional(givenList(z.array(Id).min(1))),
    /** The addresses of this list. */
    list_id: Id.optional(),
    /** The addresses of this segment. */
    segment_id: Id.optional(),
  })
  .check(exactlyOneOf("list_id", "segment_id", "contact_ids", "contact_channel_ids"))
export type ValidationAudience = ExactlyOneOf<models.ValidationAudience>

// Input that the schema's rule refuses does not compile either.
const Audience = ValidationAudience as z.core.$ZodType<ValidationAudience, ValidationAudience>

/** How many addresses a validation concerns. */
export const ValidationCounts = z.looseObject({
  /** Addresses in the audience. */
  candidate_count: z.int(),
  /** Candidates left out because another has the same address. */
  deduplicated_count: z.int(),
  /** Candidates with a result that is still current, at no charge. */
  cached_count: z.int(),
  /** Candidates that cannot be validated, such as suppressed ones. */
  ineligible_count: z.int(),
  /** Candidates that will be validated and charged. */
  eligible_count: z.int(),
})
export interface ValidationCounts extends models.ValidationCounts {}

/** What a validation costs at most. */
export const ValidationPricing = z.looseObject({
  /** Price of one address, in cents; may be a fraction. */
  unit_rate_cents: z.number(),
  /** The most that is charged, in cents. */
  maximum_charge_cents: z.int(),
  /** ISO 4217 code in lower case, for example `usd`. */
  currency: z.string(),
  /** Until when the price holds. */
  expires_at: Timestamp,
})
export interface ValidationPricing extends models.ValidationPricing {}

/** Whether the prepaid funding suffices, in cents. */
export const ValidationFunding = z.looseObject({
  /** Whether the funding suffices. */
  available: z.boolean(),
  /** The funding that can be spent. */
  available_cents: z.int(),
  /** What is missing; 0 where it suffices. */
  shortfall_cents: z.int(),
})
export interface ValidationFunding extends models.ValidationFunding {}

const sourceKind = openEnum(["list", "segment", "contacts", "contact_channels"])

/** What a validation would concern and cost. Charges nothing. */
export const ValidationQuote = z.looseObject({
  /** `needs_funding` where the funding does not suffice. */
  status: openEnum(["quoted", "needs_funding"]),
  /** The kind of audience. */
  source_kind: sourceKind,
  /** How many addresses it would concern. */
  counts: ValidationCounts,
  /** What it would cost at most. */
  pricing: ValidationPricing,
  /** Whether the funding suffices. */
  funding: ValidationFunding,
})
export interface ValidationQuote extends models.ValidationQuote {}

/** A validation under way or done. Spec: States, Validation operation. */
export const ValidationOperation = z.looseObject({
  /** Opaque text, not a number. */
  operation_id: z.string(),
  /** With `needs_funding`, starting again with the same key resumes it once there is enough. */
  status: openEnum(["requested", "needs_funding", "held", "executing", "committed", "partially_committed", "failed"]),
  /** The kind of audience. */
  source_kind: sourceKind,
  /** How many addresses it concerns. */
  counts: ValidationCounts,
  /** What it costs at most. */
  pricing: ValidationPricing,
  /** Whether the funding suffices. */
  funding: ValidationFunding,
  /** When the first address was looked at; null before. */
  started_at: Timestamp.nullish(),
  /** When it was over; null before. */
  completed_at: Timestamp.nullish(),
})
export interface ValidationOperation extends models.ValidationOperation {}

/** The result for one candidate. */
export const ValidationItem = z.looseObject({
  /** The item's id. */
  id: Id,
  /** The contact's channel whose address it is. */
  contact_channel_id: Id,
  /** `billable` once there is a result that is charged. */
  status: openEnum(["pending", "executing", "billable", "not_billable", "failed"]),
  /** Absent or null until there is a result. */
  verdict: openEnum(["deliverable", "undeliverable", "risky", "unknown"]).nullish(),
  /** When there was a result; null before. */
  completed_at: Timestamp.nullish(),
})
export interface ValidationItem extends models.ValidationItem {}

/** The id of a validation operation. */
export const ValidationParams = z.strictObject({
  /** The `operation_id`, opaque text. */
  id: z.string().min(1),
})
export interface ValidationParams extends models.ValidationParams {}

const { read, write } = endpointsWith({ section: "Email validation", auth: anyKey })

/** Prepaid validation of e-mail addresses; never started by an import, a schedule or a send. */
export const validations = {
  quote: write({
    method: "POST",
    path: "/v1/my/validation_operations/quote",
    summary: "Get the price of validating an audience",
    recipients: "nobody",
    body: Audience,
    response: ValidationQuote,
    example: { body: { list_id: 1 } },
  }),
  start: defineEndpoint({
    method: "POST",
    path: "/v1/my/validation_operations",
    summary: "Start validating an audience, or resume the operation already started",
    section: "Email validation",
    auth: ownKey,
    recipients: "nobody",
    body: Audience,
    response: ValidationOperation,
    status: 202,
    replayStatus: 202,
    idempotency: "required",
    confirm: "paid",
    example: { idempotencyKey: "newsletter-2026-01", body: { list_id: 1 } },
  }),
  get: read({
    path: "/v1/my/validation_operations/{id}",
    summary: "Show a validation operation",
    params: ValidationParams,
    response: ValidationOperation,
    example: { params: { id: "vop_1" } },
  }),
  items: read({
    path: "/v1/my/validation_operations/{id}/items",
    summary: "List the results of a validation operation",
    params: ValidationParams,
    paginated: { size: limits.pageSizeDefault },
    response: ValidationItem,
    example: { params: { id: "vop_1" } },
  }),
} as const
