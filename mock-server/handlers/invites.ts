import type { invites } from "../../sdk/contract/invites.ts"
import { acceptInvite, invite, inviteByToken, revokeInvite } from "../domain/invites.ts"
import type { HandlersFor } from "./handlers-for.ts"

export const inviteHandlers: HandlersFor<typeof invites> = {
  list: (world, { account }, { page }) => world.tables.invites.page("account", account.id, page),
  create: (world, caller, { body }) => invite(world, caller, body),
  revoke: (world, caller, { params }) => revokeInvite(world, caller, params.id),
  accept: (world, { user }, { params }) => acceptInvite(world, inviteByToken(world, params.id), user.id),
}
