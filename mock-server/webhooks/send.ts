import { limits } from "../../sdk/contract/limits.ts"
import { webhookDeliveryMachine } from "../machines/webhook-deliveries.ts"
import { webhookMachine } from "../machines/webhooks.ts"
import type { WebhookDeliveryRow } from "../tables/webhook-deliveries.ts"
import type { Settle, Task } from "../tasks.ts"
import type { World } from "../world.ts"
import { afterAttempt } from "./after-attempt.ts"
import { Attempt, type DeliveryOutcome } from "./attempt.ts"
import { turnOff } from "./turn-off.ts"

/** Sends a delivery once more, when its endpoint's lane has room, and takes in how that went. */
export const attemptDelivery: Task = (world, id) => {
  const delivery = world.tables.webhookDeliveries.get(id)
  const event = delivery && world.tables.webhookEvents.get(delivery.event)
  if (delivery === undefined || event === undefined || delivery.status !== "pending") return undefined
  return world.lanes.run(delivery.webhook_id, event.message_id, () => send(world, delivery))
}

function send(world: World, delivery: WebhookDeliveryRow): Settle | Promise<Settle> {
  const { webhooks, webhookEvents, webhookDeliveries } = world.tables
  const webhook = webhooks.get(delivery.webhook_id)
  const event = webhookEvents.get(delivery.event)
  // The endpoint may have been turned off or removed while the attempt waited for its turn.
  if (webhook === undefined || event === undefined || webhookDeliveries.get(delivery.id) !== delivery) return nothing
  const { allowLocalWebhooks } = world.options
  const { url, secret } = webhook
  const attempt = new Attempt(
    url,
    event.event_id,
    world.now(),
    event.payload,
    secret,
    allowLocalWebhooks,
    limits.webhookAckTimeout,
  )
  const settle = (outcome: DeliveryOutcome) => {
    world.attempts.add({
      id: world.attempts.nextId(),
      webhook_id: webhook.id,
      delivery_id: delivery.id,
      attempt: delivery.attempts + 1,
      url,
      event_id: event.event_id,
      event_type: event.type,
      at: attempt.at,
      body: event.payload,
      secret,
      outcome,
    })
    settleAttempt(world, delivery, outcome)
  }
  const outcome = world.deliver(attempt)
  return outcome instanceof Promise ? outcome.then((came) => () => settle(came)) : () => settle(outcome)
}

const nothing: Settle = () => {}

function settleAttempt(world: World, delivery: WebhookDeliveryRow, outcome: DeliveryOutcome): void {
  const { webhooks, webhookDeliveries } = world.tables
  const webhook = webhooks.get(delivery.webhook_id)
  // Another row in its stead: it was turned off, removed or reset meanwhile, and the outcome comes too late.
  if (webhook === undefined || webhookDeliveries.get(delivery.id) !== delivery) return
  const now = world.now()
  const after = afterAttempt(delivery, webhook, outcome, now)
  const { nextAttemptAt } = after
  webhookDeliveries.move(delivery, webhookDeliveryMachine, after.delivery, {
    attempts: delivery.attempts + 1,
    last_response_status: after.responseStatus,
    last_error: after.error,
    next_attempt_at: nextAttemptAt,
    timer: nextAttemptAt === null ? null : world.timers.schedule(nextAttemptAt, "webhook.attempt", delivery.id),
    updated_at: now,
  })
  if (after.endpoint === "give_up") turnOff(world, webhook, "give_up")
  else if (webhook.status !== webhookMachine.next(webhook.status, after.endpoint)) {
    webhooks.move(webhook, webhookMachine, after.endpoint, {
      failing_since: after.failingSince,
      updated_at: world.timestamp(),
    })
  }
}
