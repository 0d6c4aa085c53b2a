import * as z from "zod"
import { Id } from "../../../sdk/contract/core/shared.ts"
import type { StateOf } from "../../base/state-machine.ts"
import { webhookDeliveryMachine } from "../../machines/webhook-deliveries.ts"
import { Collection } from "../collection.ts"
import { DateMs, statusOf } from "../row-schema.ts"
import { Mishap } from "./mishap.ts"

/**
 * One event on its way to one endpoint. Lean, since an endpoint that is down gathers them by the hundred thousand: moments
 * are milliseconds since 1970, and what the event says stands in `webhookEvents`. Made at the same time as its event.
 */
export interface WebhookDeliveryRow {
  readonly id: number
  readonly webhook_id: number
  /** The event's row, not its `evt_…`. */
  readonly event: number
  readonly status: StateOf<typeof webhookDeliveryMachine>
  readonly attempts: number
  readonly last_response_status: number | null
  readonly last_error: string | null
  readonly next_attempt_at: number | null
  /** The timer of the next attempt. */
  readonly timer: number | null
  readonly updated_at: number
  /** What a fault does to the next attempt; it has waited for that, and none is looked for again. */
  readonly mishap?: Mishap | undefined
}

const webhookDeliveriesSchema = z.object({
  id: Id,
  webhook_id: Id,
  event: Id,
  status: statusOf(webhookDeliveryMachine),
  attempts: z.int(),
  last_response_status: z.int().nullable(),
  last_error: z.string().nullable(),
  next_attempt_at: DateMs.nullable(),
  timer: Id.nullable(),
  updated_at: DateMs,
  mishap: Mishap.optional(),
})

export const webhookDeliveriesTable = () =>
  new Collection<WebhookDeliveryRow, "webhook", never, typeof webhookDeliveryMachine>({
    row: webhookDeliveriesSchema,
    machine: webhookDeliveryMachine,
    groups: { webhook: (delivery) => delivery.webhook_id },
  })
