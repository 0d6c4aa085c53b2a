import type { Caller } from "../../world/caller.ts"
import type { World } from "../../world/world.ts"
import type { AccountRow } from "../account/table.ts"
import type { UserRow } from "../user/table.ts"

export const accountsOf = ({ tables }: World, { id }: UserRow): AccountRow[] =>
  [...tables.memberships.in("user", id)]
    .flatMap(({ account_id }) => tables.accounts.get(account_id) ?? [])
    .sort((a, b) => a.id - b.id)

export function accessibleAccounts(world: World, { kind, account, user }: Caller): AccountRow[] {
  return kind === "jwt" || kind === "session_cookie" ? accountsOf(world, user) : [account]
}
