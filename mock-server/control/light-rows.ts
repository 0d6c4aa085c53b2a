import type { MessageRow } from "../store/tables/messages.ts"
import type { Mishap } from "../store/tables/mishap.ts"
import type { WebhookDeliveryRow } from "../store/tables/webhook-deliveries.ts"
import type { WebhookRow } from "../store/tables/webhooks.ts"

/**
 * Rows as lists show them: without bodies, which are read when one is opened. `GET /_mock/rows/{kind}?before=&limit=` answers a
 * `RowPage`; `GET /_mock/live?since=` tells of each change after that page's cursor, as a `LiveChanges` an event.
 */
export interface LightRows {
  readonly message: LightMessage
  readonly delivery: LightDelivery
  readonly endpoint: LightEndpoint
}

/** The newest rows of a kind before an id, the newest first. */
export interface RowPage<Row> {
  /** Changes after it are not in the rows: where the stream goes on. */
  readonly cursor: string
  /** How many there are in all, on every page. */
  readonly total: number
  readonly rows: readonly Row[]
}

/** One event `change` of the stream; its `id:` is the cursor after it. */
export interface LiveChanges {
  readonly changes: readonly LiveChange[]
}

export interface LiveChange {
  readonly kind: string
  readonly id: number
  /** Null when it is gone. */
  readonly row: object | null
}

/** A message, with what became of it last. */
export interface LightMessage
  extends Pick<MessageRow, "id" | "brand_id" | "channel" | "to" | "subject" | "status" | "created_at"> {
  /** The last type of the timeline that a person did: `email.opened`, `sms.sent`; a scanner's opening does not count. */
  readonly last_event: string
  /** ISO 8601. */
  readonly last_at: string
  /** `hard` or `soft` where the last event is a bounce; a failure's code; else null. */
  readonly last_detail: string | null
}

/** An event on its way to one endpoint, with all attempts. Moments are ISO 8601. */
export interface LightDelivery extends Pick<WebhookDeliveryRow, "id" | "webhook_id" | "status"> {
  readonly event_id: string
  readonly event_type: string
  readonly message_id: number | null
  readonly created_at: string
  readonly next_attempt_at: string | null
  /** Those that are still known, oldest first. */
  readonly attempts: readonly LightAttempt[]
}

export interface LightAttempt {
  readonly id: number
  readonly attempt: number
  readonly sent_at: string
  readonly response_status: number | null
  readonly error: string | null
  readonly injected?: Mishap
}

/** A webhook endpoint and its health. */
export interface LightEndpoint
  extends Pick<WebhookRow, "id" | "brand_id" | "url" | "events" | "status" | "created_at"> {
  readonly failing_since: string | null
  /** When it will be turned off if nothing succeeds before; null where it does not fail, and where it is off. */
  readonly off_at: string | null
}
