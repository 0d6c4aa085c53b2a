import type { Membership, MembershipRole, memberships } from "../../sdk/contract/memberships.ts"
import { invalid, notFound } from "../base/service-error.ts"
import { viewOf } from "../base/view.ts"
import type { MembershipRow } from "../store/tables/memberships.ts"
import type { UserRow } from "../store/tables/users.ts"
import type { Caller } from "../world/caller.ts"
import type { World } from "../world/world.ts"
import type { HandlersFor } from "./handlers-for.ts"

export const membershipHandlers: HandlersFor<typeof memberships> = {
  list(world, caller, { page }) {
    const { rows, total } = world.tables.memberships.page("account", caller.account.id, page)
    return { rows: rows.map(membershipView), total }
  },

  update(world, caller, { params, body }) {
    const membership = changeable(world, caller, params.id)
    return membershipView(
      world.tables.memberships.update(membership, { role: body.role, updated_at: world.timestamp() }),
    )
  },

  remove: (world, caller, { params }) =>
    membershipView(world.tables.memberships.remove(changeable(world, caller, params.id))),
}

/** A membership as it is shown within its account. */
export const membershipView = viewOf(({ account_id, ...shown }: MembershipRow): Membership => shown)

/** A membership of the caller's account that may be changed: not the owner's. */
function changeable(world: World, caller: Caller, id: number): MembershipRow {
  const membership = world.tables.memberships.get(id)
  if (membership === undefined || membership.account_id !== caller.account.id) throw notFound("Membership")
  if (membership.role === "owner") throw invalid({ role: ["of the owner cannot be changed or removed"] })
  return membership
}

/** A person's name in one piece; their address where no name is known. */
export const fullName = ({ first_name, last_name, email }: UserRow) => `${first_name} ${last_name}`.trim() || email

/** Puts a person on an account's team; someone who is on it already keeps their role. */
export function joinAccount(world: World, accountId: number, userId: number, role: MembershipRole | "owner"): void {
  const { memberships, users } = world.tables
  const user = users.get(userId)
  if (user === undefined || memberships.find("place", `${accountId}/${userId}`) !== undefined) return
  const now = world.timestamp()
  memberships.insert({
    id: memberships.nextId(),
    account_id: accountId,
    role,
    user_id: userId,
    email: user.email,
    name: fullName(user),
    created_at: now,
    updated_at: now,
  })
}
