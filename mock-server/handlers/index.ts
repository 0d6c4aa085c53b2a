import type { Handlers } from "../handlers.ts"
import { inviteHandlers } from "./invites.ts"
import { membershipHandlers } from "./memberships.ts"

/** A handler for every endpoint of the contract. */
export const handlers: Partial<Handlers> = {
  memberships: membershipHandlers,
  invites: inviteHandlers,
}
