/** Header names of the interface, as sent. */
export const headerNames = {
  authorization: "Authorization",
  brand: "X-Brand-SID",
  account: "X-Account-ID",
  idempotencyKey: "Idempotency-Key",
  retryAfter: "Retry-After",
  totalCount: "X-Total-Count",
  totalPages: "X-Total-Pages",
  pageNumber: "X-Page-Number",
  nextPage: "X-Next-Page",
  prevPage: "X-Prev-Page",
  contentDisposition: "Content-Disposition",
} as const

/** Header names that no client uses: separate, so that bundlers remove them. */
export const serviceHeaderNames = {
  wwwAuthenticate: "WWW-Authenticate",
  allow: "Allow",
  webhookId: "webhook-id",
  webhookTimestamp: "webhook-timestamp",
  webhookSignature: "webhook-signature",
} as const

/** Maximum characters of an `Idempotency-Key`. */
export const idempotencyKeyLength = 128
