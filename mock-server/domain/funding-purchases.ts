import { limits } from "../../sdk/contract/core/limits.ts"
import type { FundingPurchaseResult } from "../../sdk/contract/funding-purchases.ts"
import { invalid } from "../base/service-error.ts"
import { fundingPurchaseMachine } from "../machines/funding-purchases.ts"
import { type FundingPurchaseRow, isOpen } from "../store/tables/funding-purchases.ts"
import type { Task } from "../world/tasks.ts"
import type { World } from "../world/world.ts"
import { currency } from "./billing/billing-view.ts"
import { fundingOffer } from "./billing/prices.ts"
import { fundingView, purchaseView } from "./funding.ts"

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

function checkOrder({ amount_cents: amount, currency: wanted }: FundingOrder): void {
  const { minimum_cents, maximum_cents } = fundingOffer
  const errors: Record<string, string[]> = {}
  if (amount < minimum_cents) errors.amount_cents = [`must be at least ${minimum_cents}`]
  if (amount > maximum_cents) errors.amount_cents = [`must not be more than ${maximum_cents}`]
  if (wanted !== currency) errors.currency = [`must be ${currency}`]
  if (Object.keys(errors).length > 0) throw invalid("25.4", errors)
}

/** The transitions of a funding purchase without an endpoint. */
export const purchaseMoves = {
  /** The customer has started to pay. */
  begin: (world: World, id: number) => purchaseResult(world, movePurchase(world, id, "begin")),

  /** The payment has arrived: credits the account, once. */
  pay(world: World, id: number): FundingPurchaseResult {
    const { accounts, fundingPurchases } = world.tables
    if (fundingPurchases.known(id).status === "checkout_created") movePurchase(world, id, "begin")
    const credited = movePurchase(world, id, "credit")
    const account = accounts.get(credited.account_id)
    if (account !== undefined) {
      const funding_available_cents = account.funding_available_cents + credited.amount_cents
      accounts.change(world, account, { funding_available_cents })
    }
    return purchaseResult(world, credited)
  },

  fail: (world: World, id: number) => purchaseResult(world, movePurchase(world, id, "fail")),
  expire: (world: World, id: number) => purchaseResult(world, movePurchase(world, id, "expire")),
}

function movePurchase(world: World, id: number, event: "begin" | "credit" | "fail" | "expire"): FundingPurchaseRow {
  const { fundingPurchases } = world.tables
  const purchase = fundingPurchases.known(id)
  const credited = event === "credit" ? { credited_cents: purchase.amount_cents } : {}
  return fundingPurchases.move(world, purchase, event, credited)
}

/** 24 hours after the purchase was opened; a finished one stays unchanged. */
export const expirePurchase: Task = (world, id) => {
  const purchase = world.tables.fundingPurchases.get(id)
  if (purchase !== undefined && isOpen(purchase)) movePurchase(world, id, "expire")
}
