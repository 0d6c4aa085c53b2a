import type { User, UserUpdate } from "../../contract/user.ts"
import type { RequestOptions } from "../options.ts"
import type { ApiPromise } from "../response/api-promise.ts"
import { Resource } from "./resource.ts"

/** The signed-in user. */
export class UserApi extends Resource {
  /** The user of the credential. Spec: User and impersonation. */
  get(options?: RequestOptions): ApiPromise<User> {
    return this.call("user.get", {}, options)
  }

  /**
   * Change the signed-in user; omitted fields stay unchanged. The first of several addresses becomes the sign-in
   * address. Spec: User and impersonation.
   * @throws UnprocessableEntityError when a value is refused, such as a taken address.
   */
  update(changes: UserUpdate, options?: RequestOptions): ApiPromise<User> {
    return this.call("user.update", { body: changes }, options)
  }
}
