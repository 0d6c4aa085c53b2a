/*
 * Endpoints, listed by `npm run generate`.
 * list: GET /v1/my/account/memberships
 * update: PATCH /v1/my/account/memberships/{id}
 * remove: DELETE /v1/my/account/memberships/{id}
 */

import type { Membership, MembershipRole } from "../../../sdk/contract/memberships.ts"
import { invalid } from "../../base/service-error.ts"
import type { Caller } from "../../world/caller.ts"
import type { World } from "../../world/world.ts"
import type { HandlersFor } from "../handlers-for.ts"
import { mapPage } from "../pages.ts"
import { fullName } from "../user/user.ts"
import type { MembershipRow } from "./table.ts"

export const membershipView = ({ account_id, ...view }: MembershipRow): Membership => view

/** Adds a person to an account's team; the owner always gets the role owner. An existing member keeps their role. */
export function joinAccount(world: World, accountId: number, userId: number, role: MembershipRole = "member"): void {
  const { memberships, users, accounts } = world.tables
  const user = users.get(userId)
  if (user === undefined || memberships.find("user_id", `${accountId}/${userId}`) !== undefined) return
  memberships.add(world, {
    account_id: accountId,
    role: accounts.get(accountId)?.owner_id === userId ? "owner" : role,
    user_id: userId,
    email: user.email,
    name: fullName(user),
  })
}

export const changeRole = (world: World, caller: Caller, id: number, role: MembershipRole): MembershipRow =>
  world.tables.memberships.change(world, changeable(world, caller, id), { role })

export const removeMember = (world: World, caller: Caller, id: number): MembershipRow =>
  world.tables.memberships.remove(changeable(world, caller, id))

function changeable(world: World, caller: Caller, id: number): MembershipRow {
  const membership = world.tables.memberships.own(caller, id)
  if (membership.role === "owner") throw invalid("19.5", { role: ["of the owner cannot be changed or removed"] })
  return membership
}

export const membershipHandlers: HandlersFor<"memberships"> = {
  list: (world, { account }, { page }) =>
    mapPage(world.tables.memberships.page("account", account.id, page), membershipView),

  update: (world, caller, { params, body }) => membershipView(changeRole(world, caller, params.id, body.role)),

  remove: (world, caller, { params }) => membershipView(removeMember(world, caller, params.id)),
}
