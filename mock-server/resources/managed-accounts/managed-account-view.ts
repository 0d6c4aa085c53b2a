import type { ManagedAccount } from "../../../sdk/contract/managed-accounts.ts"
import type { ManagedAccountRow } from "./table.ts"

export const managedAccountView = (record: ManagedAccountRow): ManagedAccount => ({
  id: record.id,
  external_ref: record.external_ref,
  source: record.source,
  status: record.status,
  permission_set: record.permission_set,
  allowed_actions: allowedActions(record),
  managed_account: record.managed_account,
  owner: record.owner,
  invitation: record.invitation,
  created_at: record.created_at,
  updated_at: record.updated_at,
})

function allowedActions({ status, invitation }: ManagedAccountRow): string[] {
  if (status === "ended") return []
  const canInvite = status === "preparing" || (status === "awaiting_owner" && invitation.reissues_remaining > 0)
  return canInvite ? ["send_invitation", "release"] : ["release"]
}
