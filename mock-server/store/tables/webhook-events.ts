import * as z from "zod"
import { Id } from "../../../sdk/contract/core/shared.ts"
import { WebhookEventType } from "../../../sdk/contract/models/webhook-events.ts"
import { Collection } from "../collection.ts"
import { DateMs } from "../row-schema.ts"

/** Something that happened, as it is told to every endpoint that wants to know. */
export interface WebhookEventRow {
  readonly id: number
  /** `evt_…`, the header `webhook-id`. */
  readonly event_id: string
  readonly type: WebhookEventType
  /** The body of the request, byte for byte the same on every attempt. */
  readonly payload: string
  /** The message that it is about: first attempts for one message keep their order. */
  readonly message_id: number | null
  /** Milliseconds since 1970. */
  readonly created_at: number
}

const webhookEventsSchema = z.object({
  id: Id,
  event_id: z.string(),
  type: WebhookEventType,
  payload: z.string(),
  message_id: Id.nullable(),
  created_at: DateMs,
})

export const webhookEventsTable = () => new Collection<WebhookEventRow>({ row: webhookEventsSchema })
