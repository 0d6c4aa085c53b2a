import type { Impersonation, ImpersonationExit } from "../../contract/impersonation.ts"
import type { RequestOptions } from "../options.ts"
import type { ApiPromise } from "../response/api-promise.ts"
import { Resource } from "./resource.ts"

/** Impersonation of another user. */
export class ImpersonationApi extends Resource {
  /** Whether the user is impersonated, and by whom. Spec: User and impersonation. */
  get(options?: RequestOptions): ApiPromise<Impersonation> {
    return this.call("impersonation.get", {}, options)
  }

  /** End the impersonation; returns where the browser goes next. Spec: User and impersonation. */
  exit(options?: RequestOptions): ApiPromise<ImpersonationExit> {
    return this.call("impersonation.exit", {}, options)
  }
}
