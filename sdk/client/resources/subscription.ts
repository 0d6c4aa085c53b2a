import type { CheckoutStatusQuery, PlanCheckout, PlanCheckoutCreate } from "../../contract/subscription.ts"
import type { KeyedOptions, RequestOptions, WaitOptions } from "../options.ts"
import type { ApiPromise } from "../response/api-promise.ts"
import { Resource } from "./resource.ts"

/** How to wait for a plan checkout. */
export interface CheckoutWaitOptions extends WaitOptions<PlanCheckout> {}

/** The account's plan. For the owner and admins. */
export class Subscription extends Resource {
  /**
   * Start buying a plan; a person pays at the returned `checkout_url`. The same `idempotencyKey` with the same plan
   * returns the checkout already started. Neither this nor the payment proves that the plan is active: see
   * `waitUntilActive`. Spec: Billing.
   * @throws ConflictError when another checkout is pending, or the key was used for another plan.
   * @throws NotFoundError when there is no such plan.
   */
  checkout(body: PlanCheckoutCreate, options: KeyedOptions): ApiPromise<PlanCheckout> {
    return this.call("subscription.checkout", { body }, options)
  }

  /** Refresh a checkout and return its status; `activated` is true when the plan is active. Spec: Billing. */
  checkoutStatus(query: CheckoutStatusQuery, options?: RequestOptions): ApiPromise<PlanCheckout> {
    return this.call("subscription.checkoutStatus", { query }, options)
  }

  /**
   * Poll a checkout until the requested plan is active. Spec: States, Purchases.
   * @throws WaitError, with the checkout, when it has failed or expired.
   * @throws TimeoutError when it takes longer than `timeout`.
   */
  waitUntilActive(purchaseId: number, options?: CheckoutWaitOptions): Promise<PlanCheckout> {
    return this.waitFor(
      {
        what: `plan checkout ${purchaseId}`,
        advice: "Pay it: mas mock pay",
        read: (each) => this.checkoutStatus({ purchase_id: purchaseId }, each),
        isDone: ({ activated }) => activated,
        whyHopeless: ({ status }) => (status === "failed" || status === "expired" ? `it is ${status}` : undefined),
      },
      options,
    )
  }
}
