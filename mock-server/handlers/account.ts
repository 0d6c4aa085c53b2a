import type { account } from "../../sdk/contract/account.ts"
import { invalid } from "../base/service-error.ts"
import { accessibleAccounts } from "../domain/accounts/accessible-accounts.ts"
import { accountView } from "../domain/accounts/account-view.ts"
import { measureReach } from "../domain/accounts/reach.ts"
import { planOf } from "../domain/billing/billing-view.ts"
import { renameManagedAccount } from "../domain/managed-accounts/provisioning.ts"
import { fresh, type HandlersFor } from "./handlers-for.ts"
import { membershipView } from "./memberships.ts"

export const accountHandlers: HandlersFor<typeof account> = {
  get: (world, caller) => fresh(accountView(world, caller, caller.account)),

  update(world, caller, { body: { name, avatar, banner } }) {
    if (name?.trim() === "") throw invalid({ name: ["must not be blank"] })
    const changed = world.tables.accounts.update(caller.account, {
      ...(name !== undefined && { name: name.trim() }),
      ...(avatar !== undefined && { avatar }),
      ...(banner !== undefined && { banner }),
      updated_at: world.timestamp(),
    })
    renameManagedAccount(world, changed)
    return fresh(accountView(world, caller, changed))
  },

  team(world, caller) {
    const { memberships, invites } = world.tables
    const { id } = caller.account
    return fresh({
      account: accountView(world, caller, caller.account),
      memberships: [...memberships.in("account", id)].map(membershipView),
      // Their tokens let people in, so they are for those who manage the team.
      invites: caller.role === "member" ? [] : [...invites.in("account", id)],
      accessible_accounts: accessibleAccounts(world, caller).map((each) => accountView(world, caller, each)),
    })
  },

  reach: (world, { account }, { query }) =>
    measureReach(query.audience, account.standing, planOf(world, account), world.tables.plans.all()),
}
