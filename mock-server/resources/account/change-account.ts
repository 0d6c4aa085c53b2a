import type { AccountUpdate } from "../../../sdk/contract/account.ts"
import { definedFields } from "../../base/defined-fields.ts"
import { invalid } from "../../base/service-error.ts"
import type { World } from "../../world/world.ts"
import { renameManagedAccount } from "../managed-accounts/provisioning.ts"
import type { AccountRow } from "./table.ts"

export function changeAccount(world: World, account: AccountRow, { name, avatar, banner }: AccountUpdate): AccountRow {
  if (name?.trim() === "") throw invalid("19.1", { name: ["must not be blank"] })
  const changed = world.tables.accounts.change(world, account, definedFields({ name: name?.trim(), avatar, banner }))
  renameManagedAccount(world, changed)
  return changed
}
