import type { Team } from "../../../sdk/contract/account.ts"
import type { Caller } from "../../world/caller.ts"
import type { World } from "../../world/world.ts"
import { membershipView } from "../memberships.ts"
import { accessibleAccounts } from "./accessible-accounts.ts"
import { accountView } from "./account-view.ts"

/** An account's team as the caller may see it. Invitation tokens give access, so only team managers see them. */
export function teamView(world: World, caller: Caller): Team {
  const { memberships, invites } = world.tables
  const { account, role } = caller
  return {
    account: accountView(world, caller, account),
    memberships: [...memberships.in("account", account.id)].map(membershipView),
    invites: role === "member" ? [] : [...invites.in("account", account.id)],
    accessible_accounts: accessibleAccounts(world, caller).map((each) => accountView(world, caller, each)),
  }
}
