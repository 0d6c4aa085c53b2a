/*
 * Endpoints, listed by `npm run generate`.
 * get: GET /v1/my/account
 * update: PATCH /v1/my/account
 * team: GET /v1/my/account/team
 * reach: GET /v1/my/account/reach
 */

import { planOf } from "../billing/billing-view.ts"
import type { HandlersFor } from "../handlers-for.ts"
import { accountView, teamView } from "./account-view.ts"
import { changeAccount } from "./change-account.ts"
import { measureReach } from "./reach.ts"

export const accountHandlers: HandlersFor<"account"> = {
  get: (world, caller) => accountView(world, caller, caller.account),

  update: (world, caller, { body }) => accountView(world, caller, changeAccount(world, caller.account, body)),

  team: (world, caller) => teamView(world, caller),

  reach: (world, { account }, { query }) =>
    measureReach(query.audience, account.standing, planOf(world, account), world.tables.plans.all()),
}
