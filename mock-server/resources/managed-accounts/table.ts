import * as z from "zod"
import { limits } from "../../../sdk/contract/core/limits.ts"
import { mailboxKey } from "../../../sdk/contract/core/mailbox.ts"
import { Id, Timestamp } from "../../../sdk/contract/core/shared.ts"
import { ManagedAccount } from "../../../sdk/contract/managed-accounts.ts"
import { Collection } from "../../store/collection.ts"
import type { RowOf } from "../../store/row.ts"
import { statusOf } from "../../store/row-schema.ts"
import { provisioningMachine } from "./machine.ts"

/** A provisioning record with its internal fields. The manager's allowed actions follow from the other fields. */
const managedAccountsSchema = ManagedAccount.omit({ allowed_actions: true }).extend({
  status: statusOf(provisioningMachine),
  manager_account_id: Id,
  grant_id: Id,
  /** The token for claiming the owner's invitation. */
  invitation_token: z.string().nullable(),
  /** Payment reminders sent since payment was last due. */
  reminders_sent: z.int(),
  next_reminder_at: Timestamp.nullable(),
})
export interface ManagedAccountRow extends RowOf<typeof managedAccountsSchema> {}

/** The invitation before it is sent. */
export const newInvitation: ManagedAccountRow["invitation"] = {
  expired: false,
  expires_at: null,
  deadline_at: null,
  notice_sent_at: null,
  claimed_at: null,
  reissues_remaining: limits.provisioningInviteReissues,
}

/** One owner's records with one manager. */
export const ownerKey = (managerAccountId: number, email: string) => `${managerAccountId}/${mailboxKey(email)}`

export const managedAccountsTable = () =>
  new Collection<ManagedAccountRow, "manager" | "owner", "managed_account" | "grant_id", typeof provisioningMachine>({
    row: managedAccountsSchema,
    name: "Managed account",
    timestamps: "both",
    machine: provisioningMachine,
    groups: {
      manager: (record) => record.manager_account_id,
      owner: (record) => ownerKey(record.manager_account_id, record.owner.email),
    },
    unique: { managed_account: (record) => record.managed_account.id, grant_id: (record) => record.grant_id },
  })
