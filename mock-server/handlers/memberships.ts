import { changeRole, membershipView, removeMember } from "../domain/memberships.ts"
import type { HandlersFor } from "./handlers-for.ts"
import { mapPage } from "./pages.ts"

export const membershipHandlers: HandlersFor<"memberships"> = {
  list: (world, { account }, { page }) =>
    mapPage(world.tables.memberships.page("account", account.id, page), membershipView),

  update: (world, caller, { params, body }) => membershipView(changeRole(world, caller, params.id, body.role)),

  remove: (world, caller, { params }) => membershipView(removeMember(world, caller, params.id)),
}
