import * as z from "zod"
import { Id } from "../../sdk/contract/core/shared.ts"
import { managedAccountMoves } from "../domain/managed-accounts/provisioning.ts"
import { managementGrantMoves } from "../domain/management-grant.ts"
import { defineControl } from "./control.ts"

const GrantMove = z.strictObject({ id: Id, move: z.enum(["consent", "activate_payment", "release"]) })
const ManagedAccountMove = z.strictObject({
  id: Id,
  move: z.enum(["send_invitation", "claim", "pay", "payment_failed", "release"]),
})

export const grantControls = {
  move: defineControl({ method: "POST", path: "/grants/{id}/{move}", params: GrantMove }, ({ world }, { params }) =>
    managementGrantMoves[params.move](world, params.id),
  ),
}

export const managedAccountControls = {
  move: defineControl(
    { method: "POST", path: "/managed_accounts/{id}/{move}", params: ManagedAccountMove },
    ({ world }, { params }) => managedAccountMoves[params.move](world, params.id),
  ),
}
