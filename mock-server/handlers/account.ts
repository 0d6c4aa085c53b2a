import { accountView, teamView } from "../domain/accounts/account-view.ts"
import { changeAccount } from "../domain/accounts/change-account.ts"
import { measureReach } from "../domain/accounts/reach.ts"
import { planOf } from "../domain/billing/billing-view.ts"
import type { HandlersFor } from "./handlers-for.ts"

export const accountHandlers: HandlersFor<"account"> = {
  get: (world, caller) => accountView(world, caller, caller.account),

  update: (world, caller, { body }) => accountView(world, caller, changeAccount(world, caller.account, body)),

  team: (world, caller) => teamView(world, caller),

  reach: (world, { account }, { query }) =>
    measureReach(query.audience, account.standing, planOf(world, account), world.tables.plans.all()),
}
