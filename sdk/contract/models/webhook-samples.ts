import type { WebhookEventType } from "./webhook-events.ts"

/** About one message that was sent; the last three tags are the service's own. */
const message = {
  message_id: 1,
  to: "ada@example.test",
  subject: "Your receipt",
  tags: { order: "1001", account_id: "1", brand_id: "1", message_id: "1" },
}
const testMessage = { ...message, message_id: null, subject: "A test event", test: true }

const mail = {
  message_id: null,
  tags: {},
  from: "ada@example.test",
  to: "inbox@acme.test",
  subject: "A question",
  text: "Hello!",
  html: "<p>Hello!</p>",
  truncated: false,
  auto_submitted: false,
  attachments: [],
  conversation_id: 1,
  conversation_message_id: 1,
}
const testText = "This mail is a sample."
const testMail = { ...mail, subject: testMessage.subject, text: testText, html: `<p>${testText}</p>`, test: true }

/** What an event says beyond that. */
const details: Readonly<Record<Exclude<WebhookEventType, "email.received">, (now: string) => object>> = {
  "email.sent": (now) => ({ sent_at: now }),
  "email.delivered": () => ({}),
  "email.bounced": () => ({ bounce: { type: "hard", subtype: "general" } }),
  "email.complained": () => ({ complaint: { feedback_type: "abuse" } }),
  "email.opened": () => ({}),
  "email.clicked": () => ({ url: "https://acme.test/start" }),
  "email.failed": () => ({
    failure: { code: "rejected", reason: "The provider rejected the message", category: "provider" },
  }),
}

/** Data of an event as it could happen. `now` is ISO 8601. Spec: Request to the endpoint. */
export function sampleData(type: WebhookEventType, now: string): Record<string, unknown> {
  return type === "email.received" ? { ...mail } : { ...message, ...details[type](now) }
}

/** Whom an endpoint belongs to that is tested. */
interface Owner {
  readonly account_id: number
  readonly brand_id: number
}

/**
 * Data of the event that is asked for to test an endpoint, tagged as a real one; there is no message, so its tag says 0.
 * `now` is ISO 8601. Spec: Request to the endpoint.
 */
export function testData(
  type: WebhookEventType,
  now: string,
  { account_id, brand_id }: Owner,
): Record<string, unknown> {
  if (type === "email.received") return { ...testMail }
  const tags = { sample: "yes", account_id: String(account_id), brand_id: String(brand_id), message_id: "0" }
  return { ...testMessage, tags, ...details[type](now) }
}
