import type { Affiliate, AffiliateLink } from "../../contract/affiliate.ts"
import type { RequestOptions } from "../options.ts"
import type { ApiPromise } from "../response/api-promise.ts"
import { Resource } from "./resource.ts"

/** The affiliate centre. For signed-in users: an API key gets a `PermissionDeniedError`. */
export class AffiliateApi extends Resource {
  /**
   * The affiliate centre. For an entitled account that is not linked yet, the first call starts linking in the
   * background and returns a temporary setup state. Spec: Affiliate centre.
   * @throws NotFoundError when there is no affiliate centre for the account.
   */
  get(options?: RequestOptions): ApiPromise<Affiliate> {
    return this.call("affiliate.get", {}, options)
  }

  /**
   * Link the account now: to the affiliate with its owner's e-mail address, or to a new one. Linking again changes nothing.
   * Spec: Affiliate centre.
   * @throws NotFoundError when there is no affiliate centre for the account.
   * @throws ServiceUnavailableError when the affiliate service cannot be reached; try again later.
   */
  link(body?: AffiliateLink, options?: RequestOptions): ApiPromise<Affiliate> {
    return this.call("affiliate.link", { body }, options)
  }
}
