import * as z from "zod"
import { Id } from "../../sdk/contract/core/shared.ts"
import { purchaseMoves } from "../domain/funding-purchases.ts"
import { managedAccountMoves } from "../domain/managed-accounts/provisioning.ts"
import { managementGrantMoves } from "../domain/management-grant.ts"
import { checkoutMoves } from "../domain/subscription.ts"
import type { World } from "../world/world.ts"
import { defineControl } from "./control.ts"

type Moves<M extends string, R> = Readonly<Record<M, (world: World, id: number) => R>>

const namesOf = <M extends string>(moves: Moves<M, unknown>) => z.enum(Object.keys(moves) as M[])

/** The call that makes a record take one of its transitions without an endpoint. */
const movesAt = <const P extends `/${string}/{id}/{move}`, M extends string, R>(path: P, moves: Moves<M, R>) => ({
  move: defineControl(
    { method: "POST", path, params: z.strictObject({ id: Id, move: namesOf(moves) }) },
    ({ world }, { params: { id, move } }) => moves[move](world, id),
  ),
})

export const grantControls = movesAt("/grants/{id}/{move}", managementGrantMoves)
export const managedAccountControls = movesAt("/managed_accounts/{id}/{move}", managedAccountMoves)
export const purchaseControls = movesAt("/purchases/{id}/{move}", purchaseMoves)

const CheckoutMove = z.strictObject({ purchase_id: Id, move: namesOf(checkoutMoves) })

export const checkoutControls = {
  move: defineControl(
    { method: "POST", path: "/checkouts/{purchase_id}/{move}", params: CheckoutMove },
    ({ world }, { params: { purchase_id, move } }) => checkoutMoves[move](world, purchase_id),
  ),
}
