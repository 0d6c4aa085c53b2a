import type { ApiPromise } from "../answer/api-promise.ts"
import type { User, UserUpdate } from "../contract/user.ts"
import type { RequestOptions } from "../options.ts"
import { Resource } from "./resource.ts"

/** The signed-in person. */
export class UserApi extends Resource {
  /** The person whom the credential stands for. Spec: User and impersonation. */
  get(options?: RequestOptions): ApiPromise<User> {
    return this.call("user.get", {}, options)
  }

  /**
   * Change the signed-in person; what is left out stays. Of several addresses the first becomes the one to sign in with.
   * Spec: User and impersonation.
   * @throws UnprocessableEntityError when a value is refused, such as an address that is taken.
   */
  update(changes: UserUpdate, options?: RequestOptions): ApiPromise<User> {
    return this.call("user.update", { body: changes }, options)
  }
}
