import { limits } from "../../../sdk/contract/core/limits.ts"
import type { WebhookDeliveryRow } from "../../base/models.gen.ts"
import type { World } from "../../world/world.ts"

/**
 * Deletes events older than seven days with their deliveries. Both are in order of creation. Events later than now, after the
 * clock was set back, are skipped.
 */
export function forgetOldEvents(world: World): void {
  const { webhookEvents, webhookDeliveries } = world.tables
  const now = world.now()
  for (const delivery of webhookDeliveries.all()) {
    const age = now - (webhookEvents.get(delivery.event)?.created_at ?? 0)
    if (age >= limits.webhookHistory) dropDelivery(world, delivery)
    else if (age >= 0) break
  }
  for (const event of webhookEvents.all()) {
    const age = now - event.created_at
    if (age >= limits.webhookHistory) webhookEvents.remove(event)
    else if (age >= 0) break
  }
}

export function dropDelivery(world: World, delivery: WebhookDeliveryRow): void {
  if (delivery.status === "pending" && delivery.timer !== null) world.timers.cancel(delivery.timer)
  world.tables.webhookDeliveries.remove(delivery)
}
