import type { WebhookEventType } from "../../../sdk/contract/models/webhook-events.ts"
import { testData } from "../../../sdk/contract/models/webhook-samples.ts"
import { conflict, notFound } from "../../base/mock-error.ts"
import type { WebhookDeliveryRow } from "../../base/models.gen.ts"
import { invalid } from "../../base/service-error.ts"
import { moveTimer } from "../../world/move-timer.ts"
import type { World } from "../../world/world.ts"
import { webhookDeliveryMachine } from "./deliveries-machine.ts"
import type { WebhookEventRow } from "./events-table.ts"
import { forgetOldEvents } from "./history.ts"
import type { WebhookRow } from "./table.ts"

export interface WebhookNews {
  readonly type: WebhookEventType
  /** The `data` of the body. */
  readonly data: object
  /** The message that it is about. */
  readonly messageId: number | null
}

/** Sends an event to the brand's enabled endpoints that subscribe to its type. Spec: Events. */
export function emit(world: World, brandId: number, news: WebhookNews): void {
  let event: WebhookEventRow | undefined
  for (const webhook of world.tables.webhooks.in("brand", brandId)) {
    if (webhook.status === "disabled" || !webhook.events.includes(news.type)) continue
    event ??= addEvent(world, news)
    addDelivery(world, webhook, event)
  }
}

/** Sends a sample event to an endpoint, even if it does not subscribe to the type; 422 if it is disabled. */
export function testWebhook(world: World, webhook: WebhookRow, type: WebhookEventType): WebhookDeliveryRow {
  if (webhook.status === "disabled") throw invalid("23.5", { enabled: ["is false: the endpoint is turned off"] })
  const { brand_id } = webhook
  const account_id = world.tables.brands.get(brand_id)?.account_id ?? 0
  const data = testData(type, world.timestamp(), { account_id, brand_id })
  return addDelivery(world, webhook, addEvent(world, { type, data, messageId: null }))
}

/**
 * Resends a delivery to the same endpoint now: a new delivery with the same event id and body. 404 for an unknown delivery, 409
 * when its endpoint is disabled.
 */
export function redeliver(world: World, id: number): WebhookDeliveryRow {
  const { webhooks, webhookDeliveries, webhookEvents } = world.tables
  const delivery = webhookDeliveries.get(id)
  const webhook = delivery && webhooks.get(delivery.webhook_id)
  const event = delivery && webhookEvents.get(delivery.event)
  if (webhook === undefined || event === undefined) throw notFound("Delivery")
  if (webhook.status === "disabled") throw conflict("The endpoint is turned off")
  const { event_id, type, payload, message_id } = event
  const again = webhookEvents.add(world, { event_id, type, payload, message_id, created_at: world.now() })
  return addDelivery(world, webhook, again)
}

/**
 * Makes the next attempt of a delivery now instead of when it is due; if it succeeds, retries end. 404 for an unknown
 * delivery, 409 if it has ended or an attempt is running.
 */
export function retryNow(world: World, id: number): WebhookDeliveryRow {
  const delivery = world.tables.webhookDeliveries.get(id)
  if (delivery === undefined) throw notFound("Delivery")
  if (delivery.timer === null || delivery.status !== "pending") {
    throw conflict(`Delivery ${id} has ended (${delivery.status}): send the event as a new delivery instead`)
  }
  moveTimer(world, delivery.timer, "promote", 0)
  return world.tables.webhookDeliveries.get(id) ?? delivery
}

// Old events are removed once per this many new ones, and whenever the history is read.
const eventsBetweenCleanings = 256

function addEvent(world: World, { type, data, messageId }: WebhookNews): WebhookEventRow {
  const { webhookEvents } = world.tables
  const id = webhookEvents.nextId()
  if (id % eventsBetweenCleanings === 0) forgetOldEvents(world)
  const now = world.now()
  return webhookEvents.insert({
    id,
    event_id: `evt_${world.random.uuid7(now)}`,
    type,
    payload: JSON.stringify({ type, timestamp: new Date(now).toISOString(), data }),
    message_id: messageId,
    created_at: now,
  })
}

function addDelivery(world: World, webhook: WebhookRow, event: WebhookEventRow): WebhookDeliveryRow {
  const { webhookDeliveries } = world.tables
  const now = event.created_at
  const id = webhookDeliveries.nextId()
  return webhookDeliveries.insert({
    id,
    webhook_id: webhook.id,
    event: event.id,
    status: webhookDeliveryMachine.initial,
    attempts: 0,
    last_response_status: null,
    last_error: null,
    next_attempt_at: now,
    timer: world.timers.schedule(now, "webhook.attempt", id),
    updated_at: now,
  })
}
