import type { PlanCheckout } from "../../sdk/contract/subscription.ts"
import { checkoutView, openCheckout } from "../domain/subscription.ts"
import { replayByKey } from "../world/idempotency.ts"
import type { HandlersFor } from "./handlers-for.ts"

export const subscriptionHandlers: HandlersFor<"subscription"> = {
  checkout: (world, caller, { body, idempotencyKey }) =>
    replayByKey<PlanCheckout>(world, caller, {
      endpoint: "subscription.checkout",
      rule: "25.1",
      key: idempotencyKey,
      payload: body,
      make: () => checkoutView(world, openCheckout(world, caller.account.id, body.plan_id)),
      again: ({ purchase_id }) => checkoutView(world, world.tables.planCheckouts.known(purchase_id)),
    }),

  checkoutStatus: (world, caller, { query }) =>
    checkoutView(world, world.tables.planCheckouts.own(caller, query.purchase_id)),
}
