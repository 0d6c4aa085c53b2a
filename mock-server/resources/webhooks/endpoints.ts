import type { PageRequest } from "../../../sdk/contract/core/endpoint.ts"
import { limits } from "../../../sdk/contract/core/limits.ts"
import type { WebhookCreate, WebhookUpdate } from "../../../sdk/contract/webhooks.ts"
import { lastMoment } from "../../base/clock.ts"
import type { WebhookDeliveryRow } from "../../base/models.gen.ts"
import type { PageOfRows } from "../../base/reply.ts"
import { invalid } from "../../base/service-error.ts"
import type { Owner } from "../../store/row.ts"
import type { Caller } from "../../world/caller.ts"
import type { World } from "../../world/world.ts"
import { urlHint, urlRefusal } from "./address.ts"
import { dropDelivery, forgetOldEvents } from "./history.ts"
import { webhookMachine } from "./machine.ts"
import { disableEndpoint, enableEndpoint } from "./switch-endpoint.ts"
import type { WebhookRow } from "./table.ts"

const secretBytes = 24

/** A webhook of the brand with its remaining history; 404 for any other. */
export function ownWebhook(world: World, caller: Caller, id: number): WebhookRow {
  forgetOldEvents(world)
  return world.tables.webhooks.own(caller, id)
}

export function pageOfWebhooks(world: World, { brand }: Caller, page: PageRequest): PageOfRows<WebhookRow> {
  forgetOldEvents(world)
  return world.tables.webhooks.page("brand", brand.id, page)
}

/** Adds an endpoint with its own secret. Throws a 422 beyond the brand's limit or for an address that is not public. */
export function addWebhook(world: World, { brand }: Pick<Owner, "brand">, { url, events }: WebhookCreate): WebhookRow {
  const { webhooks } = world.tables
  checkUrl(world, url)
  if (webhooks.count("brand", brand.id) >= limits.webhooksPerBrand) {
    throw invalid("36.5", { webhooks: [`are limited to ${limits.webhooksPerBrand} in a brand`] })
  }
  return webhooks.add(world, {
    brand_id: brand.id,
    url,
    events,
    status: webhookMachine.initial,
    failing_since: null,
    secret: newSecret(world),
  })
}

const newSecret = ({ random }: World) => `whsec_${Buffer.from(random.bytes(secretBytes)).toString("base64")}`

/** Gives an endpoint a new secret; for `grace` milliseconds, attempts are signed with the old one too. */
export function rotateSecret(world: World, id: number, grace: number): WebhookRow {
  const webhook = world.tables.webhooks.known(id)
  const old_secret = { secret: webhook.secret, until: Math.min(world.now() + grace, lastMoment) }
  return world.tables.webhooks.change(world, webhook, { secret: newSecret(world), old_secret })
}

export function changeWebhook(world: World, webhook: WebhookRow, changes: WebhookUpdate): WebhookRow {
  const { url = webhook.url, events = webhook.events, enabled } = changes
  if (changes.url !== undefined) checkUrl(world, url)
  const changed = world.tables.webhooks.change(world, webhook, { url, events })
  if (enabled === undefined || enabled === (changed.status !== "disabled")) return changed
  return enabled ? enableEndpoint(world, changed) : disableEndpoint(world, changed, "turn_off")
}

export function removeWebhook(world: World, webhook: WebhookRow): void {
  const { webhooks, webhookDeliveries } = world.tables
  for (const delivery of webhookDeliveries.in("webhook", webhook.id)) dropDelivery(world, delivery)
  webhooks.remove(webhook)
}

/** One page of an endpoint's deliveries, the newest first. */
export function pageOfDeliveries(world: World, { id }: WebhookRow, page: PageRequest): PageOfRows<WebhookDeliveryRow> {
  const { webhookDeliveries } = world.tables
  const ids = webhookDeliveries.ids("webhook", id)
  const end = Math.max(0, ids.length - (page.number - 1) * page.size)
  const newest = ids.slice(Math.max(0, end - page.size), end).reverse()
  return { rows: newest.flatMap((id) => webhookDeliveries.get(id) ?? []), total: ids.length }
}

function checkUrl(world: World, url: string): void {
  const { localWebhooks, allowWebhooksTo } = world.options
  const refusal = urlRefusal(url, localWebhooks.areAllowed, allowWebhooksTo)
  if (refusal === undefined) return
  const hint = urlHint(url)
  if (hint !== undefined) world.warn(hint)
  throw invalid("36.6", { url: [refusal] })
}
