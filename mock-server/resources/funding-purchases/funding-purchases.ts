/*
 * Endpoints, listed by `npm run generate`.
 * create: POST /v1/my/billing/funding/purchases
 * get: GET /v1/my/billing/funding/purchases/{id}
 */

import { limits } from "../../../sdk/contract/core/limits.ts"
import type { FundingPurchaseResult } from "../../../sdk/contract/funding-purchases.ts"
import { invalid } from "../../base/service-error.ts"
import { OncePerKey } from "../../world/idempotency.ts"
import type { Task, World } from "../../world/world.ts"
import { currency } from "../billing/billing-view.ts"
import { fundingOffer } from "../billing/prices.ts"
import { fundingView, purchaseView } from "../funding/funding.ts"
import type { HandlersFor } from "../handlers-for.ts"
import { fundingPurchaseMachine } from "./machine.ts"
import { type FundingPurchaseRow, isOpen } from "./table.ts"

export const purchaseResult = (world: World, purchase: FundingPurchaseRow): FundingPurchaseResult => ({
  purchase: purchaseView(world, purchase),
  funding: fundingView(world, purchase.account_id),
})

export interface FundingOrder {
  readonly amount_cents: number
  /** In lower case. */
  readonly currency: string
}

/** Opens a purchase that can be paid for 24 hours; 422 when the amount or currency is not offered. */
export function openPurchase(world: World, accountId: number, order: FundingOrder): FundingPurchaseRow {
  checkOrder(order)
  const { fundingPurchases } = world.tables
  const requested = fundingPurchases.add(world, {
    account_id: accountId,
    status: fundingPurchaseMachine.initial,
    currency,
    amount_cents: order.amount_cents,
    credited_cents: 0,
    expires_at: world.timestampIn(limits.purchaseLifetime),
  })
  world.timers.schedule(world.now() + limits.purchaseLifetime, "purchase.expire", requested.id)
  return fundingPurchases.move(world, requested, "open")
}

function checkOrder({ amount_cents: amount, currency: orderCurrency }: FundingOrder): void {
  const { minimum_cents, maximum_cents } = fundingOffer
  const errors: Record<string, string[]> = {}
  if (amount < minimum_cents) errors.amount_cents = [`must be at least ${minimum_cents}`]
  if (amount > maximum_cents) errors.amount_cents = [`must not be more than ${maximum_cents}`]
  if (orderCurrency !== currency) errors.currency = [`must be ${currency}`]
  if (Object.keys(errors).length > 0) throw invalid("25.4", errors)
}

/** The transitions of a funding purchase without an endpoint: begun by the customer, paid, failed, expired. */
export const purchaseMoves = ["begin", "pay", "fail", "expire"] as const

/** A payment credits the account, once. */
export function movePurchase(world: World, id: number, move: (typeof purchaseMoves)[number]): FundingPurchaseResult {
  const { accounts, fundingPurchases } = world.tables
  const purchase = fundingPurchases.known(id)
  if (move !== "pay") return purchaseResult(world, fundingPurchases.move(world, purchase, move))
  const begun = purchase.status === "checkout_created" ? fundingPurchases.move(world, purchase, "begin") : purchase
  const credited = fundingPurchases.move(world, begun, "credit", { credited_cents: purchase.amount_cents })
  const account = accounts.get(credited.account_id)
  if (account !== undefined) {
    const funding_available_cents = account.funding_available_cents + credited.amount_cents
    accounts.change(world, account, { funding_available_cents })
  }
  return purchaseResult(world, credited)
}

/** 24 hours after the purchase was opened; a finished one stays unchanged. */
export const expirePurchase: Task = (world, id) => {
  const purchase = world.tables.fundingPurchases.get(id)
  if (purchase !== undefined && isOpen(purchase)) movePurchase(world, id, "expire")
}

export const fundingPurchaseHandlers: HandlersFor<"fundingPurchases"> = {
  create(world, caller, { body }) {
    const order = { amount_cents: body.amount_cents, currency: body.currency?.toLowerCase() ?? currency }
    return new OncePerKey<FundingPurchaseResult>({
      rule: "25.4",
      payload: order,
      make: () => purchaseResult(world, openPurchase(world, caller.account.id, order)),
      again: ({ purchase }) => purchaseResult(world, world.tables.fundingPurchases.known(purchase.id)),
    })
  },

  get: (world, caller, { params }) => purchaseResult(world, world.tables.fundingPurchases.own(caller, params.id)),
}
