import { Invite } from "../../../sdk/contract/invites.ts"
import { inviteMachine } from "../../machines/invites.ts"
import { Collection } from "../collection.ts"
import type { RowOf } from "../row.ts"
import { statusOf } from "../row-schema.ts"

const invitesSchema = Invite.extend({ status: statusOf(inviteMachine) })
export interface InviteRow extends RowOf<typeof invitesSchema> {}

export const invitesTable = () =>
  new Collection<InviteRow, "account" | "pending", "token", typeof inviteMachine>({
    row: invitesSchema,
    name: "Invitation",
    timestamps: "both",
    machine: inviteMachine,
    groups: {
      account: (invite) => invite.account_id,
      pending: (invite) => (invite.status === "pending" ? invite.account_id : undefined),
    },
    unique: { token: (invite) => invite.token },
  })
