// Written by `npm run generate` from sdk/contract/models/webhook-events.ts. Do not edit.

import type { VerifiedWebhook } from "./envelope.ts"

/** Every event type the service documents. A newer service may send others. Spec: Event types. */
export const webhookEventTypes = [
  "email.sent",
  "email.delivered",
  "email.bounced",
  "email.complained",
  "email.opened",
  "email.clicked",
  "email.failed",
  "email.received",
] as const

/** The type of a documented event, for example `email.bounced`. */
export type WebhookEventType = (typeof webhookEventTypes)[number]

/** A file that came with an inbound mail: its description, not its contents. */
export interface WebhookAttachment {
  /** For downloading it from the conversation. */
  id: number
  /** The file's name, as the sender wrote it. */
  filename: string
  /** The media type that the sender claims. */
  content_type: string
  /** Bytes. */
  size: number
  /** False while no virus scan has passed; such a file downloads only when that is acknowledged. */
  scanned: boolean
}

/** Data of `email.sent`. */
export interface EmailSentData {
  /** The id that sending the message returned; null in a test event. */
  message_id: number | null
  /** The recipient's address. */
  to: string
  /** The subject line of the message. */
  subject: string
  /** The `Idempotency-Key` of the send; absent when none was given. */
  idempotency_key?: string | undefined
  /** The tags of the send, and the service's own `account_id`, `brand_id` and `message_id`. */
  tags: Record<string, string>
  /** True when the event is a sample asked for through the webhook's test endpoint; else absent. */
  test?: boolean | undefined
  /** When the provider accepted the message (ISO 8601, UTC). */
  sent_at: string
}

/** What the events about one message that you sent have in common. */
export interface DeliveryEventData {
  /** The id that sending the message returned; null in a test event. */
  message_id: number | null
  /** The recipient's address. */
  to: string
  /** The subject line of the message. */
  subject: string
  /** The `Idempotency-Key` of the send; absent when none was given. */
  idempotency_key?: string | undefined
  /** The tags of the send, and the service's own `account_id`, `brand_id` and `message_id`. */
  tags: Record<string, string>
  /** True when the event is a sample asked for through the webhook's test endpoint; else absent. */
  test?: boolean | undefined
}

/** Data of `email.bounced`. */
export interface EmailBouncedData {
  /** The id that sending the message returned; null in a test event. */
  message_id: number | null
  /** The recipient's address. */
  to: string
  /** The subject line of the message. */
  subject: string
  /** The `Idempotency-Key` of the send; absent when none was given. */
  idempotency_key?: string | undefined
  /** The tags of the send, and the service's own `account_id`, `brand_id` and `message_id`. */
  tags: Record<string, string>
  /** True when the event is a sample asked for through the webhook's test endpoint; else absent. */
  test?: boolean | undefined
  /** How it bounced. */
  bounce: {
    /** `hard` for good, `soft` for now. The address is suppressed for good, or for seven days. */
    type: "hard" | "soft"
    /** The provider's finer class, for example `mailbox_full`. */
    subtype: string
  }
}

/** Data of `email.complained`. */
export interface EmailComplainedData {
  /** The id that sending the message returned; null in a test event. */
  message_id: number | null
  /** The recipient's address. */
  to: string
  /** The subject line of the message. */
  subject: string
  /** The `Idempotency-Key` of the send; absent when none was given. */
  idempotency_key?: string | undefined
  /** The tags of the send, and the service's own `account_id`, `brand_id` and `message_id`. */
  tags: Record<string, string>
  /** True when the event is a sample asked for through the webhook's test endpoint; else absent. */
  test?: boolean | undefined
  /** How the recipient complained. */
  complaint: {
    /** The feedback loop's word for it, for example `abuse`. */
    feedback_type: string
  }
}

/** Data of `email.clicked`. */
export interface EmailClickedData {
  /** The id that sending the message returned; null in a test event. */
  message_id: number | null
  /** The recipient's address. */
  to: string
  /** The subject line of the message. */
  subject: string
  /** The `Idempotency-Key` of the send; absent when none was given. */
  idempotency_key?: string | undefined
  /** The tags of the send, and the service's own `account_id`, `brand_id` and `message_id`. */
  tags: Record<string, string>
  /** True when the event is a sample asked for through the webhook's test endpoint; else absent. */
  test?: boolean | undefined
  /** The link that was followed. */
  url: string
}

