import type { PageQuery } from "../../contract/core/shared.ts"
import type {
  ValidationAudience,
  ValidationItem,
  ValidationOperation,
  ValidationQuote,
} from "../../contract/validations.ts"
import type { KeyedOptions, RequestOptions, WaitOptions } from "../options.ts"
import type { ApiPromise } from "../response/api-promise.ts"
import type { PagePromise } from "../response/page.ts"
import { Resource } from "./resource.ts"

/** How to wait for a validation operation. */
export interface ValidationWaitOptions extends WaitOptions<ValidationOperation> {}

/** Prepaid validation of e-mail addresses. Only `start` starts one, and it is no proof of consent. */
export class Validations extends Resource {
  /** The candidates and maximum cost of validating an audience. Charges nothing. Spec: Email validation. */
  quote(audience: ValidationAudience, options?: RequestOptions): ApiPromise<ValidationQuote> {
    return this.call("validations.quote", { body: audience }, options)
  }

  /**
   * Start validating an audience: exactly one of `list_id`, `segment_id`, `contact_ids`, `contact_channel_ids`.
   * The same `idempotencyKey` with the same audience returns the operation already started, and resumes it if it
   * waited in `needs_funding` and the funding now suffices. Insufficient funding is a status, not an error.
   * Spec: Email validation.
   * @throws IdempotencyConflictError when the key was used for another audience.
   * @throws NotFoundError when the brand has no such list, segment or contact.
   */
  start(audience: ValidationAudience, options: KeyedOptions): ApiPromise<ValidationOperation> {
    return this.call("validations.start", { body: audience }, options)
  }

  /** One operation, by its `operation_id`. Spec: Email validation. */
  get(id: string, options?: RequestOptions): ApiPromise<ValidationOperation> {
    return this.call("validations.get", { params: { id } }, options)
  }

  /** The result for each candidate, 30 a page. Spec: Email validation. */
  items(id: string, query?: PageQuery, options?: RequestOptions): PagePromise<ValidationItem> {
    return this.listOf("validations.items", { params: { id }, query }, options)
  }

  /**
   * Poll an operation until it is `committed` or `partially_committed`. In `needs_funding` it does not continue, so the
   * wait ends: fund the account, then `start` again with the same key.
   * Spec: Email validation.
   * @throws WaitError, with the operation, when it has failed or needs funding.
   * @throws TimeoutError when it takes longer than `timeout`.
   */
  waitUntilDone(id: string, options?: ValidationWaitOptions): Promise<ValidationOperation> {
    return this.waitFor({ what: `validation ${id}`, read: (each) => this.get(id, each), isDone, whyHopeless }, options)
  }
}

function isDone({ status }: ValidationOperation): boolean {
  return status === "committed" || status === "partially_committed"
}

function whyHopeless({ status, funding }: ValidationOperation): string | undefined {
  if (status === "failed") return "it failed"
  if (status !== "needs_funding") return undefined
  const shortfall = funding?.shortfall_cents === undefined ? "" : ` (${funding.shortfall_cents} cents short)`
  return `it needs funding${shortfall}: fund the account, then start it again with the same idempotency key`
}
