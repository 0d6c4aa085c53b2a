import { limits } from "../../sdk/contract/core/limits.ts"
import type { WebhookDeliveryRow } from "../store/tables/webhook-deliveries.ts"
import type { World } from "../world/world.ts"

/** Drops events of more than seven days ago with their deliveries. Both stand in the order in which they were made. */
export function forgetOldEvents(world: World): void {
  const { webhookEvents, webhookDeliveries } = world.tables
  const before = world.now() - limits.webhookHistory
  for (const delivery of webhookDeliveries.all()) {
    const event = webhookEvents.get(delivery.event)
    if (event !== undefined && event.created_at > before) break
    dropDelivery(world, delivery)
  }
  for (const event of webhookEvents.all()) {
    if (event.created_at > before) break
    webhookEvents.remove(event)
  }
}

/** Removes a delivery and the attempt that it waits for. */
export function dropDelivery(world: World, delivery: WebhookDeliveryRow): void {
  if (delivery.status === "pending" && delivery.timer !== null) world.timers.cancel(delivery.timer)
  world.tables.webhookDeliveries.remove(delivery)
}
