import type { Webhook, WebhookDelivery, WebhookLastDelivery } from "../../../sdk/contract/webhooks.ts"
import type { WebhookDeliveryRow } from "../../base/models.gen.ts"
import type { World } from "../../world/world.ts"
import { waitsForEndpoint } from "./switch-endpoint.ts"
import type { WebhookRow } from "./table.ts"

const iso = (moment: number) => new Date(moment).toISOString()

/** A webhook as it is shown; the full secret only on create and on demand. Spec: Resources, Webhook. */
export function webhookView(world: World, webhook: WebhookRow, { reveal }: { readonly reveal: boolean }): Webhook {
  const { id, url, events, status, failing_since, secret, created_at, updated_at } = webhook
  return {
    id,
    url,
    events: [...events],
    enabled: status !== "disabled",
    status,
    failing_since: failing_since === null ? null : iso(failing_since),
    secret: reveal ? secret : `whsec_••••${secret.slice(-4)}`,
    last_delivery: lastDelivery(world, id),
    created_at,
    updated_at,
  }
}

function lastDelivery(world: World, webhookId: number): WebhookLastDelivery | null {
  const { webhookDeliveries, webhookEvents } = world.tables
  const delivery = webhookDeliveries.get(webhookDeliveries.ids("webhook", webhookId).at(-1) ?? 0)
  const event = delivery && webhookEvents.get(delivery.event)
  if (delivery === undefined || event === undefined) return null
  const { id, status, attempts, last_response_status } = delivery
  const { event_id, type: event_type } = event
  const updated_at = iso(delivery.updated_at)
  return { id, event_id, event_type, status, attempts, last_response_status, updated_at }
}

export function deliveryView(world: World, delivery: WebhookDeliveryRow): WebhookDelivery {
  const event = world.tables.webhookEvents.get(delivery.event)
  if (event === undefined) throw new Error(`Delivery ${delivery.id} has lost its event`)
  const { id, status, attempts, last_response_status, last_error, next_attempt_at, updated_at } = delivery
  return {
    id,
    event_id: event.event_id,
    event_type: event.type,
    status,
    attempts,
    last_response_status,
    last_error,
    next_attempt_at: next_attempt_at === null || waitsForEndpoint(world, delivery) ? null : iso(next_attempt_at),
    payload: JSON.parse(event.payload),
    created_at: iso(event.created_at),
    updated_at: iso(updated_at),
  }
}
