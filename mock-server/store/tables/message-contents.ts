import * as z from "zod"
import { Id, JsonObject, StringMap, Timestamp } from "../../../sdk/contract/core/shared.ts"
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
export type TimelineStep = (typeof timelineSteps)[number]

/** Something that happened to a message. */
export interface TimelineEntry {
  /** `email.queued`, `email.sent`, `sms.sent`…; where a webhook event tells of it, that event's type. */
  readonly type: string
  readonly timestamp: string
  /** What the event's data has beyond the common fields, for example `bounce`. */
  readonly detail: Readonly<Record<string, unknown>>
}

/** What a message says, as rendered, and what happened to it. Its id is the message's. */
export interface MessageContentRow {
  readonly id: number
  readonly from: string | null
  readonly reply_to: string | null
  readonly html: string | null
  readonly text: string | null
  readonly preheader: string | null
  readonly headers: Readonly<Record<string, string>>
  /** The sender's own and the service's. */
  readonly tags: Readonly<Record<string, string>>
  readonly template_id: number | null
  readonly idempotency_key: string | null
  readonly timeline: readonly TimelineEntry[]
  /** What becomes of it later; delivered when left out. */
  readonly later?: readonly TimelineStep[] | undefined
  /** What the service does not see. */
  readonly untracked?: readonly ("opened" | "clicked")[] | undefined
}

const messageContentsSchema = z.object({
  id: Id,
  from: z.string().nullable(),
  reply_to: z.string().nullable(),
  html: z.string().nullable(),
  text: z.string().nullable(),
  preheader: z.string().nullable(),
  headers: StringMap,
  tags: StringMap,
  template_id: Id.nullable(),
  idempotency_key: z.string().nullable(),
  timeline: z.array(z.object({ type: z.string(), timestamp: Timestamp, detail: JsonObject })),
  later: z.array(z.enum(timelineSteps)).optional(),
  untracked: z.array(z.enum(["opened", "clicked"])).optional(),
})

export const messageContentsTable = () => new Collection<MessageContentRow>({ row: messageContentsSchema })
