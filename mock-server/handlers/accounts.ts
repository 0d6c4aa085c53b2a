import type { accounts } from "../../sdk/contract/accounts.ts"
import { accessibleAccounts } from "../domain/accounts/accessible-accounts.ts"
import { accountView } from "../domain/accounts/account-view.ts"
import type { HandlersFor } from "./handlers-for.ts"

export const accountsHandlers: HandlersFor<typeof accounts> = {
  list(world, caller, { page: { number, size } }) {
    const all = accessibleAccounts(world, caller)
    const rows = all.slice((number - 1) * size, number * size).map((account) => accountView(world, caller, account))
    return { rows, total: all.length, fresh: true }
  },
}
