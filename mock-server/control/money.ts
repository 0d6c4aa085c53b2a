import * as z from "zod"
import { Id } from "../../sdk/contract/core/shared.ts"
import { purchaseMoves } from "../domain/funding-purchases.ts"
import { checkoutMoves } from "../domain/subscription.ts"
import { defineControl } from "./control.ts"

/** `begin`: someone has begun to pay. */
const PurchaseMove = z.strictObject({ id: Id, move: z.enum(["begin", "pay", "fail", "expire"]) })
const CheckoutMove = z.strictObject({ purchase_id: Id, move: z.enum(["pay", "fail", "expire"]) })

export const purchaseControls = {
  move: defineControl(
    { method: "POST", path: "/purchases/{id}/{move}", params: PurchaseMove },
    ({ world }, { params: { id, move } }) => purchaseMoves[move](world, id),
  ),
}

export const checkoutControls = {
  move: defineControl(
    { method: "POST", path: "/checkouts/{purchase_id}/{move}", params: CheckoutMove },
    ({ world }, { params: { purchase_id, move } }) => checkoutMoves[move](world, purchase_id),
  ),
}
