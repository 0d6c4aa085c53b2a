import type { Handlers } from "../handlers.ts"
import { accountHandlers } from "./account.ts"
import { accountsHandlers } from "./accounts.ts"
import { affiliateHandlers } from "./affiliate.ts"
import { authHandlers } from "./auth.ts"
import { contactHandlers } from "./contacts.ts"
import { impersonationHandlers } from "./impersonation.ts"
import { importHandlers } from "./imports.ts"
import { inviteHandlers } from "./invites.ts"
import { listHandlers } from "./lists.ts"
import { managedAccountHandlers } from "./managed-accounts.ts"
import { managementGrantHandlers } from "./management-grant.ts"
import { membershipHandlers } from "./memberships.ts"
import { oauthHandlers } from "./oauth.ts"
import { userHandlers } from "./user.ts"

/** A handler for every endpoint of the contract. */
export const handlers: Partial<Handlers> = {
  auth: authHandlers,
  oauth: oauthHandlers,
  user: userHandlers,
  impersonation: impersonationHandlers,
  account: accountHandlers,
  accounts: accountsHandlers,
  managementGrant: managementGrantHandlers,
  memberships: membershipHandlers,
  invites: inviteHandlers,
  affiliate: affiliateHandlers,
  managedAccounts: managedAccountHandlers,
  contacts: contactHandlers,
  lists: listHandlers,
  imports: importHandlers,
}
