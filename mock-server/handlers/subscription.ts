import { limits } from "../../sdk/contract/core/limits.ts"
import type { PlanCheckout, subscription } from "../../sdk/contract/subscription.ts"
import { conflict, notFound } from "../base/service-error.ts"
import { planCheckoutMachine } from "../machines/subscription.ts"
import type { PlanCheckoutRow } from "../store/tables/subscription.ts"
import { once } from "../world/idempotency.ts"
import type { Task } from "../world/tasks.ts"
import type { World } from "../world/world.ts"
import type { HandlersFor } from "./handlers-for.ts"

export const subscriptionHandlers: HandlersFor<typeof subscription> = {
  checkout: (world, caller, { body, idempotencyKey }) =>
    once<PlanCheckout>(world, caller, {
      endpoint: "subscription.checkout",
      key: idempotencyKey,
      payload: body,
      make: () => shown(world, openCheckout(world, caller.account.id, body.plan_id)),
      again: ({ purchase_id }) => shown(world, checkoutOf(world, purchase_id)),
    }),

  checkoutStatus(world, caller, { query }) {
    const checkout = checkoutOf(world, query.purchase_id)
    if (checkout.account_id !== caller.account.id) throw notFound("Checkout")
    return shown(world, checkout)
  },
}

function openCheckout(world: World, accountId: number, planId: number): PlanCheckoutRow {
  const { planCheckouts, plans } = world.tables
  if (!plans.get(planId)?.active) throw notFound("Plan")
  if (planCheckouts.count("pending", accountId) > 0) throw conflict("Another plan checkout is pending")
  const now = world.timestamp()
  const checkout = planCheckouts.insert({
    id: planCheckouts.nextId(),
    account_id: accountId,
    plan_id: planId,
    status: planCheckoutMachine.initial,
    created_at: now,
    updated_at: now,
  })
  world.timers.schedule(world.now() + limits.purchaseLifetime, "checkout.expire", checkout.id)
  return checkout
}

function checkoutOf(world: World, id: number): PlanCheckoutRow {
  const checkout = world.tables.planCheckouts.get(id)
  if (checkout === undefined) throw notFound("Checkout")
  return checkout
}

const shown = (world: World, { id, status, plan_id }: PlanCheckoutRow): PlanCheckout => ({
  purchase_id: id,
  status,
  activated: status === "active",
  plan_name: world.tables.plans.get(plan_id)?.name ?? "",
  checkout_url: status === "pending" ? `${world.baseUrl()}/billing/checkouts/${id}` : null,
})

/** The steps of a plan checkout that have no endpoint: someone pays, the payment fails, the time runs out. */
export const checkoutMoves = {
  pay(world: World, id: number): PlanCheckout {
    const paid = moveCheckout(world, id, "pay")
    const account = world.tables.accounts.get(paid.account_id)
    if (account !== undefined) {
      world.tables.accounts.update(account, { plan_id: paid.plan_id, updated_at: world.timestamp() })
    }
    return shown(world, paid)
  },
  fail: (world: World, id: number) => shown(world, moveCheckout(world, id, "fail")),
  expire: (world: World, id: number) => shown(world, moveCheckout(world, id, "expire")),
}

const moveCheckout = (world: World, id: number, event: keyof typeof checkoutMoves) =>
  world.tables.planCheckouts.move(checkoutOf(world, id), planCheckoutMachine, event, { updated_at: world.timestamp() })

/** 24 hours after the checkout began; one that has ended by then stays as it is. */
export const expireCheckout: Task = (world, id) => {
  if (world.tables.planCheckouts.get(id)?.status === "pending") moveCheckout(world, id, "expire")
  return undefined
}
