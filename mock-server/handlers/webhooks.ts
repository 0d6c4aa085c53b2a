import { limits } from "../../sdk/contract/core/limits.ts"
import type { webhooks } from "../../sdk/contract/webhooks.ts"
import { invalid, notFound } from "../base/service-error.ts"
import { webhookMachine } from "../machines/webhooks.ts"
import type { Page } from "../store/collection.ts"
import type { WebhookRow } from "../store/tables/webhooks.ts"
import { urlRefusal } from "../webhooks/address.ts"
import { emitTo } from "../webhooks/emit.ts"
import { dropDelivery, forgetOldEvents } from "../webhooks/history.ts"
import { sampleData } from "../webhooks/samples.ts"
import { showDelivery, showWebhook } from "../webhooks/show.ts"
import { turnOff } from "../webhooks/turn-off.ts"
import type { Caller } from "../world/caller.ts"
import type { World } from "../world/world.ts"
import type { HandlersFor } from "./handlers-for.ts"

const masked = { reveal: false }
const secretBytes = 24

export const webhookHandlers: HandlersFor<typeof webhooks> = {
  list(world, { brand }, { page }) {
    forgetOldEvents(world)
    const { rows, total } = world.tables.webhooks.page("brand", brand.id, page)
    return { rows: rows.map((webhook) => showWebhook(world, webhook, masked)), total }
  },

  create(world, { brand }, { body }) {
    const { webhooks } = world.tables
    checkUrl(world, body.url)
    if (webhooks.count("brand", brand.id) >= limits.webhooksPerBrand) {
      throw invalid({ webhooks: [`are limited to ${limits.webhooksPerBrand} in a brand`] })
    }
    const now = world.timestamp()
    const webhook = webhooks.insert({
      id: webhooks.nextId(),
      brand_id: brand.id,
      url: body.url,
      events: body.events,
      status: webhookMachine.initial,
      failing_since: null,
      secret: `whsec_${Buffer.from(world.random.bytes(secretBytes)).toString("base64")}`,
      created_at: now,
      updated_at: now,
    })
    return showWebhook(world, webhook, { reveal: true })
  },

  get(world, caller, { params, query }) {
    return showWebhook(world, ownWebhook(world, caller, params.id), { reveal: query.reveal ?? false })
  },

  update(world, caller, { params, body }) {
    const webhook = ownWebhook(world, caller, params.id)
    const { url = webhook.url, events = webhook.events, enabled } = body
    if (body.url !== undefined) checkUrl(world, url)
    const updated = world.tables.webhooks.update(webhook, { url, events, updated_at: world.timestamp() })
    return showWebhook(world, enabled === undefined ? updated : turn(world, updated, enabled), masked)
  },

  delete(world, caller, { params }) {
    const webhook = ownWebhook(world, caller, params.id)
    const shown = showWebhook(world, webhook, masked)
    for (const delivery of world.tables.webhookDeliveries.in("webhook", webhook.id)) dropDelivery(world, delivery)
    world.tables.webhooks.remove(webhook)
    return shown
  },

  test(world, caller, { params, body }) {
    const webhook = ownWebhook(world, caller, params.id)
    if (webhook.status === "disabled") throw invalid({ enabled: ["is false: the endpoint is turned off"] })
    const data = sampleData(body.type, world.timestamp())
    return showDelivery(world, emitTo(world, webhook, { type: body.type, data, messageId: null }))
  },

  deliveries(world, caller, { params, page }) {
    const { webhookDeliveries } = world.tables
    const webhook = ownWebhook(world, caller, params.id)
    const { rows, total } = newestFirst(webhookDeliveries.ids("webhook", webhook.id), page)
    const found = rows.flatMap((id) => webhookDeliveries.get(id) ?? [])
    return { rows: found.map((delivery) => showDelivery(world, delivery)), total }
  },
}

/** A webhook of the brand, with what is left of its history; 404 for any other. */
function ownWebhook(world: World, { brand }: Caller, id: number): WebhookRow {
  forgetOldEvents(world)
  const webhook = world.tables.webhooks.get(id)
  if (webhook === undefined || webhook.brand_id !== brand.id) throw notFound("Webhook")
  return webhook
}

function checkUrl(world: World, url: string): void {
  const refusal = urlRefusal(url, world.options.allowLocalWebhooks)
  if (refusal !== undefined) throw invalid({ url: [refusal] })
}

function turn(world: World, webhook: WebhookRow, on: boolean): WebhookRow {
  if (on === (webhook.status !== "disabled")) return webhook
  if (!on) return turnOff(world, webhook, "turn_off")
  return world.tables.webhooks.move(webhook, webhookMachine, "turn_on", { failing_since: null })
}

function newestFirst(ids: readonly number[], { number, size }: { number: number; size: number }): Page<number> {
  const end = Math.max(0, ids.length - (number - 1) * size)
  return { rows: ids.slice(Math.max(0, end - size), end).reverse(), total: ids.length }
}
