import { MasError, pinClassNames } from "../base/mas-error.ts"

/**
 * Why a webhook was refused. Spec: Signature verification.
 *
 * | reason | what happened |
 * |---|---|
 * | `missing_header` | `webhook-id`, `webhook-timestamp` or `webhook-signature` is absent or empty |
 * | `invalid_header` | `webhook-timestamp` is not a plain whole number of seconds |
 * | `timestamp_too_old` | signed longer ago than the tolerance: a replay, or a wrong clock |
 * | `timestamp_too_new` | signed further ahead than the tolerance: a wrong clock |
 * | `no_matching_signature` | signature mismatch: wrong secret, or the body was changed before verification |
 * | `raw_body_required` | the body was already parsed or read, so its exact bytes are lost |
 * | `invalid_body` | validly signed, but not a JSON object, or (in a handler) not an event with `type`, `timestamp` and `data`; or the body ended early |
 * | `invalid_secret` | the secret is missing, not `whsec_` and base64, or contains no key |
 * | `body_too_large` | in a handler: the body has more bytes than `maxBodyBytes` |
 * | `method_not_allowed` | in a handler: the request is not a POST |
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

/** A webhook that must not be trusted. Neither the message nor any property contains a secret or an expected signature. */
export class WebhookVerificationError extends MasError {
  /** The machine-readable reason; `message` is for people. */
  declare readonly reason: WebhookVerificationReason

  constructor(reason: WebhookVerificationReason, message: string) {
    super(message)
    this.reason = reason
  }
}

pinClassNames({ WebhookVerificationError })
