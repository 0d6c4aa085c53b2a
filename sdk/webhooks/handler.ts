import { builtinOrNone } from "../base/platform.ts"
import { readRequest } from "./body.ts"
import { isRequest } from "./framework-advice.ts"
import type { WebhookHandlerOptions } from "./handler-options.ts"
import { createReceiver } from "./receiver.ts"
import { traceReceiver } from "./trace-receiver.ts"
import { verifyWebhook, verifyWebhookAsync } from "./verify.ts"

/** WebCrypto passes each signature to another thread, which takes longer than computing it: only where there is no node:crypto. */
const verifyOnPlatform = builtinOrNone("node:crypto") ? verifyWebhook : verifyWebhookAsync

/**
 * A fetch-style endpoint for webhooks: Workers, Deno, Bun, Hono, Next.js route handlers. Spec: Acknowledgement, retries, duplicates.
 *
 * ```ts
 * export const POST = createWebhookHandler({ secret: () => process.env.MAS_WEBHOOK_SECRET, onEvent: (event) => queue.add(event) })
 * ```
 * In Hono `app.all("/webhooks", (c) => handler(c.req.raw))`, in Workers `export default { fetch: handler }`. Responds
 * 200 if the event is or was handled, 400 for an invalid signature or no event, 405 for any method except POST, 413
 * above `maxBodyBytes`, 500 if `onEvent` failed, and 503 after `timeout` or while the event is still being handled
 * (the service retries). Never rejects. Create it once, not per request, or pass a `store` that outlives it: each
 * handler has its own memory of handled ids.
 *
 * @throws {WebhookVerificationError} `invalid_secret`, at once.
 * @throws {MasError} for an option that is missing, unknown or wrong.
 */
export function createWebhookHandler<Tx = undefined, InTransaction extends boolean = true>(
  options: WebhookHandlerOptions<Tx, InTransaction>,
): (request: Request) => Promise<Response> {
  const receive = traceReceiver(createReceiver(options, verifyOnPlatform))
  return async (request) => {
    // A value that is not a Request is refused with advice when it is read.
    const incoming = isRequest(request) ? request : { method: "POST", headers: {} }
    const { text, ...head } = await receive(incoming, (max) => readRequest(request, max))
    return new Response(text, head)
  }
}
