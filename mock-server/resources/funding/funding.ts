/*
 * Endpoints, listed by `npm run generate`.
 * get: GET /v1/my/billing/funding
 */

import type { Funding, FundingPurchase } from "../../../sdk/contract/funding.ts"
import type { World } from "../../world/world.ts"
import { currency } from "../billing/billing-view.ts"
import { fundingOffer } from "../billing/prices.ts"
import { type FundingPurchaseRow, isOpen } from "../funding-purchases/table.ts"
import type { HandlersFor } from "../handlers-for.ts"

export function fundingView(world: World, accountId: number): Funding {
  const { accounts, fundingPurchases } = world.tables
  const account = accounts.get(accountId)
  const newest = fundingPurchases.get(fundingPurchases.ids("open", accountId).at(-1) ?? 0)
  return {
    currency,
    available_cents: account?.funding_available_cents ?? 0,
    reserved_cents: account?.funding_reserved_cents ?? 0,
    purchase: fundingOffer,
    pending_purchase: newest === undefined ? null : purchaseView(world, newest),
  }
}

/** A funding purchase as it is shown; the payment address is present while it can be paid. */
export function purchaseView(world: World, purchase: FundingPurchaseRow): FundingPurchase {
  const { account_id: _, created_at, updated_at, ...view } = purchase
  const checkout_url = isOpen(purchase) ? `${world.baseUrl()}/billing/funding/${purchase.id}` : null
  return { ...view, checkout_url, created_at, updated_at }
}

export const fundingHandlers: HandlersFor<"funding"> = {
  get: (world, { account }) => fundingView(world, account.id),
}
