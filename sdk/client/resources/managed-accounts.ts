import type { PageQuery } from "../../contract/core/shared.ts"
import type { ManagedAccount, ManagedAccountCreate, ManagedAccountQuery } from "../../contract/managed-accounts.ts"
import type { KeyedOptions, RequestOptions } from "../options.ts"
import type { ApiPromise } from "../response/api-promise.ts"
import type { PagePromise } from "../response/page.ts"
import { Resource } from "./resource.ts"

/** A filter and order for managed accounts, and the page. */
export interface ManagedAccountListQuery extends ManagedAccountQuery, PageQuery {}

/** Client-owned accounts that a manager account provisions. For the manager's own keys and its provisioning credential. */
export class ManagedAccounts extends Resource {
  /**
   * The managed accounts, 25 a page, newest first unless `sort` and `direction` say otherwise. `status: "needs_setup"`
   * finds all that still need setup. Spec: Managed clients.
   */
  list(query?: ManagedAccountListQuery, options?: RequestOptions): PagePromise<ManagedAccount> {
    return this.listOf("managedAccounts.list", { query }, options)
  }

  /**
   * Provision an account for a client: it starts in `preparing`, and its owner has not been invited yet.
   * The same `idempotencyKey` with the same input returns the existing account. Spec: Managed clients.
   * @throws IdempotencyConflictError when the key was used with another input.
   * @throws ConflictError when the account's lifecycle forbids it.
   * @throws UnprocessableEntityError when a field is refused.
   */
  create(body: ManagedAccountCreate, options: KeyedOptions): ApiPromise<ManagedAccount> {
    return this.call("managedAccounts.create", { body }, options)
  }
}
