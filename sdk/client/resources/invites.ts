import type { PageQuery } from "../../contract/core/shared.ts"
import type { Invite, InviteCreate } from "../../contract/invites.ts"
import type { RequestOptions } from "../options.ts"
import type { ApiPromise } from "../response/api-promise.ts"
import type { PagePromise } from "../response/page.ts"
import { Resource } from "./resource.ts"

/** Invitations to join the account's team. */
export class Invites extends Resource {
  /** The account's invitations in any state, 100 a page. For the owner and admins. Spec: Account, team, grants. */
  list(query?: PageQuery, options?: RequestOptions): PagePromise<Invite> {
    return this.listOf("invites.list", { query }, options)
  }

  /**
   * Invite someone by e-mail. The invitation is `pending` for seven days. For the owner and admins.
   * Spec: Account, team, grants.
   * @throws UnprocessableEntityError when the address is invalid, already on the team or invited, or the role cannot be
   * given.
   */
  create(body: InviteCreate, options?: RequestOptions): ApiPromise<Invite> {
    return this.call("invites.create", { body }, options)
  }

  /**
   * Revoke a pending invitation; returns the revoked one. For the owner and admins. Spec: States, Invite.
   * @throws ConflictError when it is no longer pending.
   */
  revoke(id: number, options?: RequestOptions): ApiPromise<Invite> {
    return this.call("invites.revoke", { params: { id } }, options)
  }

  /**
   * Accept an invitation with its token (not its id), with the JWT of the person that it names.
   * Spec: States, Invite.
   * @throws PermissionDeniedError for anyone else, and for API keys.
   * @throws UnprocessableEntityError when it is no longer pending.
   */
  accept(token: string, options?: RequestOptions): ApiPromise<Invite> {
    return this.call("invites.accept", { params: { id: token } }, options)
  }
}
