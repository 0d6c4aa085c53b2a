import * as z from "zod"
import type * as models from "../core/models.gen.ts"
import { Id, openEnum, StringMap, Timestamp } from "../core/shared.ts"
import { webhookEventTypes } from "./webhook-event-types.ts"

/** The type of a documented event, for example `email.bounced`. */
export const WebhookEventType = z.enum(webhookEventTypes)
export type WebhookEventType = models.WebhookEventType

/** What the events about one message that you sent have in common. */
export const DeliveryEventData = z.looseObject({
  /** The id that sending the message returned; null in a test event. */
  message_id: Id.nullable(),
  /** The recipient's address. */
  to: z.string(),
  /** The subject line of the message. */
  subject: z.string(),
  /** The `Idempotency-Key` of the send; absent when none was given. */
  idempotency_key: z.string().optional(),
  /** The tags of the send, and the service's own `account_id`, `brand_id` and `message_id`. */
  tags: StringMap,
  /** True when the event is a sample asked for through the webhook's test endpoint; else absent. */
  test: z.boolean().optional(),
})
export interface DeliveryEventData extends models.DeliveryEventData {}

/** Data of `email.sent`. */
export const EmailSentData = DeliveryEventData.extend({
  /** When the provider accepted the message (ISO 8601, UTC). */
  sent_at: Timestamp,
})
export interface EmailSentData extends models.EmailSentData {}

/** Why a message bounced. */
export const Bounce = z.looseObject({
  /** `hard` for good, `soft` for now. The address is suppressed for good, or for seven days. */
  type: z.enum(["hard", "soft"]),
  /** The provider's finer class, for example `mailbox_full`. */
  subtype: z.string(),
})
export interface Bounce extends models.Bounce {}

/** Data of `email.bounced`. */
export const EmailBouncedData = DeliveryEventData.extend({
  /** How it bounced. */
  bounce: Bounce,
})
export interface EmailBouncedData extends models.EmailBouncedData {}

/** How a recipient complained. */
export const Complaint = z.looseObject({
  /** The feedback loop's word for it, for example `abuse`. */
  feedback_type: z.string(),
})
export interface Complaint extends models.Complaint {}

/** Data of `email.complained`. */
export const EmailComplainedData = DeliveryEventData.extend({
  /** How the recipient complained. */
  complaint: Complaint,
})
export interface EmailComplainedData extends models.EmailComplainedData {}

/** Data of `email.clicked`. */
export const EmailClickedData = DeliveryEventData.extend({
  /** The link that was followed. */
  url: z.string(),
})
export interface EmailClickedData extends models.EmailClickedData {}

/** Why a message failed for good. */
export const Failure = z.looseObject({
  /** For machines, for example `suppressed`: the address is on the suppression list. */
  code: z.string(),
  /** For people. */
  reason: z.string(),
  /** The kind of failure that the code belongs to. */
  category: z.string(),
})
export interface Failure extends models.Failure {}

/** Data of `email.failed`. */
export const EmailFailedData = DeliveryEventData.extend({
  /** Why it failed. */
  failure: Failure,
})
export interface EmailFailedData extends models.EmailFailedData {}

/** A file that came with an inbound mail: its description, not its contents. */
export const WebhookAttachment = z.looseObject({
  /** For downloading it from the conversation. */
  id: Id,
  /** The file's name, as the sender wrote it. */
  filename: z.string(),
  /** The media type that the sender claims. */
  content_type: z.string(),
  /** Bytes. */
  size: z.int(),
  /** False while no virus scan has passed; such a file downloads only when that is acknowledged. */
  scanned: z.boolean(),
})
export interface WebhookAttachment extends models.WebhookAttachment {}

