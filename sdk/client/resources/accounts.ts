import type { Account } from "../../contract/account.ts"
import type { PageQuery } from "../../contract/core/shared.ts"
import type { RequestOptions } from "../options.ts"
import type { PagePromise } from "../response/page.ts"
import { Resource } from "./resource.ts"

/** The accounts that the caller can access. */
export class Accounts extends Resource {
  /** The accounts that the caller can access, 100 a page. For JWTs, `accountId` selects one. Spec: Account, team, grants. */
  list(query?: PageQuery, options?: RequestOptions): PagePromise<Account> {
    return this.listOf("accounts.list", { query }, options)
  }
}
