import type { DeliveryStatus } from "../../contract/delivery.ts"
import type { RequestOptions } from "../options.ts"
import type { ApiPromise } from "../response/api-promise.ts"
import { Resource } from "./resource.ts"

/** The brand's standing as a sender. */
export class Delivery extends Resource {
  /**
   * The brand's sending allowance and pacing, and what holds sending back. For information only: it authorizes
   * and reserves nothing, so a send can still be refused. Spec: Suppressions and delivery.
   */
  status(options?: RequestOptions): ApiPromise<DeliveryStatus> {
    return this.call("delivery.status", {}, options)
  }
}
