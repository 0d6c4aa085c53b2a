/*
 * Endpoints, listed by `npm run generate`.
 * checkout: POST /v1/my/subscription/checkout
 * checkoutStatus: GET /v1/my/subscription/checkout_status
 */

import { limits } from "../../../sdk/contract/core/limits.ts"
import type { PlanCheckout } from "../../../sdk/contract/subscription.ts"
import { conflict, notFound } from "../../base/service-error.ts"
import { OncePerKey } from "../../world/idempotency.ts"
import type { Task, World } from "../../world/world.ts"
import { resumeWaitingCampaigns } from "../campaigns/sending.ts"
import type { HandlersFor } from "../handlers-for.ts"
import { planCheckoutMachine } from "./machine.ts"
import type { PlanCheckoutRow } from "./table.ts"

/** Opens the purchase of a plan, which can be paid for 24 hours. Only one can be pending: another is a 409. */
export function openCheckout(world: World, accountId: number, planId: number): PlanCheckoutRow {
  const { planCheckouts, plans } = world.tables
  if (!plans.get(planId)?.active) throw notFound("25.2", "Plan")
  if (planCheckouts.count("pending", accountId) > 0) throw conflict("25.2", "Another plan checkout is pending")
  const checkout = planCheckouts.add(world, {
    account_id: accountId,
    plan_id: planId,
    status: planCheckoutMachine.initial,
  })
  world.timers.schedule(world.now() + limits.purchaseLifetime, "checkout.expire", checkout.id)
  return checkout
}

/** A checkout as it is shown; the payment address is present while it can be paid. */
export const checkoutView = (world: World, { id, status, plan_id }: PlanCheckoutRow): PlanCheckout => ({
  purchase_id: id,
  status,
  activated: status === "active",
  plan_name: world.tables.plans.get(plan_id)?.name ?? "",
  checkout_url: status === "pending" ? `${world.baseUrl()}/billing/checkouts/${id}` : null,
})

/** The transitions of a plan checkout without an endpoint: paid, failed, expired. */
export const checkoutMoves = ["pay", "fail", "expire"] as const

export function moveCheckout(world: World, id: number, move: (typeof checkoutMoves)[number]): PlanCheckout {
  const { accounts, planCheckouts } = world.tables
  const moved = planCheckouts.move(world, planCheckouts.known(id), move)
  if (move === "pay") {
    accounts.change(world, accounts.known(moved.account_id), { plan_id: moved.plan_id })
    resumeWaitingCampaigns(world, moved.account_id)
  }
  return checkoutView(world, moved)
}

/** 24 hours after the checkout was opened; a finished one stays unchanged. */
export const expireCheckout: Task = (world, id) => {
  if (world.tables.planCheckouts.get(id)?.status === "pending") moveCheckout(world, id, "expire")
}

export const subscriptionHandlers: HandlersFor<"subscription"> = {
  checkout: (world, caller, { body }) =>
    new OncePerKey<PlanCheckout>({
      rule: "25.1",
      payload: body,
      make: () => checkoutView(world, openCheckout(world, caller.account.id, body.plan_id)),
      again: ({ purchase_id }) => checkoutView(world, world.tables.planCheckouts.known(purchase_id)),
    }),

  checkoutStatus: (world, caller, { query }) =>
    checkoutView(world, world.tables.planCheckouts.own(caller, query.purchase_id)),
}
