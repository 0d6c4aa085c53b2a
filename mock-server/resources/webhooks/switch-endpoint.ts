import type { WebhookDeliveryRow } from "../../base/models.gen.ts"
import type { World } from "../../world/world.ts"
import type { WebhookRow } from "./table.ts"

/**
 * Disables an endpoint: by its owner, or because it failed for three days. Its pending deliveries wait until it is enabled. In the
 * second case the account's owner is notified by mail. Spec: Acknowledgement, retries, duplicates.
 */
export function disableEndpoint(world: World, webhook: WebhookRow, event: "turn_off" | "give_up"): WebhookRow {
  const off = world.tables.webhooks.move(world, webhook, event)
  for (const delivery of waitingDeliveries(world, webhook)) {
    if (delivery.timer !== null) world.timers.cancel(delivery.timer)
    world.tables.webhookDeliveries.update(delivery, { timer: null })
  }
  const what = `Endpoint ${webhook.id} disabled${event === "give_up" ? ": every delivery has failed for three days" : ""}`
  world.history.add(world.now(), { what, isBad: true, about: { kind: "endpoint", id: webhook.id } })
  if (event === "give_up") notifyOwner(world, off)
  return off
}

/** Enables an endpoint. What was pending is sent when it is due, or now if that time has passed. */
export function enableEndpoint(world: World, webhook: WebhookRow): WebhookRow {
  for (const delivery of waitingDeliveries(world, webhook)) {
    const next_attempt_at = Math.max(world.now(), delivery.next_attempt_at ?? 0)
    const timer = world.timers.schedule(next_attempt_at, "webhook.attempt", delivery.id)
    world.tables.webhookDeliveries.update(delivery, { next_attempt_at, timer })
  }
  return world.tables.webhooks.move(world, webhook, "turn_on", { failing_since: null })
}

/** True for a delivery that is pending while its endpoint is disabled. */
export const waitsForEndpoint = ({ tables }: World, { status, webhook_id }: WebhookDeliveryRow): boolean =>
  status === "pending" && tables.webhooks.get(webhook_id)?.status === "disabled"

/** The pending deliveries of an endpoint without a request under way: that one still counts. */
function waitingDeliveries({ tables, timers }: World, { id }: WebhookRow): WebhookDeliveryRow[] {
  const deliveries = [...tables.webhookDeliveries.in("webhook", id)]
  return deliveries.filter(({ status, timer }) => status === "pending" && (timer === null || !timers.isRunning(timer)))
}

function notifyOwner(world: World, { id, brand_id, url, failing_since }: WebhookRow): void {
  const { brands, accounts, users } = world.tables
  const account = accounts.get(brands.get(brand_id)?.account_id ?? 0)
  const owner = account && users.get(account.owner_id)
  if (owner === undefined) return
  const since = failing_since === null ? world.timestamp() : new Date(failing_since).toISOString()
  world.tables.outbox.add(world, {
    to: owner.email,
    kind: "webhook_disabled",
    subject: "A webhook endpoint was turned off",
    text: `Every delivery to ${url} has failed since ${since}, so the endpoint was turned off. New events are not sent to it. Turn it on again once it works.`,
    data: { webhook_id: id, url, failing_since: since },
  })
}
