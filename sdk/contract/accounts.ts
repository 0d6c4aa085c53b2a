import { Account } from "./account.ts"
import { anyKey } from "./core/credentials.ts"
import { defineEndpoint } from "./core/endpoint.ts"
import { limits } from "./core/limits.ts"

/** The accounts that the caller reaches. */
export const accounts = {
  list: defineEndpoint({
    method: "GET",
    path: "/v1/my/accounts",
    summary: "List the accounts that the caller has access to",
    section: "Account, team, grants",
    auth: anyKey,
    recipients: "nobody",
    paginated: { size: limits.pageSizeAccounts },
    response: Account,
  }),
} as const
