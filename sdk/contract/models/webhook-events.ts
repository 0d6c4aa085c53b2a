import * as z from "zod"
import { webhookEventTypes } from "../../webhooks/events.ts"
import { Id, openSet, StringMap, Timestamp } from "../core/shared.ts"

export { webhookEventTypes }

/** The type of a webhook event. */
export const WebhookEventType = z.enum(webhookEventTypes)
export type WebhookEventType = z.infer<typeof WebhookEventType>

/** What the events about one sent message have in common; the whole data of `email.delivered` and `email.opened`. */
export const DeliveryEventData = z.looseObject({
  /** The message's id; null in a test event. */
  message_id: Id.nullable(),
  to: z.string(),
  subject: z.string(),
  /** The idempotency key that the message was sent with; absent when there was none. */
  idempotency_key: z.string().optional(),
  /** The tags that the message was sent with, and the service's own. */
  tags: StringMap,
  /** True in a test event. */
  test: z.boolean().optional(),
})
export interface DeliveryEventData extends z.infer<typeof DeliveryEventData> {}

/** Data of `email.sent`: the provider accepted the message. */
export const EmailSentData = DeliveryEventData.extend({ sent_at: Timestamp })
export interface EmailSentData extends z.infer<typeof EmailSentData> {}

/** Why a message bounced. */
export const Bounce = z.looseObject({
  /** `hard`: the address is suppressed for good; `soft`: for seven days. */
  type: z.enum(["hard", "soft"]),
  subtype: z.string(),
})
export interface Bounce extends z.infer<typeof Bounce> {}

/** Data of `email.bounced`: the message came back. */
export const EmailBouncedData = DeliveryEventData.extend({ bounce: Bounce })
export interface EmailBouncedData extends z.infer<typeof EmailBouncedData> {}

/** How a recipient complained. */
export const Complaint = z.looseObject({
  /** The kind that the mailbox provider reported, for example `abuse`. */
  feedback_type: z.string(),
})
export interface Complaint extends z.infer<typeof Complaint> {}

/** Data of `email.complained`: the recipient marked the message as spam. */
export const EmailComplainedData = DeliveryEventData.extend({ complaint: Complaint })
export interface EmailComplainedData extends z.infer<typeof EmailComplainedData> {}

/** Data of `email.clicked`: a person followed a link for the first time. */
export const EmailClickedData = DeliveryEventData.extend({
  /** The link that was followed. */
  url: z.string(),
})
export interface EmailClickedData extends z.infer<typeof EmailClickedData> {}

/** Why a message failed for good. */
export const Failure = z.looseObject({
  /** For example `suppressed`: the address is on the suppression list. */
  code: z.string(),
  reason: z.string(),
  category: z.string(),
})
export interface Failure extends z.infer<typeof Failure> {}

/** Data of `email.failed`: the message failed for good. */
export const EmailFailedData = DeliveryEventData.extend({ failure: Failure })
export interface EmailFailedData extends z.infer<typeof EmailFailedData> {}

/** A file of an inbound mail; its contents are downloaded on their own. */
export const WebhookAttachment = z.looseObject({
  id: Id,
  filename: z.string(),
  content_type: z.string(),
  /** In bytes. */
  size: z.int(),
  /** Whether a virus scan has passed it. */
  scanned: z.boolean(),
})
export interface WebhookAttachment extends z.infer<typeof WebhookAttachment> {}

/** Data of `email.received`: mail reached one of the brand's inboxes. */
export const EmailReceivedData = z.looseObject({
  /** The message that the mail answers; null when it answers none. */
  message_id: Id.nullable(),
  /** The idempotency key of the message that it answers. */
  idempotency_key: z.string().optional(),
  /** The tags of the message that it answers; empty when it answers none. */
  tags: StringMap,
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  /** Plain text, at most 64 KiB; empty when the mail has none. */
  text: z.string(),
  /** HTML, at most 64 KiB; empty when the mail has none. */
  html: z.string(),
  /** True when text or html was cut. */
  truncated: z.boolean(),
  /** True for automatic replies. */
  auto_submitted: z.boolean(),
  attachments: z.array(WebhookAttachment),
  conversation_id: Id,
  conversation_message_id: Id,
  /** True in a test event. */
  test: z.boolean().optional(),
})
export interface EmailReceivedData extends z.infer<typeof EmailReceivedData> {}

/** The body of a webhook request. */
function envelope<const T extends WebhookEventType, D extends z.core.$ZodType>(type: T, data: D) {
  return z.looseObject({
    type: z.literal(type),
    /** When it happened; order on it, since a retried event can arrive late. */
    timestamp: Timestamp,
    data,
  })
}

/** The provider accepted the message. */
export const EmailSentEvent = envelope("email.sent", EmailSentData)
export interface EmailSentEvent extends z.infer<typeof EmailSentEvent> {}

/** The recipient's mail server accepted the message. */
export const EmailDeliveredEvent = envelope("email.delivered", DeliveryEventData)
export interface EmailDeliveredEvent extends z.infer<typeof EmailDeliveredEvent> {}

/** The message came back, for now or for good. */
export const EmailBouncedEvent = envelope("email.bounced", EmailBouncedData)
export interface EmailBouncedEvent extends z.infer<typeof EmailBouncedEvent> {}

/** The recipient marked the message as spam. */
export const EmailComplainedEvent = envelope("email.complained", EmailComplainedData)
export interface EmailComplainedEvent extends z.infer<typeof EmailComplainedEvent> {}

/** A person opened the message for the first time. */
export const EmailOpenedEvent = envelope("email.opened", DeliveryEventData)
export interface EmailOpenedEvent extends z.infer<typeof EmailOpenedEvent> {}

/** A person followed a link of the message for the first time. */
export const EmailClickedEvent = envelope("email.clicked", EmailClickedData)
export interface EmailClickedEvent extends z.infer<typeof EmailClickedEvent> {}

/** The message failed for good. */
export const EmailFailedEvent = envelope("email.failed", EmailFailedData)
export interface EmailFailedEvent extends z.infer<typeof EmailFailedEvent> {}

/** Mail reached one of the brand's inboxes. */
export const EmailReceivedEvent = envelope("email.received", EmailReceivedData)
export interface EmailReceivedEvent extends z.infer<typeof EmailReceivedEvent> {}

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
export type WebhookEvent = z.infer<typeof WebhookEvent>

/** The body of a webhook request of any type, known or not. */
export const WebhookPayload = z.looseObject({
  type: openSet(webhookEventTypes),
  /** When it happened. */
  timestamp: Timestamp,
  data: z.looseObject({}),
})
export interface WebhookPayload extends z.infer<typeof WebhookPayload> {}
