import type { Invite } from "../../sdk/contract/invites.ts"
import { Collection, type Fields } from "../collection.ts"
import type { StateOf } from "../machine.ts"
import type { inviteMachine } from "../machines/invites.ts"

export type InviteRow = Fields<Invite> & { readonly status: StateOf<typeof inviteMachine> }

export const invitesTable = () =>
  new Collection<InviteRow, "account", "token">({
    groups: { account: (invite) => invite.account_id },
    unique: { token: (invite) => invite.token },
  })
