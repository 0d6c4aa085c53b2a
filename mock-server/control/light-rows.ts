import type { Webhook } from "../../sdk/contract/webhooks.ts"
import type { MessageRow } from "../store/tables/messages.ts"
import type { WebhookDeliveryRow } from "../store/tables/webhook-deliveries.ts"
import type { ShownAttempt } from "../webhooks/attempt.ts"

export interface RowPage<Row> {
  readonly total: number
  readonly rows: readonly Row[]
}
export interface LiveChanges {
  readonly changes: readonly LiveChange[]
  readonly stale: readonly string[]
}
export interface LiveChange {
  readonly kind: string
  readonly id: number | string
  readonly row: object | null
}
export interface LightMessage extends MessageRow {
  readonly last_event: { readonly type: string; readonly timestamp: string } | null
}
export type LightAttempt = Pick<
  ShownAttempt,
  "id" | "attempt" | "sent_at" | "response_status" | "error" | "duration_ms" | "injected"
>
export interface LightEvent {
  readonly id: number
  readonly event_id: string
  readonly event_type: string
  readonly message_id: number | null
  readonly created_at: string
}
export interface LightDelivery extends LightEvent {
  readonly webhook_id: number
  readonly status: WebhookDeliveryRow["status"]
  readonly attempts: readonly LightAttempt[]
  readonly due: readonly string[]
}
export interface LightEndpoint extends Webhook {
  readonly brand_id: number
  readonly off_from: string | null
}