/** Data of `email.failed`. */
export interface EmailFailedData {
  /** The id that sending the message returned; null in a test event. */
  message_id: number | null
  /** The recipient's address. */
  to: string
  /** The subject line of the message. */
  subject: string
  /** The `Idempotency-Key` of the send; absent when none was given. */
  idempotency_key?: string | undefined
  /** The tags of the send, and the service's own `account_id`, `brand_id` and `message_id`. */
  tags: Record<string, string>
  /** True when the event is a sample asked for through the webhook's test endpoint; else absent. */
  test?: boolean | undefined
  /** Why it failed. */
  failure: {
    /** For machines, for example `suppressed`: the address is on the suppression list. */
    code: string
    /** For people. */
    reason: string
    /** The kind of failure that the code belongs to. */
    category: string
  }
}

/** Data of `email.received`. */
export interface EmailReceivedData {
  /** The message that this mail replies to; null when it replies to none of yours, and in a test event. */
  message_id: number | null
  /** The `Idempotency-Key` of the send that it replies to; absent when there was none. */
  idempotency_key?: string | undefined
  /** The tags of the send that it replies to; empty when it replies to none. */
  tags: Record<string, string>
  /** Who wrote, with or without a name. */
  from: string
  /** The inbox address that it reached. */
  to: string
  /** The subject line; empty when the mail has none. */
  subject: string
  /** Plain text, at most 64 KiB; empty when the mail has none. */
  text: string
  /** HTML, at most 64 KiB; empty when the mail has none. Written by a stranger: sanitise it before showing it. */
  html: string
  /** True when `text` or `html` was cut. */
  truncated: boolean
  /** True for out-of-office replies and the like. */
  auto_submitted: boolean
  /** What came along, without the contents. */
  attachments: WebhookAttachment[]
  /** The conversation that it belongs to. */
  conversation_id: number
  /** The mail within the conversation. */
  conversation_message_id: number
  /** True when the event is a sample asked for through the webhook's test endpoint; else absent. */
  test?: boolean | undefined
}

/** The provider accepted the message. */
export interface EmailSentEvent extends VerifiedWebhook<"email.sent", EmailSentData> {}
/** The recipient's mail server accepted the message. */
export interface EmailDeliveredEvent extends VerifiedWebhook<"email.delivered", DeliveryEventData> {}
/** The message bounced, for good or for now. */
export interface EmailBouncedEvent extends VerifiedWebhook<"email.bounced", EmailBouncedData> {}
/** The recipient marked the message as spam. */
export interface EmailComplainedEvent extends VerifiedWebhook<"email.complained", EmailComplainedData> {}
/** The message was opened for the first time; scanners and bots do not count. */
export interface EmailOpenedEvent extends VerifiedWebhook<"email.opened", DeliveryEventData> {}
/** A person followed a link for the first time; once for each link. */
export interface EmailClickedEvent extends VerifiedWebhook<"email.clicked", EmailClickedData> {}
/** The message failed for good; nothing is reported while it is still being retried. */
export interface EmailFailedEvent extends VerifiedWebhook<"email.failed", EmailFailedData> {}
/** A mail reached one of the brand's inboxes: a reply, an automatic reply, or a new mail. */
export interface EmailReceivedEvent extends VerifiedWebhook<"email.received", EmailReceivedData> {}

/** Every documented event by its type: `WebhookEventMap["email.bounced"]` is `EmailBouncedEvent`. */
export interface WebhookEventMap {
  /** The provider accepted the message. */
  "email.sent": EmailSentEvent
  /** The recipient's mail server accepted the message. */
  "email.delivered": EmailDeliveredEvent
  /** The message bounced, for good or for now. */
  "email.bounced": EmailBouncedEvent
  /** The recipient marked the message as spam. */
  "email.complained": EmailComplainedEvent
  /** The message was opened for the first time; scanners and bots do not count. */
  "email.opened": EmailOpenedEvent
  /** A person followed a link for the first time; once for each link. */
  "email.clicked": EmailClickedEvent
  /** The message failed for good; nothing is reported while it is still being retried. */
  "email.failed": EmailFailedEvent
  /** A mail reached one of the brand's inboxes: a reply, an automatic reply, or a new mail. */
  "email.received": EmailReceivedEvent
}
