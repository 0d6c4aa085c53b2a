import type { PagePromise } from "../answer/page.ts"
import type { Account } from "../contract/account.ts"
import type { PageQuery } from "../contract/core/shared.ts"
import type { RequestOptions } from "../options.ts"
import { Resource } from "./resource.ts"

/** The accounts that the caller reaches. */
export class Accounts extends Resource {
  /** The accounts that the caller reaches, 100 a page. A JWT acts in one of them by the option `accountId`. Spec: Account, team, grants. */
  list(query?: PageQuery, options?: RequestOptions): PagePromise<Account> {
    return this.listOf("accounts.list", { query }, options)
  }
}
