import * as z from "zod"
import { Id } from "../../sdk/contract/core/shared.ts"
import { movePurchase, purchaseMoves } from "../resources/funding-purchases/funding-purchases.ts"
import { managedAccountMoves } from "../resources/managed-accounts/provisioning.ts"
import { managementGrantMoves } from "../resources/management-grant/management-grant.ts"
import { checkoutMoves, moveCheckout } from "../resources/subscription/subscription.ts"
import type { World } from "../world/world.ts"
import { defineControl } from "./control.ts"

/** The call that makes a record take one of its transitions without an endpoint. */
export const transitionRoutes = <const P extends `/${string}/{id}/{move}`, M extends string, R>(
  path: P,
  moves: readonly M[],
  make: (world: World, id: number, move: M) => R,
) => ({
  move: defineControl(
    { method: "POST", path, params: z.strictObject({ id: Id, move: z.enum(moves) }) },
    ({ world }, { params: { id, move } }) => make(world, id, move),
  ),
})

const namesIn = <M extends string>(moves: Readonly<Record<M, unknown>>) => Object.keys(moves) as M[]

export const grantControls = transitionRoutes("/grants/{id}/{move}", namesIn(managementGrantMoves), (world, id, move) =>
  managementGrantMoves[move](world, id),
)
export const managedAccountControls = transitionRoutes(
  "/managed_accounts/{id}/{move}",
  namesIn(managedAccountMoves),
  (world, id, move) => managedAccountMoves[move](world, id),
)
export const purchaseControls = transitionRoutes("/purchases/{id}/{move}", purchaseMoves, movePurchase)

const CheckoutMove = z.strictObject({ purchase_id: Id, move: z.enum(checkoutMoves) })

export const checkoutControls = {
  move: defineControl(
    { method: "POST", path: "/checkouts/{purchase_id}/{move}", params: CheckoutMove },
    ({ world }, { params: { purchase_id, move } }) => moveCheckout(world, purchase_id, move),
  ),
}
