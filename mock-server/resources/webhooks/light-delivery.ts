import { limits } from "../../../sdk/contract/core/limits.ts"
import type { Webhook } from "../../../sdk/contract/webhooks.ts"
import type { WebhookDeliveryRow } from "../../base/models.gen.ts"
import type { LoggedAttempt } from "../../world/attempt-log.ts"
import type { World } from "../../world/world.ts"
import type { DeliveryAttempt } from "./attempt.ts"
import type { WebhookEventRow } from "./events-table.ts"
import type { WebhookRow } from "./table.ts"
import { webhookView } from "./views.ts"

/** An attempt without its request and response. */
export type LightAttempt = Pick<
  DeliveryAttempt,
  "id" | "attempt" | "sent_at" | "response_status" | "error" | "duration_ms" | "injected"
>

/** An event without its data. Times are ISO 8601. */
export interface LightEvent {
  /** The id of the row. */
  readonly id: number
  /** `evt_…` */
  readonly event_id: string
  /** The type of the event. */
  readonly event_type: string
  /** The message that the event is about, or null. */
  readonly message_id: number | null
  /** When the event happened: ISO 8601. */
  readonly created_at: string
}

/** The delivery of an event to one endpoint, with its attempts. Times are ISO 8601. */
export interface LightDelivery extends LightEvent {
  /** The endpoint that it goes to. */
  readonly webhook_id: number
  /** The recipient of the event's message; null without a message. */
  readonly to: string | null
  /** The subject of that message. */
  readonly subject: string | null
  /** The delivery status. */
  readonly status: WebhookDeliveryRow["status"]
  /** The attempts, oldest first. */
  readonly attempts: readonly LightAttempt[]
  /** Due times of the next attempts, if each of them fails; empty once the delivery has ended. */
  readonly due: readonly string[]
  /** The requests that caused the event: sending the message, or requesting the sample. */
  readonly request_ids: readonly number[]
}

/** An endpoint and its health. */
export interface LightEndpoint extends Webhook {
  /** The id of its brand. */
  readonly brand_id: number
  /** The time from which the next failure disables it: ISO 8601; null unless it is failing. */
  readonly off_from: string | null
}

const iso = (moment: number) => new Date(moment).toISOString()

/** @internal */
export const lightEvent = ({ id, event_id, type, message_id, created_at }: WebhookEventRow): LightEvent => ({
  id,
  event_id,
  event_type: type,
  message_id,
  created_at: iso(created_at),
})

/** Undefined if its event was deleted. @internal */
export function lightDelivery(world: World, delivery: WebhookDeliveryRow): LightDelivery | undefined {
  const { webhooks, webhookEvents, messages } = world.tables
  const event = webhookEvents.get(delivery.event)
  if (event === undefined) return undefined
  const message = event.message_id === null ? undefined : messages.get(event.message_id)
  return {
    ...lightEvent(event),
    id: delivery.id,
    webhook_id: delivery.webhook_id,
    to: message?.to ?? null,
    subject: message?.subject ?? null,
    status: delivery.status,
    attempts: world.attempts.of(delivery.id).map(lightAttempt),
    due: dueTimes(delivery, webhooks.get(delivery.webhook_id)).map(iso),
    request_ids: world.journal.requestsThatCreated(
      event.message_id === null ? { kind: "event", id: event.event_id } : { kind: "message", id: event.message_id },
    ),
  }
}

/** @internal */
export function lightEndpoint(world: World, webhook: WebhookRow): LightEndpoint {
  const { brand_id, failing_since, status } = webhook
  const isFailing = failing_since !== null && status !== "disabled"
  return {
    ...webhookView(world, webhook, { reveal: false }),
    brand_id,
    off_from: isFailing ? iso(failing_since + limits.webhookAutoOffAfter) : null,
  }
}

const lightAttempt = ({ id, number, at, outcome, injected }: LoggedAttempt): LightAttempt => ({
  id,
  attempt: number,
  sent_at: iso(at),
  response_status: "status" in outcome ? outcome.status : null,
  error: "error" in outcome ? outcome.error : null,
  duration_ms: outcome.duration,
  ...(injected === undefined ? {} : { injected }),
})

/** Due times of the next attempts, if each of them fails, until the last one or until the endpoint is disabled. */
function dueTimes(
  { next_attempt_at, attempts, status }: WebhookDeliveryRow,
  webhook: WebhookRow | undefined,
): number[] {
  if (next_attempt_at === null || status !== "pending" || webhook?.status === "disabled") return []
  const retryTimes = [next_attempt_at]
  const failingSince = webhook?.failing_since ?? next_attempt_at
  for (const delay of limits.webhookRetryDelays.slice(attempts)) {
    const at = retryTimes.at(-1) ?? 0
    if (at - failingSince >= limits.webhookAutoOffAfter) break
    retryTimes.push(at + delay)
  }
  return retryTimes
}
