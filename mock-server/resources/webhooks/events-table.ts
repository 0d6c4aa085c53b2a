import * as z from "zod"
import { Id } from "../../../sdk/contract/core/shared.ts"
import { WebhookEventType } from "../../../sdk/contract/models/webhook-events.ts"
import { Collection } from "../../store/collection.ts"
import type { RowOf } from "../../store/row.ts"
import { DateMs } from "../../store/row-schema.ts"

/** An event for every endpoint that subscribes to its type. */
const webhookEventsSchema = z.object({
  id: Id,
  /** `evt_…`, the header `webhook-id`. */
  event_id: z.string(),
  type: WebhookEventType,
  /** The body of the request, byte for byte the same on every attempt. */
  payload: z.string(),
  /** The message of the event: first attempts for one message keep their order. */
  message_id: Id.nullable(),
  /** Milliseconds since 1970. */
  created_at: DateMs,
})
export interface WebhookEventRow extends RowOf<typeof webhookEventsSchema> {}

/** `email.sent of message 4`; a sample event is of no message. */
export const eventText = ({ type, message_id }: Pick<WebhookEventRow, "type" | "message_id">): string =>
  message_id === null ? `${type} sample` : `${type} of message ${message_id}`

export const webhookEventsTable = () => new Collection<WebhookEventRow>({ row: webhookEventsSchema })
