import { confirmGrant, grantView, ownGrant, revokeGrant } from "../domain/management-grant.ts"
import type { HandlersFor } from "./handlers-for.ts"

export const managementGrantHandlers: HandlersFor<"managementGrant"> = {
  get: (world, caller) => grantView(world, ownGrant(world, caller)),

  confirm: (world, caller, { body }) => grantView(world, confirmGrant(world, caller, body.management_grant_id)),

  revoke: (world, caller, { body }) => grantView(world, revokeGrant(world, caller, body.management_grant_id)),
}
