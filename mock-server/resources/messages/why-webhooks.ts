import { limits } from "../../../sdk/contract/core/limits.ts"
import { webhookEventTypes } from "../../../sdk/contract/models/webhook-event-types.ts"
import type { MessageContentRow, MessageRow, TimelineEntry, WebhookDeliveryRow } from "../../base/models.gen.ts"
import type { World } from "../../world/world.ts"
import { waitsForEndpoint } from "../webhooks/switch-endpoint.ts"
import type { WebhookRow } from "../webhooks/table.ts"
import type { Reason } from "./reason.ts"

const attemptsInAll = limits.webhookRetryDelays.length + 1
const iso = (moment: number) => new Date(moment).toISOString()

/** What a message without webhooks is; undefined if it has some. */
export const unreportedKind = ({ channel, source_type }: MessageRow): string | undefined =>
  channel === "sms" ? "an SMS" : source_type === null ? undefined : "a test send"

/** The webhook deliveries of a message, and why some events had none. */
export function whyWebhooks(world: World, message: MessageRow, { timeline }: MessageContentRow): Reason[] {
  const unreported = unreportedKind(message)
  if (unreported !== undefined)
    return [{ at: message.created_at, what: `No webhook is sent: it is ${unreported}.`, rule: "30.1" }]
  const reported = new Set<string>()
  const reasons: Reason[] = []
  for (const delivery of world.tables.webhookDeliveries.all()) {
    const event = world.tables.webhookEvents.get(delivery.event)
    if (event?.message_id !== message.id) continue
    reported.add(event.type)
    reasons.push(whyDelivery(world, event.type, delivery))
  }
  const unsent = timeline.filter(({ type }) => isEvent(type) && !reported.has(type))
  return [...reasons, ...whyUnsent(world, message, unsent)]
}

const types: readonly string[] = webhookEventTypes
const isEvent = (type: string) => types.includes(type)

function whyDelivery(world: World, type: string, delivery: WebhookDeliveryRow): Reason {
  const { id, webhook_id, status, attempts, last_response_status, last_error, next_attempt_at } = delivery
  const fault = world.attempts.of(id).at(-1)?.injected?.fault_id
  const by = fault === undefined ? "" : `; fault ${fault} changed its last attempt`
  const at = iso(delivery.updated_at)
  const what = `${type} to endpoint ${webhook_id}`
  const next = next_attempt_at === null ? "" : iso(next_attempt_at)
  if (status === "delivered") return { at, what: `Delivered ${what}: ${last_response_status}${by}.`, rule: "12.1" }
  if (waitsForEndpoint(world, delivery))
    return { at, what: `${type} waits until endpoint ${webhook_id} is turned on.`, rule: "12.5" }
  if (status === "pending" && attempts === 0)
    return { at, what: `${type} goes to endpoint ${webhook_id} at ${next}.`, rule: "30.2" }
  if (status === "pending") {
    const failed = `Attempt ${attempts} of ${attemptsInAll} to deliver ${what} failed: ${last_error}`
    return { at, what: `${failed}${by}; the next is at ${next}.`, rule: "34.2" }
  }
  return { at, what: `Gave up delivering ${what}: ${last_error}${by}.`, rule: "34.2" }
}

/** Explains events that were sent to no endpoint, grouped by reason. */
function whyUnsent(world: World, message: MessageRow, unsent: readonly TimelineEntry[]): Reason[] {
  const byReason = new Map<string, { entries: TimelineEntry[]; rule: Reason["rule"] }>()
  for (const entry of unsent) {
    const [why, rule] = whyNoEndpoint(world, message, entry)
    const group = byReason.get(why) ?? { entries: [], rule }
    group.entries.push(entry)
    byReason.set(why, group)
  }
  return [...byReason].map(([why, { entries, rule }]) => {
    const typeText = [...new Set(entries.map(({ type }) => type))].join(", ")
    return {
      at: entries.at(-1)?.timestamp ?? message.created_at,
      what: `No webhook was sent for ${typeText}: ${why}.`,
      rule,
    }
  })
}

function whyNoEndpoint(
  world: World,
  { brand_id }: MessageRow,
  { type, timestamp }: TimelineEntry,
): [string, Reason["rule"]] {
  if (world.now() - Date.parse(timestamp) >= limits.webhookHistory) return ["deliveries are kept for 7 days", "36.8"]
  const endpoints = [...world.tables.webhooks.in("brand", brand_id)]
  if (endpoints.length === 0) return ["the brand has no endpoint", "30.2"]
  const each = endpoints.map((endpoint) => `endpoint ${endpoint.id} ${whyNot(endpoint, type, timestamp)}`)
  return [each.join(", "), "30.2"]
}

function whyNot({ status, events, created_at }: WebhookRow, type: string, at: string): string {
  if (created_at > at) return "was added later"
  if (status === "disabled") return "is disabled"
  return events.some((subscribed) => subscribed === type) ? "was changed since" : "does not subscribe to it"
}
