import type { AccountRow } from "../../store/tables/accounts.ts"
import type { UserRow } from "../../store/tables/users.ts"
import type { Caller } from "../../world/caller.ts"
import type { World } from "../../world/world.ts"

/** The accounts whose teams include a person, by ascending id. */
export function accountsOf(world: World, { id }: UserRow): AccountRow[] {
  const accounts: AccountRow[] = []
  for (const { account_id } of world.tables.memberships.in("user", id)) {
    const account = world.tables.accounts.get(account_id)
    if (account !== undefined) accounts.push(account)
  }
  return accounts.sort((a, b) => a.id - b.id)
}

/** The accounts that a caller can access: all accounts of a person, or the one account of a key. */
export function accessibleAccounts(world: World, { kind, account, user }: Caller): AccountRow[] {
  return kind === "jwt" || kind === "session_cookie" ? accountsOf(world, user) : [account]
}
