import type { Invite } from "../../../sdk/contract/invites.ts"
import type { StateOf } from "../../base/state-machine.ts"
import type { inviteMachine } from "../../machines/invites.ts"
import { Collection, type Fields } from "../collection.ts"

export type InviteRow = Fields<Invite> & { readonly status: StateOf<typeof inviteMachine> }

export const invitesTable = () =>
  new Collection<InviteRow, "account" | "pending", "token">({
    groups: {
      account: (invite) => invite.account_id,
      pending: (invite) => (invite.status === "pending" ? invite.account_id : undefined),
    },
    unique: { token: (invite) => invite.token },
  })
