import { Invite } from "../../../sdk/contract/invites.ts"
import { Collection } from "../../store/collection.ts"
import type { RowOf } from "../../store/row.ts"
import { statusOf } from "../../store/row-schema.ts"
import { inviteMachine } from "./machine.ts"

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