/** Data of `email.received`. */
export const EmailReceivedData = z.looseObject({
  /** The message that this mail replies to; null when it replies to none of yours, and in a test event. */
  message_id: Id.nullable(),
  /** The `Idempotency-Key` of the send that it replies to; absent when there was none. */
  idempotency_key: z.string().optional(),
  /** The tags of the send that it replies to; empty when it replies to none. */
  tags: StringMap,
  /** Who wrote, with or without a name. */
  from: z.string(),
  /** The inbox address that it reached. */
  to: z.string(),
  /** The subject line; empty when the mail has none. */
  subject: z.string(),
  /** Plain text, at most 64 KiB; empty when the mail has none. */
  text: z.string(),
  /** HTML, at most 64 KiB; empty when the mail has none. Written by a stranger: sanitise it before showing it. */
  html: z.string(),
  /** True when `text` or `html` was cut. */
  truncated: z.boolean(),
  /** True for out-of-office replies and the like. */
  auto_submitted: z.boolean(),
  /** What came along, without the contents. */
  attachments: z.array(WebhookAttachment),
  /** The conversation that it belongs to. */
  conversation_id: Id,
  /** The mail within the conversation. */
  conversation_message_id: Id,
  /** True when the event is a sample asked for through the webhook's test endpoint; else absent. */
  test: z.boolean().optional(),
})
export interface EmailReceivedData extends models.EmailReceivedData {}

/** The body of a webhook request. */
function envelope<const T extends WebhookEventType, D extends z.core.$ZodType>(type: T, data: D) {
  return z.looseObject({
    /** What happened. */
    type: z.literal(type),
    /** When the event happened (ISO 8601, UTC). Retries can overtake each other: order by this. */
    timestamp: Timestamp,
    /** What it happened to. */
    data,
  })
}

/** The provider accepted the message. */
export const EmailSentEvent = envelope("email.sent", EmailSentData)
export interface EmailSentEvent extends models.EmailSentEvent {}

/** The recipient's mail server accepted the message. */
export const EmailDeliveredEvent = envelope("email.delivered", DeliveryEventData)
export interface EmailDeliveredEvent extends models.EmailDeliveredEvent {}

/** The message bounced, for good or for now. */
export const EmailBouncedEvent = envelope("email.bounced", EmailBouncedData)
export interface EmailBouncedEvent extends models.EmailBouncedEvent {}

/** The recipient marked the message as spam. */
export const EmailComplainedEvent = envelope("email.complained", EmailComplainedData)
export interface EmailComplainedEvent extends models.EmailComplainedEvent {}

/** The message was opened for the first time; scanners and bots do not count. */
export const EmailOpenedEvent = envelope("email.opened", DeliveryEventData)
export interface EmailOpenedEvent extends models.EmailOpenedEvent {}

/** A person followed a link for the first time; once for each link. */
export const EmailClickedEvent = envelope("email.clicked", EmailClickedData)
export interface EmailClickedEvent extends models.EmailClickedEvent {}

/** The message failed for good; nothing is reported while it is still being retried. */
export const EmailFailedEvent = envelope("email.failed", EmailFailedData)
export interface EmailFailedEvent extends models.EmailFailedEvent {}

/** A mail reached one of the brand's inboxes: a reply, an automatic reply, or a new mail. */
export const EmailReceivedEvent = envelope("email.received", EmailReceivedData)
export interface EmailReceivedEvent extends models.EmailReceivedEvent {}

/** A webhook event of a known type. Spec: Events. */
export const WebhookEvent = z.discriminatedUnion("type", [
  EmailSentEvent,
  EmailDeliveredEvent,
  EmailBouncedEvent,
  EmailComplainedEvent,
  EmailOpenedEvent,
  EmailClickedEvent,
  EmailFailedEvent,
  EmailReceivedEvent,
])
export type WebhookEvent = models.WebhookEvent

/** The body of a webhook request of any type, known or not. */
export const WebhookPayload = z.looseObject({
  /** What happened. */
  type: openEnum(webhookEventTypes),
  /** When it happened. */
  timestamp: Timestamp,
  /** What it happened to. */
  data: z.looseObject({}),
})
export interface WebhookPayload extends models.WebhookPayload {}
