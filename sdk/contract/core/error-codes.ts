/** The error statuses that the service responds with. Spec: Errors. */
export type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503

/** The general machine reason of each status; some errors carry a more specific one. */
export const statusErrorCodes = {
  400: "bad_request",
  401: "unauthorized",
  403: "forbidden",
  404: "not_found",
  405: "method_not_allowed",
  409: "conflict",
  413: "payload_too_large",
  415: "unsupported_media_type",
  422: "validation_error",
  429: "rate_limited",
  500: "internal_error",
  503: "upstream_unavailable",
} as const satisfies Record<ErrorStatus, string>

/** Every `error_code` that the mock server sends; a real service may send others. */
export const errorCodes = [
  ...Object.values(statusErrorCodes),
  "idempotency_key_required",
  "idempotency_conflict",
  "audience_invalid",
  "sending_capacity_reached",
  "campaign_locked",
  "duplicate_campaign_send",
  "template_version_conflict",
  "attachment_unscanned",
] as const
