import type { FundingPurchaseResult } from "../../sdk/contract/funding-purchases.ts"
import { currency } from "../domain/billing/billing-view.ts"
import { openPurchase, purchaseResult } from "../domain/funding-purchases.ts"
import { replayByKey } from "../world/idempotency.ts"
import type { HandlersFor } from "./handlers-for.ts"

export const fundingPurchaseHandlers: HandlersFor<"fundingPurchases"> = {
  create(world, caller, { body, idempotencyKey }) {
    const order = { amount_cents: body.amount_cents, currency: body.currency?.toLowerCase() ?? currency }
    return replayByKey<FundingPurchaseResult>(world, caller, {
      endpoint: "fundingPurchases.create",
      rule: "25.4",
      key: idempotencyKey,
      payload: order,
      make: () => purchaseResult(world, openPurchase(world, caller.account.id, order)),
      again: ({ purchase }) => purchaseResult(world, world.tables.fundingPurchases.known(purchase.id)),
    })
  },

  get: (world, caller, { params }) => purchaseResult(world, world.tables.fundingPurchases.own(caller, params.id)),
}
