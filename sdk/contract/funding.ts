import * as z from "zod"
import { ownKey } from "./core/credentials.ts"
import { defineEndpoint } from "./core/endpoint.ts"
import type * as models from "./core/models.gen.ts"
import { Id, openEnum, recordTimes, Timestamp } from "./core/shared.ts"

/** A purchase of prepaid funding. Finished when its status is `credited`. Spec: States, Purchases. */
export const FundingPurchase = z.looseObject({
  /** The purchase's id. */
  id: Id,
  /** How far it is; only `credited` is proof of payment. */
  status: openEnum(["requested", "checkout_created", "pending", "credited", "failed", "expired"]),
  /** ISO 4217 code in lower case, for example `usd`. */
  currency: z.string(),
  /** What is bought, in cents. */
  amount_cents: z.int(),
  /** What has arrived: 0 until the purchase is credited. */
  credited_cents: z.int(),
  /** Where a person pays. */
  checkout_url: z.string().nullish(),
  /** When it can no longer be paid. */
  expires_at: Timestamp.nullish(),
  ...recordTimes,
})
export interface FundingPurchase extends models.FundingPurchase {}

/** What can be bought. */
export const FundingOffer = z.looseObject({
  /** Whether funding can be bought now. */
  available: z.boolean(),
  /** The least that can be bought at once, in cents. */
  minimum_cents: z.int(),
  /** The most that can be bought at once, in cents. */
  maximum_cents: z.int(),
  /** Amounts to propose, in cents. */
  preset_cents: z.array(z.int()),
})
export interface FundingOffer extends models.FundingOffer {}

/** The account's prepaid funding. */
export const Funding = z.looseObject({
  /** ISO 4217 code in lower case, for example `usd`. */
  currency: z.string(),
  /** What can be spent, in cents. */
  available_cents: z.int(),
  /** Set aside for work in progress. */
  reserved_cents: z.int(),
  /** What can be bought. */
  purchase: FundingOffer,
  /** A purchase that is neither credited nor given up. */
  pending_purchase: FundingPurchase.nullish(),
})
export interface Funding extends models.Funding {}

/** Prepaid funding. */
export const funding = {
  get: defineEndpoint({
    method: "GET",
    path: "/v1/my/billing/funding",
    summary: "Show the prepaid funding and what can be bought",
    section: "Billing",
    auth: ownKey,
    only: "admins",
    recipients: "nobody",
    response: Funding,
  }),
} as const
