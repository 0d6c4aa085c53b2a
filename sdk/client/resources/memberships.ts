import type { PageQuery } from "../../contract/core/shared.ts"
import type { Membership, MembershipUpdate } from "../../contract/memberships.ts"
import type { RequestOptions } from "../options.ts"
import type { ApiPromise } from "../response/api-promise.ts"
import type { PagePromise } from "../response/page.ts"
import { Resource } from "./resource.ts"

/** The members of the account's team. */
export class Memberships extends Resource {
  /** The team's members including the owner, 100 a page. Spec: Account, team, grants. */
  list(query?: PageQuery, options?: RequestOptions): PagePromise<Membership> {
    return this.listOf("memberships.list", { query }, options)
  }

  /**
   * Change a member's role. For the owner and admins. Spec: Account, team, grants.
   * @throws UnprocessableEntityError for the owner's own membership.
   */
  update(id: number, changes: MembershipUpdate, options?: RequestOptions): ApiPromise<Membership> {
    return this.call("memberships.update", { params: { id }, body: changes }, options)
  }

  /**
   * Remove a member from the team; returns the removed membership. For the owner and admins.
   * Spec: Account, team, grants.
   * @throws UnprocessableEntityError for the owner's own membership.
   */
  remove(id: number, options?: RequestOptions): ApiPromise<Membership> {
    return this.call("memberships.remove", { params: { id } }, options)
  }
}
