import { accessibleAccounts } from "../domain/accounts/accessible-accounts.ts"
import { accountView } from "../domain/accounts/account-view.ts"
import type { HandlersFor } from "./handlers-for.ts"
import { mapPage, pageOf } from "./pages.ts"

export const accountsHandlers: HandlersFor<"accounts"> = {
  list: (world, caller, { page }) =>
    mapPage(pageOf(accessibleAccounts(world, caller), page), (account) => accountView(world, caller, account)),
}
