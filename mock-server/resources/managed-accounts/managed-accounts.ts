/*
 * Endpoints, listed by `npm run generate`.
 * list: GET /v1/my/managed_accounts
 * create: POST /v1/my/managed_accounts
 */

import { mailboxKey } from "../../../sdk/contract/core/mailbox.ts"
import { OncePerKey } from "../../world/idempotency.ts"
import type { HandlersFor } from "../handlers-for.ts"
import { mapPage, pageOf } from "../pages.ts"
import { findManagedAccounts } from "./managed-account-search.ts"
import { managedAccountView } from "./managed-account-view.ts"
import { provision, readClient } from "./new-managed-account.ts"

export const managedAccountHandlers: HandlersFor<"managedAccounts"> = {
  list(world, caller, { query, page }) {
    const matching = findManagedAccounts(world.tables.managedAccounts, caller.account.id, query)
    return mapPage(pageOf(matching, page), managedAccountView)
  },

  create(world, caller, { body }) {
    const client = readClient(body.managed_account)
    return new OncePerKey({
      rule: "21.4",
      payload: { ...client, owner_email: mailboxKey(client.owner_email) },
      make: () => managedAccountView(provision(world, caller, client)),
      again: ({ id }) => managedAccountView(world.tables.managedAccounts.known(id)),
      conflict: ({ id }) => ({ provisioningId: id }),
    })
  },
}
