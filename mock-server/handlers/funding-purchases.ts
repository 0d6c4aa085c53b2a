import { limits } from "../../sdk/contract/core/limits.ts"
import type { FundingPurchaseResult, fundingPurchases } from "../../sdk/contract/funding-purchases.ts"
import { invalid, notFound } from "../base/service-error.ts"
import { currency } from "../domain/billing/billing-view.ts"
import { fundingOffer } from "../domain/billing/prices.ts"
import { fundingPurchaseMachine } from "../machines/funding-purchases.ts"
import { type FundingPurchaseRow, isOpen } from "../store/tables/funding-purchases.ts"
import { once } from "../world/idempotency.ts"
import type { Task } from "../world/tasks.ts"
import type { World } from "../world/world.ts"
import { fundingView, purchaseView } from "./funding.ts"
import type { HandlersFor } from "./handlers-for.ts"

export const fundingPurchaseHandlers: HandlersFor<typeof fundingPurchases> = {
  create(world, caller, { body, idempotencyKey }) {
    const { amount_cents } = body
    const wanted = body.currency?.toLowerCase() ?? currency
    return once<FundingPurchaseResult>(world, caller, {
      endpoint: "fundingPurchases.create",
      key: idempotencyKey,
      payload: { amount_cents, currency: wanted },
      make() {
        checkAmount(amount_cents, wanted)
        return shown(world, openPurchase(world, caller.account.id, amount_cents))
      },
      again: ({ purchase }) => shown(world, purchaseOf(world, purchase.id)),
    })
  },

  get(world, caller, { params }) {
    const purchase = purchaseOf(world, params.id)
    if (purchase.account_id !== caller.account.id) throw notFound("Funding purchase")
    return shown(world, purchase)
  },
}

function checkAmount(amount: number, wanted: string): void {
  const { minimum_cents, maximum_cents } = fundingOffer
  const errors: Record<string, string[]> = {}
  if (amount < minimum_cents) errors.amount_cents = [`must be at least ${minimum_cents}`]
  if (amount > maximum_cents) errors.amount_cents = [`must not be more than ${maximum_cents}`]
  if (wanted !== currency) errors.currency = [`must be ${currency}`]
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

function openPurchase(world: World, accountId: number, amount: number): FundingPurchaseRow {
  const { fundingPurchases } = world.tables
  const now = world.timestamp()
  const requested = fundingPurchases.insert({
    id: fundingPurchases.nextId(),
    account_id: accountId,
    status: fundingPurchaseMachine.initial,
    currency,
    amount_cents: amount,
    credited_cents: 0,
    expires_at: world.timestampIn(limits.purchaseLifetime),
    created_at: now,
    updated_at: now,
  })
  world.timers.schedule(world.now() + limits.purchaseLifetime, "purchase.expire", requested.id)
  return fundingPurchases.move(requested, fundingPurchaseMachine, "open")
}

function purchaseOf(world: World, id: number): FundingPurchaseRow {
  const purchase = world.tables.fundingPurchases.get(id)
  if (purchase === undefined) throw notFound("Funding purchase")
  return purchase
}

const shown = (world: World, purchase: FundingPurchaseRow): FundingPurchaseResult => ({
  purchase: purchaseView(world, purchase),
  funding: fundingView(world, purchase.account_id),
})

/** The steps of a funding purchase that have no endpoint. */
export const purchaseMoves = {
  /** Someone has begun to pay. */
  begin: (world: World, id: number) => shown(world, movePurchase(world, id, "begin")),

  /** The payment has arrived: credits the account, once. */
  pay(world: World, id: number): FundingPurchaseResult {
    const { accounts } = world.tables
    if (purchaseOf(world, id).status === "checkout_created") movePurchase(world, id, "begin")
    const credited = movePurchase(world, id, "credit")
    const account = accounts.get(credited.account_id)
    if (account !== undefined) {
      const funding_available_cents = account.funding_available_cents + credited.amount_cents
      accounts.update(account, { funding_available_cents, updated_at: world.timestamp() })
    }
    return shown(world, credited)
  },

  fail: (world: World, id: number) => shown(world, movePurchase(world, id, "fail")),
  expire: (world: World, id: number) => shown(world, movePurchase(world, id, "expire")),
}

function movePurchase(world: World, id: number, event: "begin" | "credit" | "fail" | "expire"): FundingPurchaseRow {
  const purchase = purchaseOf(world, id)
  const credited = event === "credit" ? { credited_cents: purchase.amount_cents } : {}
  return world.tables.fundingPurchases.move(purchase, fundingPurchaseMachine, event, {
    ...credited,
    updated_at: world.timestamp(),
  })
}

/** 24 hours after the purchase began; one that has ended by then stays as it is. */
export const expirePurchase: Task = (world, id) => {
  const purchase = world.tables.fundingPurchases.get(id)
  if (purchase !== undefined && isOpen(purchase)) movePurchase(world, id, "expire")
  return undefined
}
