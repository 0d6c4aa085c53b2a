import { createWebhookHandler, type WebhookEvent, type WebhookHandlerOptions } from "../../sdk/webhooks/index.ts"
import { body, headersFor, now, secret } from "./support.ts"

export const url = "http://localhost/hooks"

/** A correctly signed request. */
export function delivery(id = "evt_1", content: string | Uint8Array<ArrayBuffer> = body): Request {
  return new Request(url, { method: "POST", body: content, headers: headersFor(content, { id }) })
}

/** A handler, with what it saw and what went wrong. */
export function listening(options: Partial<WebhookHandlerOptions> = {}) {
  const events: WebhookEvent[] = []
  const errors: unknown[] = []
  const handler = createWebhookHandler({
    secret,
    now,
    onEvent: (received) => events.push(received),
    onError: (error) => errors.push(error),
    ...options,
  })
  const send = async (request: Request) => (await handler(request)).status
  return { handler, send, events, errors }
}

/** A promise to be settled from outside. */
export function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}
