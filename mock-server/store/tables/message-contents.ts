import * as z from "zod"
import { Id, JsonObject, StringMap, Timestamp } from "../../../sdk/contract/core/shared.ts"
import { Collection } from "../collection.ts"
import type { RowOf } from "../row.ts"

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
export type TimelineStep = (typeof timelineSteps)[number]

/** Something that happened to a message. */
const TimelineEntry = z.object({
  /** `email.queued`, `email.sent`, `sms.sent`…; where a webhook event tells of it, that event's type. */
  type: z.string(),
  timestamp: Timestamp,
  /** What the event's data has beyond the common fields, for example `bounce`. */
  detail: JsonObject,
})
export interface TimelineEntry extends RowOf<typeof TimelineEntry> {}

/** What a message says, as rendered, and what happened to it. Its id is the message's. */
const messageContentsSchema = z.object({
  id: Id,
  from: z.string().nullable(),
  reply_to: z.string().nullable(),
  html: z.string().nullable(),
  text: z.string().nullable(),
  preheader: z.string().nullable(),
  headers: StringMap,
  /** The sender's own and the service's. */
  tags: StringMap,
  template_id: Id.nullable(),
  idempotency_key: z.string().nullable(),
  timeline: z.array(TimelineEntry).readonly(),
  /** What becomes of it later; delivered when left out. */
  later: z.array(z.enum(timelineSteps)).readonly().optional(),
  /** What the service does not see. */
  untracked: z
    .array(z.enum(["opened", "clicked"]))
    .readonly()
    .optional(),
})
export interface MessageContentRow extends RowOf<typeof messageContentsSchema> {}

export const messageContentsTable = () => new Collection<MessageContentRow>({ row: messageContentsSchema })
