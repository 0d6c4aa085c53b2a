import type { Handlers } from "../handlers.ts"
import { contactHandlers } from "./contacts.ts"
import { inviteHandlers } from "./invites.ts"
import { listHandlers } from "./lists.ts"
import { membershipHandlers } from "./memberships.ts"

/** A handler for every endpoint of the contract. */
export const handlers: Partial<Handlers> = {
  memberships: membershipHandlers,
  invites: inviteHandlers,
  contacts: contactHandlers,
  lists: listHandlers,
}
