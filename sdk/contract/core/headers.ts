/** Header names of the interface, in the spelling that goes over the wire. */
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

/** Those that no client reads or sets by name: apart, so that bundlers leave them out of it. */
export const serviceHeaderNames = {
  wwwAuthenticate: "WWW-Authenticate",
  allow: "Allow",
  webhookId: "webhook-id",
  webhookTimestamp: "webhook-timestamp",
  webhookSignature: "webhook-signature",
} as const

/** Characters of an `Idempotency-Key` at most. */
export const idempotencyKeyLength = 128
