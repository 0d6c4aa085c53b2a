import type { FundingPurchaseCreate, FundingPurchaseResult } from "../../contract/funding-purchases.ts"
import type { KeyedOptions, RequestOptions, WaitOptions } from "../options.ts"
import type { ApiPromise } from "../response/api-promise.ts"
import { Resource } from "./resource.ts"

/** How to wait for a funding purchase. */
export interface FundingWaitOptions extends WaitOptions<FundingPurchaseResult> {}

/** Purchases of prepaid funding. For the owner and admins. */
export class FundingPurchases extends Resource {
  /**
   * Buy prepaid funding; a person pays at the purchase's `checkout_url`. The same `idempotencyKey` with the same amount
   * returns the purchase already started, and is never credited twice. See `waitUntilCredited`. Spec: Billing.
   * @throws IdempotencyConflictError when the key was used for another amount.
   * @throws UnprocessableEntityError when the amount is not between `minimum_cents` and `maximum_cents` of the funding.
   */
  create(body: FundingPurchaseCreate, options: KeyedOptions): ApiPromise<FundingPurchaseResult> {
    return this.call("fundingPurchases.create", { body }, options)
  }

  /** One purchase, and the current funding. Spec: Billing. */
  get(id: number, options?: RequestOptions): ApiPromise<FundingPurchaseResult> {
    return this.call("fundingPurchases.get", { params: { id } }, options)
  }

  /**
   * Poll a purchase until it is credited. Spec: States, Purchases.
   * @throws WaitError, with purchase and funding, when it has failed or expired.
   * @throws TimeoutError when it takes longer than `timeout`.
   */
  waitUntilCredited(id: number, options?: FundingWaitOptions): Promise<FundingPurchaseResult> {
    return this.waitFor(
      {
        what: `funding purchase ${id}`,
        advice: `Pay it: mas mock pay ${id}`,
        read: (each) => this.get(id, each),
        isDone: ({ purchase }) => purchase.status === "credited",
        whyHopeless: ({ purchase: { status } }) =>
          status === "failed" || status === "expired" ? `it is ${status}` : undefined,
      },
      options,
    )
  }
}
