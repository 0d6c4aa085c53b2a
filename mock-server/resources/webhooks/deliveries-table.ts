import * as z from "zod"
import { Id } from "../../../sdk/contract/core/shared.ts"
import { InjectedFault } from "../../base/injected-fault.ts"
import type * as models from "../../base/models.gen.ts"
import { Collection } from "../../store/collection.ts"
import { DateMs, statusOf } from "../../store/row-schema.ts"
import { webhookDeliveryMachine } from "./deliveries-machine.ts"

/**
 * The delivery of one event to one endpoint. Kept small, because an endpoint that is down has hundreds of thousands:
 * times are milliseconds since 1970, and the event's content is in `webhookEvents`. Created together with its event.
 */
export const WebhookDeliveryRow = z.object({
  /** The id of the delivery. */
  id: Id,
  /** The endpoint that it goes to. */
  webhook_id: Id,
  /** The event's row, not its `evt_…`. */
  event: Id,
  /** The status of the delivery. */
  status: statusOf(webhookDeliveryMachine),
  /** Number of attempts made. */
  attempts: z.int(),
  /** The last response status; null for no response. */
  last_response_status: z.int().nullable(),
  /** The error of the last attempt; null if it did not fail. */
  last_error: z.string().nullable(),
  /** Time of the next attempt, in milliseconds since 1970; null if there is none. */
  next_attempt_at: DateMs.nullable(),
  /** The timer of the next attempt. */
  timer: Id.nullable(),
  /** When it last changed, in milliseconds since 1970. */
  updated_at: DateMs,
  /** The fault already chosen for the next attempt, which it has delayed. */
  injected_fault: InjectedFault.optional(),
})

/** @internal */
export const webhookDeliveriesTable = () =>
  new Collection<models.WebhookDeliveryRow, "webhook", never, typeof webhookDeliveryMachine>({
    row: WebhookDeliveryRow,
    machine: webhookDeliveryMachine,
    groups: { webhook: (delivery) => delivery.webhook_id },
  })
