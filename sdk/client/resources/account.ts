import type { Account, AccountUpdate, AudienceReach, ReachQuery, Team } from "../../contract/account.ts"
import type { RequestOptions } from "../options.ts"
import type { ApiPromise } from "../response/api-promise.ts"
import { Resource } from "./resource.ts"

/** The account that the credential and, for JWTs, the option `accountId` select. */
export class AccountApi extends Resource {
  /** The account with its access, billing and team. Spec: Account, team, grants. */
  get(options?: RequestOptions): ApiPromise<Account> {
    return this.call("account.get", {}, options)
  }

  /**
   * Change name, avatar or banner; omitted fields stay unchanged. Pictures are signed blob IDs.
   * Spec: Account, team, grants.
   * @throws UnprocessableEntityError when a value is refused.
   */
  update(changes: AccountUpdate, options?: RequestOptions): ApiPromise<Account> {
    return this.call("account.update", { body: changes }, options)
  }

  /** The account with its members, invitations and the accounts that the caller can access. Spec: Account, team, grants. */
  team(options?: RequestOptions): ApiPromise<Team> {
    return this.call("account.team", {}, options)
  }

  /**
   * How many days one full send to an audience takes on the current plan, and which plan would cover it.
   * `recommended` and `summary` are absent when the current plan covers it. Spec: Account, team, grants.
   * @throws UnprocessableEntityError with `errorCode` `audience_invalid` when `audience` is not a positive whole number.
   */
  reach(query: ReachQuery, options?: RequestOptions): ApiPromise<AudienceReach> {
    return this.call("account.reach", { query }, options)
  }
}
