import * as z from "zod"
import { ownKey } from "./core/credentials.ts"
import { endpointsWith } from "./core/define-endpoints.ts"
import type * as models from "./core/models.gen.ts"
import { Id, openEnum } from "./core/shared.ts"

/** The purchase of a plan. Finished when `activated` is true; creating it or paying is no proof. Spec: States, Purchases. */
export const PlanCheckout = z.looseObject({
  /** The purchase, by which its status is asked for. */
  purchase_id: Id,
  /** How far it is; `active` once the plan is. */
  status: openEnum(["pending", "active", "failed", "expired"]),
  /** True once the requested plan is active. */
  activated: z.boolean(),
  /** The plan that was asked for. */
  plan_name: z.string(),
  /** Where a person pays. */
  checkout_url: z.string().nullish(),
})
export interface PlanCheckout extends models.PlanCheckout {}

/** The plan to buy. */
export const PlanCheckoutCreate = z.strictObject({
  /** The plan's id. */
  plan_id: Id,
})
export interface PlanCheckoutCreate extends models.PlanCheckoutCreate {}

/** The checkout to look at. */
export const CheckoutStatusQuery = z.strictObject({
  /** The purchase that the checkout returned. */
  purchase_id: Id,
})
export interface CheckoutStatusQuery extends models.CheckoutStatusQuery {}

const { read, write } = endpointsWith({ section: "Billing", auth: ownKey, only: "admins" })

/** The account's plan. */
export const subscription = {
  checkout: write({
    method: "POST",
    path: "/v1/my/subscription/checkout",
    summary: "Start buying a plan, or return the checkout already started",
    recipients: "nobody",
    body: PlanCheckoutCreate,
    response: PlanCheckout,
    status: 201,
    replayStatus: 200,
    idempotency: "required",
    confirm: "paid",
    example: { idempotencyKey: "upgrade-2026-01", body: { plan_id: 2 } },
  }),
  checkoutStatus: read({
    path: "/v1/my/subscription/checkout_status",
    summary: "Reconcile a plan checkout and show its status",
    query: CheckoutStatusQuery,
    response: PlanCheckout,
    example: { query: { purchase_id: 1 } },
  }),
} as const
