import * as z from "zod"
import { Id, JsonObject, StringMap, Timestamp } from "../../../sdk/contract/core/shared.ts"
import type * as models from "../../base/models.gen.ts"
import { Collection } from "../../store/collection.ts"

/** Possible later events of a message, in the provider's terms. */
const timelineSteps = [
  "sent",
  "delivered",
  "hard_bounced",
  "soft_bounced",
  "complained",
  "opened",
  "clicked",
  "bot_opened",
  "bot_clicked",
  "failed",
] as const
/** @internal */
export type TimelineStep = (typeof timelineSteps)[number]

/** An event of a message. */
export const TimelineEntry = z.object({
  /** `email.queued`, `email.sent`, `sms.sent`…; the webhook event's type, if there is one. */
  type: z.string(),
  /** When it happened. */
  timestamp: Timestamp,
  /** Event data besides the common fields, for example `bounce`. */
  detail: JsonObject,
})

/** The rendered content and the timeline of a message, with the message's id. */
export const MessageContentRow = z.object({
  /** The id of the message. */
  id: Id,
  /** The sender; null for an SMS. */
  from: z.string().nullable(),
  /** The reply address; null if there is none. */
  reply_to: z.string().nullable(),
  /** The HTML part; null if there is none. */
  html: z.string().nullable(),
  /** The text part, or the SMS; null if there is none. */
  text: z.string().nullable(),
  /** The preview text of an inbox; null if there is none. */
  preheader: z.string().nullable(),
  /** Extra headers by name. */
  headers: StringMap,
  /** The sender's tags and the service's. */
  tags: StringMap,
  /** The template; null if there is none. */
  template_id: Id.nullable(),
  /** The template's data besides the contact; omitted without a template. */
  data: JsonObject.optional(),
  /** The idempotency key of the send; null if there is none. */
  idempotency_key: z.string().nullable(),
  /** The events of the message, oldest first. */
  timeline: z.array(TimelineEntry).readonly(),
  /** Later events; `delivered` when left out. */
  later: z.array(z.enum(timelineSteps)).readonly().optional(),
  /** Events that the service does not track. */
  untracked: z
    .array(z.enum(["opened", "clicked"]))
    .readonly()
    .optional(),
  /** The outcome rule that applied; omitted if none did. */
  outcome_id: Id.optional(),
})

/** @internal */
export const messageContentsTable = () => new Collection<models.MessageContentRow>({ row: MessageContentRow })
