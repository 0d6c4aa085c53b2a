import type { InjectedFault, WebhookDeliveryRow } from "../../base/models.gen.ts"
import { timeText } from "../../base/time-text.ts"
import type { AttemptFacts, DeliveryOutcome } from "../../world/delivery.ts"
import type { Settle, TaskResult } from "../../world/task-kinds.ts"
import type { Task, World } from "../../world/world.ts"
import { type AfterAttempt, afterAttempt } from "./after-attempt.ts"
import { attemptFacts, attemptRequest } from "./attempt.ts"
import { postpone, releaseHeld, sendWithFault, takeDeliveryFault, withDeliveryFault } from "./delivery-faults.ts"
import { eventText, type WebhookEventRow } from "./events-table.ts"
import { webhookMachine } from "./machine.ts"
import { disableEndpoint } from "./switch-endpoint.ts"
import type { WebhookRow } from "./table.ts"

/** Makes an attempt of a delivery as soon as its endpoint's queue has room, and records the outcome. */
export const attemptDelivery: Task = (world, id) => {
  const { webhookDeliveries, webhookEvents } = world.tables
  const delivery = webhookDeliveries.get(id)
  const event = delivery && webhookEvents.get(delivery.event)
  if (delivery === undefined || event === undefined || delivery.status !== "pending") return undefined
  const fault = delivery.injected_fault ?? takeDeliveryFault(world, delivery, event)
  if (delivery.injected_fault !== undefined) world.faults.release(id)
  else if (fault !== undefined && postpone(world, delivery, fault)) return undefined
  // On a frozen clock, time may be moved while the attempt is queued: it is still sent at its due time.
  const dueAt = world.clock.mode === "frozen" ? world.now() : undefined
  return world.deliveryQueues.run(delivery.webhook_id, event.message_id, () =>
    send(world, delivery, event, { fault, at: dueAt ?? world.now() }),
  )
}

function send(
  world: World,
  delivery: WebhookDeliveryRow,
  event: WebhookEventRow,
  { fault, at }: { readonly fault: InjectedFault | undefined; readonly at: number },
): TaskResult {
  // The world ended while the attempt was queued: it is kept for the next start.
  if (world.scheduler.isClosed) return undefined
  const webhook = endpointOf(world, delivery)
  // The endpoint was removed while the attempt was queued.
  if (webhook === undefined) return nothing
  // Once it is enabled, the attempt is scheduled again.
  if (webhook.status === "disabled") return () => world.tables.webhookDeliveries.update(delivery, { timer: null })
  const signedAt = world.webhookTime === "real" ? world.clock.host.now() : undefined
  const facts = attemptFacts({ delivery, webhook, event, at, signedAt })
  const { held: heldFaults } = world.faults
  if (fault !== undefined) {
    return sendFaulty(world, { delivery, attempt: withDeliveryFault(world, facts, fault), held: heldFaults }, fault)
  }
  const attemptMade: AttemptMade = { delivery, attempt: facts, held: heldFaults }
  const outcome = deliver(world, facts)
  if (!(outcome instanceof Promise)) return () => recordResult(world, attemptMade, outcome)
  return outcome.then(
    (came) => () => recordResult(world, attemptMade, came),
    (error) => () => recordResult(world, attemptMade, broken(error)),
  )
}

function sendFaulty(world: World, attemptMade: AttemptMade, fault: InjectedFault): Promise<Settle> {
  return sendWithFault(attemptMade.attempt, fault, () => deliver(world, attemptMade.attempt)).then(
    ({ outcome, copies }) =>
      () => {
        recordResult(world, attemptMade, outcome)
        for (const copy of copies) world.attempts.add(copy)
      },
    (error) => () => recordResult(world, attemptMade, broken(error)),
  )
}

interface AttemptMade {
  readonly delivery: WebhookDeliveryRow
  readonly attempt: AttemptFacts
  /** Deliveries that it overtakes. */
  readonly held: readonly number[]
}

function recordResult(
  world: World,
  { delivery, attempt, held: heldFaults }: AttemptMade,
  outcome: DeliveryOutcome,
): void {
  settle(world, delivery, attempt, outcome)
  if (heldFaults.length > 0) releaseHeld(world, attempt.webhook_id, heldFaults)
  world.watchers.changed()
}

/** A custom delivery function must not break the world, even when it throws. */
function deliver(world: World, attempt: AttemptFacts): DeliveryOutcome | Promise<DeliveryOutcome> {
  try {
    return world.deliver(attemptRequest(attempt, world))
  } catch (error) {
    return broken(error)
  }
}

const broken = (error: unknown): DeliveryOutcome => ({ error: String(error), duration: 0 })

const nothing: Settle = () => {}

/** The current endpoint of a delivery; undefined if the delivery was replaced or removed. */
function endpointOf(world: World, delivery: WebhookDeliveryRow): WebhookRow | undefined {
  const { webhooks, webhookDeliveries } = world.tables
  return webhookDeliveries.get(delivery.id) === delivery ? webhooks.get(delivery.webhook_id) : undefined
}

function settle(world: World, delivery: WebhookDeliveryRow, attempt: AttemptFacts, outcome: DeliveryOutcome): void {
  world.attempts.add({ facts: attempt, outcome })
  const webhook = endpointOf(world, delivery)
  // Removed or reset in the meantime: the result comes too late.
  const after = webhook && afterAttempt(delivery, webhook, outcome, attempt.at)
  const isOff = webhook?.status === "disabled" || after?.endpoint === "give_up"
  tellHistory(world, delivery, attempt, { outcome, after, isOff })
  if (webhook === undefined || after === undefined) return
  const now = world.now()
  world.tables.webhookDeliveries.moveTo(delivery, after.delivery, (status) => ({
    id: delivery.id,
    webhook_id: delivery.webhook_id,
    event: delivery.event,
    status,
    attempts: attempt.number,
    last_response_status: after.responseStatus,
    last_error: after.error,
    next_attempt_at: after.nextAttemptAt,
    timer: isOff ? null : scheduleNext(world, delivery, after.nextAttemptAt),
    updated_at: now,
  }))
  if (webhook.status === "disabled") return
  if (after.endpoint === "give_up") disableEndpoint(world, webhook, "give_up")
  else if (webhook.status !== webhookMachine.next(webhook.status, after.endpoint)) {
    world.tables.webhooks.move(world, webhook, after.endpoint, { failing_since: after.failingSince })
  }
}

function tellHistory(
  world: World,
  delivery: WebhookDeliveryRow,
  { event_type, url, number }: AttemptFacts,
  { outcome, after, isOff }: { outcome: DeliveryOutcome; after: AfterAttempt | undefined; isOff: boolean },
): void {
  const now = world.now()
  const result = "status" in outcome ? outcome.status : outcome.error
  const next = after?.nextAttemptAt ?? null
  const isBad = after !== undefined && after.delivery !== "succeed"
  const then =
    next !== null
      ? isOff
        ? ". It waits until its endpoint is turned on"
        : `. Retry scheduled for ${timeText(next, now)}`
      : isBad
        ? ". No retry follows"
        : after === undefined
          ? ". Its endpoint was removed meanwhile"
          : ""
  const event = world.tables.webhookEvents.get(delivery.event)
  const what = `Webhook ${event ? eventText(event) : event_type} to ${url}, attempt ${number}: ${result}${then}`
  world.history.add(now, { what, isBad, about: { kind: "delivery", id: delivery.id } })
}

function scheduleNext(world: World, { id }: WebhookDeliveryRow, moment: number | null): number | null {
  return moment === null ? null : world.timers.schedule(moment, "webhook.attempt", id)
}
