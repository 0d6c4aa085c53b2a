import { asReceived, type RawBody } from "./body.ts"
import { signaturesAsync } from "./hmac.ts"
import { digits } from "./message.ts"
import { keysOf, type WebhookSecret } from "./secret.ts"
import { signatures } from "./signatures.ts"

export interface SignWebhookInput {
  /** The `webhook-id` header; the service's ids begin with `evt_`. */
  id: string
  /** Time of sending: a `Date`, or whole seconds since 1970. Default: now. */
  timestamp?: Date | number | undefined
  /** The bytes that will be sent. */
  body: RawBody
  /** `whsec_…`. Several secrets give one signature each, as during a rotation. */
  secret: WebhookSecret
}

/** The headers of a signed webhook. Spec: Request to the endpoint. */
export type WebhookSignatureHeaders = {
  /** The id of the event. */
  "webhook-id": string
  /** Time of signing, in seconds since 1970. */
  "webhook-timestamp": string
  /** The signature, or several separated by spaces. */
  "webhook-signature": string
}

/**
 * Signs a body as the service does, to test a receiver. Spec: Signature verification.
 *
 * ```ts
 * const body = JSON.stringify({ type: "email.delivered", timestamp: new Date().toISOString(), data })
 * await app.request("/hooks", { method: "POST", body, headers: signWebhook({ id: "evt_1", body, secret }) })
 * ```
 * @throws {WebhookVerificationError} `invalid_secret`, or `raw_body_required` for a body that is not text or bytes.
 * @throws {RangeError} when `timestamp` is not a time.
 */
export function signWebhook(input: SignWebhookInput): WebhookSignatureHeaders {
  const unsigned = prepare(input)
  return toHeaders(unsigned, signatures(unsigned))
}

/** `signWebhook` with WebCrypto only. */
export async function signWebhookAsync(input: SignWebhookInput): Promise<WebhookSignatureHeaders> {
  const unsigned = prepare(input)
  return toHeaders(unsigned, await signaturesAsync(unsigned))
}

function prepare({ id, timestamp = new Date(), body, secret }: SignWebhookInput) {
  const seconds = String(typeof timestamp === "number" ? timestamp : Math.floor(Object(timestamp).getTime?.() / 1000))
  if (!digits.test(seconds)) throw new RangeError("timestamp is not a number of seconds")
  return { id, seconds, start: `${id}.${seconds}.`, body: asReceived(body), keys: keysOf(secret) }
}

function toHeaders({ id, seconds }: ReturnType<typeof prepare>, signed: string[]): WebhookSignatureHeaders {
  return {
    "webhook-id": id,
    "webhook-timestamp": seconds,
    "webhook-signature": `v1,${signed.join(" v1,")}`,
  }
}
