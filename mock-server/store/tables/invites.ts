import { Invite } from "../../../sdk/contract/invites.ts"
import type { StateOf } from "../../base/state-machine.ts"
import { inviteMachine } from "../../machines/invites.ts"
import { Collection } from "../collection.ts"
import type { Fields } from "../row.ts"
import { statusOf } from "../row-schema.ts"

export type InviteRow = Fields<Invite> & { readonly status: StateOf<typeof inviteMachine> }

const invitesSchema = Invite.extend({ status: statusOf(inviteMachine) })

export const invitesTable = () =>
  new Collection<InviteRow, "account" | "pending", "token", typeof inviteMachine>({
    row: invitesSchema,
    name: "Invitation",
    stamps: "both",
    machine: inviteMachine,
    groups: {
      account: (invite) => invite.account_id,
      pending: (invite) => (invite.status === "pending" ? invite.account_id : undefined),
    },
    unique: { token: (invite) => invite.token },
  })
