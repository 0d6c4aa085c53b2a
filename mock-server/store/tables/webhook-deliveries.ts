import * as z from "zod"
import { Id } from "../../../sdk/contract/core/shared.ts"
import type * as models from "../../base/models.gen.ts"
import { webhookDeliveryMachine } from "../../machines/webhook-deliveries.ts"
import { Collection } from "../collection.ts"
import { DateMs, statusOf } from "../row-schema.ts"
import { InjectedFault } from "./injected-fault.ts"

/**
 * One event on its way to one endpoint. Lean, since an endpoint that is down gathers them by the hundred thousand: moments
 * are milliseconds since 1970, and what the event says stands in `webhookEvents`. Made at the same time as its event.
 */
export const WebhookDeliveryRow = z.object({
  /** The id of the delivery. */
  id: Id,
  /** The endpoint that it goes to. */
  webhook_id: Id,
  /** The event's row, not its `evt_…`. */
  event: Id,
  /** How far it has got. */
  status: statusOf(webhookDeliveryMachine),
  /** How many attempts were made. */
  attempts: z.int(),
  /** What the receiver answered last; null for no answer. */
  last_response_status: z.int().nullable(),
  /** Why the last attempt failed; null where it did not. */
  last_error: z.string().nullable(),
  /** When it is tried next, in milliseconds since 1970; null where it is not. */
  next_attempt_at: DateMs.nullable(),
  /** The timer of the next attempt. */
  timer: Id.nullable(),
  /** When it last changed, in milliseconds since 1970. */
  updated_at: DateMs,
  /** What a fault does to the next attempt; it has waited for that, and none is looked for again. */
  injected_fault: InjectedFault.optional(),
})

/** @internal */
export const webhookDeliveriesTable = () =>
  new Collection<models.WebhookDeliveryRow, "webhook", never, typeof webhookDeliveryMachine>({
    row: WebhookDeliveryRow,
    machine: webhookDeliveryMachine,
    groups: { webhook: (delivery) => delivery.webhook_id },
  })
