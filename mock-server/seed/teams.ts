import { acceptInvite, addInvite, requireOffTeam, requireUninvited } from "../resources/invites/invites.ts"
import { joinAccount } from "../resources/memberships/memberships.ts"
import type { World } from "../world/world.ts"
import { personWith, type SeededAccount } from "./accounts.ts"
import { at, problem } from "./fixture-problem.ts"

export function seedTeams(world: World, accounts: readonly SeededAccount[]): void {
  for (const account of accounts) seedMembers(world, account)
  for (const account of accounts) seedInvites(world, account)
}

function seedMembers(world: World, { path, id, ownerId, fixture }: SeededAccount): void {
  if (fixture.owner_joined ?? true) joinAccount(world, id, ownerId)
  for (const [index, { email, role = "member" }] of (fixture.members ?? []).entries()) {
    const user = personWith(world, email)
    if (world.tables.memberships.find("user_id", `${id}/${user.id}`) || user.id === ownerId) {
      throw problem(`${path}.members.${index}.email`, "is on the team already")
    }
    joinAccount(world, id, user.id, role)
  }
}

function seedInvites(world: World, { path, id, fixture }: SeededAccount): void {
  const { invites } = world.tables
  for (const [index, { email, role = "member", token, status = "pending" }] of (fixture.invites ?? []).entries()) {
    at(`${path}.invites.${index}`, () => {
      if (token !== undefined && invites.find("token", token)) throw problem("token", "is there twice")
      if (status === "pending") requireUninvited(world, id, email)
      const invite = addInvite(world, { account_id: id, email, role, token: token ?? world.random.hex(20) })
      if (status === "accepted") acceptInvite(world, invite, personWith(world, email).id)
      if (status === "revoked") invites.move(world, invite, "revoke", { revoked_at: world.timestamp() })
      if (status === "expired") invites.move(world, invite, "expire", { expires_at: world.timestamp() })
    })
  }
  for (const [index, { email, status = "pending" }] of (fixture.invites ?? []).entries()) {
    if (status === "pending") at(`${path}.invites.${index}`, () => requireOffTeam(world, id, email))
  }
}
