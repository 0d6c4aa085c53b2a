import { keepNames, MasError } from "../mas-error.ts"

/**
 * Why a webhook was refused. Spec: Signature verification.
 *
 * | reason | what happened |
 * |---|---|
 * | `missing_header` | `webhook-id`, `webhook-timestamp` or `webhook-signature` is absent or empty |
 * | `invalid_header` | `webhook-timestamp` is not a plain whole number of seconds |
 * | `timestamp_too_old` | signed longer ago than the tolerance; a replay, or a clock that is wrong |
 * | `timestamp_too_new` | signed further ahead than the tolerance; a clock that is wrong |
 * | `no_matching_signature` | no `v1` signature fits: another secret, or a body that was changed on the way |
 * | `raw_body_required` | the body given was parsed or read already, so its exact bytes are gone |
 * | `invalid_body` | signed rightly, but not a JSON object, or (for a handler) not an event with `type`, `timestamp` and `data`; or cut off on its way |
 * | `invalid_secret` | the secret given is missing, not `whsec_` and base64, or has no key in it |
 * | `body_too_large` | of a handler: the body has more bytes than `maxBodyBytes` |
 * | `method_not_allowed` | of a handler: the request is no POST |
 */
export type WebhookVerificationReason =
  | "missing_header"
  | "invalid_header"
  | "timestamp_too_old"
  | "timestamp_too_new"
  | "no_matching_signature"
  | "raw_body_required"
  | "invalid_body"
  | "invalid_secret"
  | "body_too_large"
  | "method_not_allowed"

/** A webhook that must not be trusted. Neither the message nor any property holds a secret or an expected signature. */
export class WebhookVerificationError extends MasError {
  /** The machine's reason; `message` says the same to a person. */
  declare readonly reason: WebhookVerificationReason

  constructor(reason: WebhookVerificationReason, message: string) {
    super(message)
    this.reason = reason
  }
}

keepNames({ WebhookVerificationError })
