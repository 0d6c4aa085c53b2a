import type { WebhookRow } from "../store/tables/webhooks.ts"
import type { World } from "../world/world.ts"

/** Why deliveries failed that were still waiting then. */
export const turnedOff = "the endpoint was turned off"

/**
 * Disables an endpoint and fails its pending deliveries: by its owner, or because it failed for three days. In the second case
 * the account's owner is notified by mail. Spec: Acknowledgement, retries, duplicates.
 */
export function disableEndpoint(world: World, webhook: WebhookRow, event: "turn_off" | "give_up"): WebhookRow {
  const { webhooks } = world.tables
  const off = webhooks.move(world, webhook, event)
  failPending(world, webhook.id)
  if (event === "give_up") tellOwner(world, off)
  return off
}

function failPending(world: World, webhookId: number): void {
  const { webhookDeliveries } = world.tables
  const updated_at = world.now()
  for (const delivery of webhookDeliveries.in("webhook", webhookId)) {
    if (delivery.status !== "pending") continue
    if (delivery.timer !== null) world.timers.cancel(delivery.timer)
    webhookDeliveries.move(world, delivery, "fail", {
      last_error: turnedOff,
      next_attempt_at: null,
      timer: null,
      updated_at,
    })
  }
}

function tellOwner(world: World, { id, brand_id, url, failing_since }: WebhookRow): void {
  const { brands, accounts, users } = world.tables
  const account = accounts.get(brands.get(brand_id)?.account_id ?? 0)
  const owner = account && users.get(account.owner_id)
  if (owner === undefined) return
  const since = failing_since === null ? world.timestamp() : new Date(failing_since).toISOString()
  world.tables.outbox.add(world, {
    to: owner.email,
    kind: "webhook_disabled",
    subject: "A webhook endpoint was turned off",
    text: `Every delivery to ${url} has failed since ${since}, so the endpoint was turned off. What happens from now on is not sent to it. Turn it on again once it answers.`,
    data: { webhook_id: id, url, failing_since: since },
  })
}
