import type { AccountUpdate } from "../../../sdk/contract/account.ts"
import { invalid } from "../../base/service-error.ts"
import type { AccountRow } from "../../store/tables/accounts.ts"
import type { World } from "../../world/world.ts"
import { renameManagedAccount } from "../managed-accounts/provisioning.ts"

/** Updates an account; a blank name is a 422. */
export function changeAccount(world: World, account: AccountRow, { name, avatar, banner }: AccountUpdate): AccountRow {
  if (name?.trim() === "") throw invalid("19.1", { name: ["must not be blank"] })
  const changed = world.tables.accounts.change(world, account, {
    ...(name !== undefined && { name: name.trim() }),
    ...(avatar !== undefined && { avatar }),
    ...(banner !== undefined && { banner }),
  })
  renameManagedAccount(world, changed)
  return changed
}
