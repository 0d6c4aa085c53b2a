import type { Funding } from "../../contract/funding.ts"
import type { RequestOptions } from "../options.ts"
import type { ApiPromise } from "../response/api-promise.ts"
import { Resource } from "./resource.ts"

/** The account's prepaid funding. For the owner and admins. */
export class FundingApi extends Resource {
  /** What is available and reserved, what can be bought, and a pending purchase. Check it before buying. Spec: Billing. */
  get(options?: RequestOptions): ApiPromise<Funding> {
    return this.call("funding.get", {}, options)
  }
}
