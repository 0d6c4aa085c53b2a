/*
 * Endpoints, listed by `npm run generate`.
 * list: GET /v1/my/accounts
 */

import { accountView } from "../account/account-view.ts"
import type { HandlersFor } from "../handlers-for.ts"
import { mapPage, pageOf } from "../pages.ts"
import { accessibleAccounts } from "./accessible-accounts.ts"

export const accountsHandlers: HandlersFor<"accounts"> = {
  list: (world, caller, { page }) =>
    mapPage(pageOf(accessibleAccounts(world, caller), page), (account) => accountView(world, caller, account)),
}
