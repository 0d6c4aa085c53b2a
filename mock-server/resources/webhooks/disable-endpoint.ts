import type { WebhookDeliveryRow } from "../../base/models.gen.ts"
import type { World } from "../../world/world.ts"
import { disabledError } from "./after-attempt.ts"
import type { WebhookRow } from "./table.ts"

/**
 * Disables an endpoint and fails the deliveries that wait for an attempt: by its owner, or because it failed for three days. In the second case
 * the account's owner is notified by mail. Spec: Acknowledgement, retries, duplicates.
 */
export function disableEndpoint(world: World, webhook: WebhookRow, event: "turn_off" | "give_up"): WebhookRow {
  const { webhooks } = world.tables
  const off = webhooks.move(world, webhook, event)
  failPending(world, webhook.id)
  const what = `Endpoint ${webhook.id} disabled${event === "give_up" ? ": every delivery has failed for three days" : ""}`
  world.history.add(world.now(), { what, isBad: true, about: { kind: "endpoint", id: webhook.id } })
  if (event === "give_up") notifyOwner(world, off)
  return off
}

function failPending(world: World, webhookId: number): void {
  for (const delivery of world.tables.webhookDeliveries.in("webhook", webhookId)) {
    if (delivery.status !== "pending") continue
    // An attempt that is under way decides by its response.
    if (delivery.timer !== null && world.timers.isRunning(delivery.timer)) continue
    if (delivery.timer !== null) world.timers.cancel(delivery.timer)
    failAsDisabled(world, delivery)
  }
}

export function failAsDisabled(world: World, delivery: WebhookDeliveryRow): void {
  world.tables.webhookDeliveries.move(world, delivery, "fail", {
    last_error: disabledError,
    next_attempt_at: null,
    timer: null,
    updated_at: world.now(),
  })
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
