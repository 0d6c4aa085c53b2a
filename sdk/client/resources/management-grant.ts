import type { ManagementGrant, ManagementGrantCommand } from "../../contract/management-grant.ts"
import type { RequestOptions } from "../options.ts"
import type { ApiPromise } from "../response/api-promise.ts"
import { Resource } from "./resource.ts"

/** A manager's permission to operate the selected account. For the account's owner, signed in; others get a `PermissionDeniedError`. */
export class ManagementGrantApi extends Resource {
  /**
   * The grant over the account. Spec: Account, team, grants.
   * @throws NotFoundError when there is none.
   */
  get(options?: RequestOptions): ApiPromise<ManagementGrant> {
    return this.call("managementGrant.get", {}, options)
  }

  /**
   * Confirm the pending grant, which becomes `active`. It does not replace the owner's consent or the payment: both
   * must be recorded before. Name the grant last read, so that a grant that replaced it meanwhile stays unchanged.
   * Spec: States, Management grant.
   * @throws ConflictError when the grant was replaced, is not pending, or lacks consent or payment.
   */
  confirm(body: ManagementGrantCommand, options?: RequestOptions): ApiPromise<ManagementGrant> {
    return this.call("managementGrant.confirm", { body }, options)
  }

  /**
   * Revoke the pending or active grant; the manager's next request is refused. Revoking the same grant again changes nothing.
   * Spec: States, Management grant.
   * @throws ConflictError when the grant was replaced, or given up by the manager.
   */
  revoke(body: ManagementGrantCommand, options?: RequestOptions): ApiPromise<ManagementGrant> {
    return this.call("managementGrant.revoke", { body }, options)
  }
}
