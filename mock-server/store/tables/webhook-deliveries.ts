import * as z from "zod"
import { Id } from "../../../sdk/contract/core/shared.ts"
import { webhookDeliveryMachine } from "../../machines/webhook-deliveries.ts"
import { Collection } from "../collection.ts"
import type { RowOf } from "../row.ts"
import { DateMs, statusOf } from "../row-schema.ts"
import { InjectedFault } from "./injected-fault.ts"

/**
 * One event on its way to one endpoint. Lean, since an endpoint that is down gathers them by the hundred thousand: moments
 * are milliseconds since 1970, and what the event says stands in `webhookEvents`. Made at the same time as its event.
 */
const webhookDeliveriesSchema = z.object({
  id: Id,
  webhook_id: Id,
  /** The event's row, not its `evt_…`. */
  event: Id,
  status: statusOf(webhookDeliveryMachine),
  attempts: z.int(),
  last_response_status: z.int().nullable(),
  last_error: z.string().nullable(),
  next_attempt_at: DateMs.nullable(),
  /** The timer of the next attempt. */
  timer: Id.nullable(),
  updated_at: DateMs,
  /** What a fault does to the next attempt; it has waited for that, and none is looked for again. */
  injected_fault: InjectedFault.optional(),
})
export interface WebhookDeliveryRow extends RowOf<typeof webhookDeliveriesSchema> {}

export const webhookDeliveriesTable = () =>
  new Collection<WebhookDeliveryRow, "webhook", never, typeof webhookDeliveryMachine>({
    row: webhookDeliveriesSchema,
    machine: webhookDeliveryMachine,
    groups: { webhook: (delivery) => delivery.webhook_id },
  })
