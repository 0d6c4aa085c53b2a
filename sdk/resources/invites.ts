import type { ApiPromise } from "../answer/api-promise.ts"
import type { PagePromise } from "../answer/page.ts"
import type { PageQuery } from "../contract/core/shared.ts"
import type { Invite, InviteCreate } from "../contract/invites.ts"
import type { RequestOptions } from "../options.ts"
import { Resource } from "./resource.ts"

/** Invitations to join the account's team. */
export class Invites extends Resource {
  /** The account's invitations, whatever became of them, 100 a page. For the owner and admins. Spec: Account, team, grants. */
  list(query?: PageQuery, options?: RequestOptions): PagePromise<Invite> {
    return this.listOf("invites.list", { query }, options)
  }

  /**
   * Invite someone by e-mail. The invitation is `pending` for seven days. For the owner and admins.
   * Spec: Account, team, grants.
   * @throws UnprocessableEntityError when the address is none, on the team or invited already, or the role cannot be given.
   */
  create(body: InviteCreate, options?: RequestOptions): ApiPromise<Invite> {
    return this.call("invites.create", { body }, options)
  }

  /**
   * Revoke a pending invitation; answers it as it then is. For the owner and admins. Spec: States, Invite.
   * @throws ConflictError when it is not pending any more.
   */
  revoke(id: number, options?: RequestOptions): ApiPromise<Invite> {
    return this.call("invites.revoke", { params: { id } }, options)
  }

  /**
   * Accept an invitation with its token (not its number), as the person whom it names: with that person's JWT.
   * Spec: States, Invite.
   * @throws PermissionDeniedError for anybody else, and for API keys.
   * @throws UnprocessableEntityError when it is not pending any more.
   */
  accept(token: string, options?: RequestOptions): ApiPromise<Invite> {
    return this.call("invites.accept", { params: { id: token } }, options)
  }
}
