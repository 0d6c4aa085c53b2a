import { type RawBody, readBody, readRequest, type WholeBody } from "./body.ts"
import type { WebhookEvent } from "./events.ts"
import { isRequest } from "./framework-advice.ts"
import { signaturesAsync } from "./hmac.ts"
import { openEvent, readMessage, type VerifyWebhookOptions, type WebhookHeaders } from "./message.ts"
import type { WebhookSecret } from "./secret.ts"
import { signatures } from "./signatures.ts"

/**
 * Checks that the service sent a webhook, recently and unaltered, and returns its event. Spec: Signature verification.
 *
 * ```ts
 * const event = verifyWebhook(rawBody, request.headers, process.env.MAS_WEBHOOK_SECRET!)
 * if (event.type === "email.bounced") suppress(event.data.to, event.data.bounce.type)
 * ```
 * The event is the JSON body, plus `id` from the signed `webhook-id` header. A delivery can arrive twice and late: deduplicate on
 * `id`, order by `timestamp`. Synchronous; needs `node:crypto` (Node, Deno, Bun), else see `verifyWebhookAsync`.
 *
 * @param rawBody the request body as received; a parsed one cannot be verified.
 * @param secret `whsec_…`, or several during a rotation: one must match.
 * @throws {WebhookVerificationError} whose `reason` says why.
 */
export function verifyWebhook(
  rawBody: RawBody,
  headers: WebhookHeaders,
  secret: WebhookSecret,
  options?: VerifyWebhookOptions | undefined,
): WebhookEvent {
  const message = readMessage(rawBody, headers, secret, options)
  return openEvent(message, signatures(message))
}

type RequestArguments = [request: Request, secret: WebhookSecret, options?: VerifyWebhookOptions | undefined]
type LaterBody = RawBody | WholeBody | ReadableStream<Uint8Array>
type BodyArguments = [
  rawBody: LaterBody,
  headers: WebhookHeaders,
  secret: WebhookSecret,
  options?: VerifyWebhookOptions | undefined,
]

/**
 * `verifyWebhook` with WebCrypto only, for edge runtimes and browsers. Takes a fetch `Request` as well, or a `Blob` or stream as
 * the body. It reads them (pass `request.clone()` to read it again) and does not limit their size; `createWebhookHandler` does.
 *
 * @throws {WebhookVerificationError} (rejects) whose `reason` says why; `raw_body_required` when the request was read before.
 */
export async function verifyWebhookAsync(
  request: Request,
  secret: WebhookSecret,
  options?: VerifyWebhookOptions | undefined,
): Promise<WebhookEvent>
export async function verifyWebhookAsync(
  rawBody: RawBody | WholeBody | ReadableStream<Uint8Array>,
  headers: WebhookHeaders,
  secret: WebhookSecret,
  options?: VerifyWebhookOptions | undefined,
): Promise<WebhookEvent>
export async function verifyWebhookAsync(...args: RequestArguments | BodyArguments): Promise<WebhookEvent> {
  const [body, headers, secret, options] = isRequestCall(args) ? await requestArguments(args) : args
  const raw = (await readBody(body, Number.POSITIVE_INFINITY)) ?? ""
  const message = readMessage(raw, headers, secret, options)
  return openEvent(message, await signaturesAsync(message))
}

const isRequestCall = (args: RequestArguments | BodyArguments): args is RequestArguments => isRequest(args[0])

async function requestArguments([request, secret, options]: RequestArguments): Promise<BodyArguments> {
  return [(await readRequest(request, Number.POSITIVE_INFINITY)) ?? "", request.headers, secret, options]
}
