import * as z from "zod"
import { ownKey } from "./core/credentials.ts"
import { endpointsWith } from "./core/define-endpoints.ts"
import type * as models from "./core/models.gen.ts"
import { IdParams } from "./core/shared.ts"
import { Funding, FundingPurchase } from "./funding.ts"

/** A funding purchase, and the funding as it now stands. */
export const FundingPurchaseResult = z.looseObject({
  /** The purchase. */
  purchase: FundingPurchase,
  /** The funding as it now stands. */
  funding: Funding,
})
export interface FundingPurchaseResult extends models.FundingPurchaseResult {}

/** The amount to buy. */
export const FundingPurchaseCreate = z.strictObject({
  /** Between the minimum and maximum that the funding offers, in cents. */
  amount_cents: z.int().positive(),
  /** ISO 4217 code, in either case; the account's own when left out. */
  currency: z
    .string()
    .regex(/^[A-Za-z]{3}$/, "is not a currency code of three letters such as usd")
    .optional(),
})
export interface FundingPurchaseCreate extends models.FundingPurchaseCreate {}

const { read, write } = endpointsWith({ section: "Billing", auth: ownKey, only: "admins" })

/** Purchases of prepaid funding. */
export const fundingPurchases = {
  create: write({
    method: "POST",
    path: "/v1/my/billing/funding/purchases",
    summary: "Buy prepaid funding, or return the purchase already started",
    recipients: "nobody",
    body: FundingPurchaseCreate,
    response: FundingPurchaseResult,
    status: 201,
    replayStatus: 200,
    idempotency: "required",
    confirm: "paid",
    example: { idempotencyKey: "funding-2026-01", body: { amount_cents: 5000, currency: "usd" } },
  }),
  get: read({
    path: "/v1/my/billing/funding/purchases/{id}",
    summary: "Show a funding purchase",
    params: IdParams,
    response: FundingPurchaseResult,
    example: { params: { id: 1 } },
  }),
} as const
