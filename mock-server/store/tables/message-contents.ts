import * as z from "zod"
import { Id, JsonObject, StringMap, Timestamp } from "../../../sdk/contract/core/shared.ts"
import type * as models from "../../base/models.gen.ts"
import { Collection } from "../collection.ts"

/** What can become of a message on its way, in the provider's words. */
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

/** Something that happened to a message. */
export const TimelineEntry = z.object({
  /** `email.queued`, `email.sent`, `sms.sent`…; where a webhook event tells of it, that event's type. */
  type: z.string(),
  /** When it happened. */
  timestamp: Timestamp,
  /** What the event's data has beyond the common fields, for example `bounce`. */
  detail: JsonObject,
})

/** What a message says, as rendered, and what happened to it. Its id is the message's. */
export const MessageContentRow = z.object({
  /** The id of the message. */
  id: Id,
  /** Who it is from; null for an SMS. */
  from: z.string().nullable(),
  /** Where answers go; null where nothing is said. */
  reply_to: z.string().nullable(),
  /** The HTML part; null where there is none. */
  html: z.string().nullable(),
  /** The text part, or the SMS; null where there is none. */
  text: z.string().nullable(),
  /** What an inbox shows beside the subject; null where there is none. */
  preheader: z.string().nullable(),
  /** Extra headers by name. */
  headers: StringMap,
  /** The sender's own and the service's. */
  tags: StringMap,
  /** The template that it was made of; null where there is none. */
  template_id: Id.nullable(),
  /** What the template was filled in with, beside the contact; left out where no template was used. */
  data: JsonObject.optional(),
  /** The key that it was sent with; null where there is none. */
  idempotency_key: z.string().nullable(),
  /** What happened to it, the first first. */
  timeline: z.array(TimelineEntry).readonly(),
  /** What becomes of it later; delivered when left out. */
  later: z.array(z.enum(timelineSteps)).readonly().optional(),
  /** What the service does not see. */
  untracked: z
    .array(z.enum(["opened", "clicked"]))
    .readonly()
    .optional(),
  /** The outcome rule that decided what becomes of it; left out where none did. */
  outcome_id: Id.optional(),
})

/** @internal */
export const messageContentsTable = () => new Collection<models.MessageContentRow>({ row: MessageContentRow })
