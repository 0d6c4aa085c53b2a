import { acceptOwnInvite, invite, revokeInvite } from "../domain/invites.ts"
import type { HandlersFor } from "./handlers-for.ts"

export const inviteHandlers: HandlersFor<"invites"> = {
  list: (world, { account }, { page }) => world.tables.invites.page("account", account.id, page),
  create: (world, caller, { body }) => invite(world, caller, body),
  revoke: (world, caller, { params }) => revokeInvite(world, caller, params.id),
  accept: (world, caller, { params }) => acceptOwnInvite(world, caller, params.id),
}
