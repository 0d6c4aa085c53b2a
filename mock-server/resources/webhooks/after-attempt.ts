import { limits } from "../../../sdk/contract/core/limits.ts"
import type { WebhookDeliveryRow } from "../../base/models.gen.ts"
import type { DeliveryOutcome } from "../../world/delivery.ts"
import type { WebhookRow } from "./table.ts"

/** The result of an attempt for the delivery and its endpoint: events for their state machines, with further changes. */
export interface AfterAttempt {
  readonly delivery: "succeed" | "retry" | "fail"
  readonly responseStatus: number | null
  readonly error: string | null
  /** `give_up` disables the endpoint. */
  readonly endpoint: "succeed" | "fail" | "give_up"
  /** The first failed attempt since the last success. */
  readonly failingSince: number | null
  /** When to try again. Milliseconds since 1970. */
  readonly nextAttemptAt: number | null
}

/**
 * Evaluates an attempt. Any 2xx succeeds; otherwise the delivery is retried after the next delay. An endpoint that has failed for
 * three days is disabled by its next failure, of whichever delivery. `at` is when the attempt was sent, however late the
 * response: slow responses do not shift the retry schedule. Spec: Acknowledgement, retries, duplicates.
 */
export function afterAttempt(
  delivery: Pick<WebhookDeliveryRow, "attempts">,
  endpoint: Pick<WebhookRow, "failing_since">,
  outcome: DeliveryOutcome,
  at: number,
): AfterAttempt {
  const responseStatus = "status" in outcome ? outcome.status : null
  if (responseStatus !== null && responseStatus >= 200 && responseStatus < 300) {
    return {
      delivery: "succeed",
      responseStatus,
      error: null,
      endpoint: "succeed",
      failingSince: null,
      nextAttemptAt: null,
    }
  }
  const error = "error" in outcome ? outcome.error : statusError(outcome.status)
  const failingSince = endpoint.failing_since ?? at
  const givesUp = at - failingSince >= limits.webhookAutoOffAfter
  const delay = limits.webhookRetryDelays[delivery.attempts]
  return {
    delivery: delay === undefined ? "fail" : "retry",
    responseStatus,
    error,
    endpoint: givesUp ? "give_up" : "fail",
    failingSince,
    nextAttemptAt: delay === undefined ? null : at + delay,
  }
}

function statusError(status: number): string {
  const isRedirect = status >= 300 && status < 400
  return isRedirect ? `responded with ${status}: redirects are not followed` : `responded with ${status}`
}
