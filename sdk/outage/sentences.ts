import { limits } from "../contract/core/limits.ts"
import type { Webhook, WebhookDelivery } from "../contract/webhooks.ts"

/** A pause longer than any recent one, although messages were sent. Milliseconds. */
export interface EventGap {
  readonly silent: number
  readonly longest: number
  readonly messages: number
}

const iso = (moment: number) => new Date(moment).toISOString()
const endpointName = ({ id, url }: Webhook) => `Endpoint ${id} (${url})`

/** A duration in its largest whole unit, or in two units if it is small. */
export function timeText(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  const [days, hours] = [Math.floor(minutes / 1_440), Math.floor(minutes / 60)]
  if (days >= 2) return `${days} days`
  if (hours >= 2) return `${hours} h`
  return hours === 1 ? `1 h ${minutes - 60} min` : `${minutes} min`
}

const deliveries = (count: number) => `${count} ${count === 1 ? "delivery" : "deliveries"}`

export const off = (webhook: Webhook): string =>
  `${endpointName(webhook)} is off, since ${webhook.updated_at} or before: it gets no events, and missed events are not sent later. Turn it on, then catch up.`

export function failing(
  webhook: Webhook,
  { since, now, waiting }: { since: number; now: number; waiting: number },
): string {
  const offFrom = iso(since + limits.webhookAutoOffAfter)
  return `${endpointName(webhook)} has failed for ${timeText(now - since)}, since ${iso(since)}: ${deliveries(waiting)} ${waiting === 1 ? "waits" : "wait"}. The first failure after ${offFrom} turns it off.`
}

export function failed(webhook: Webhook, lost: readonly WebhookDelivery[]): string {
  const first = lost.map(({ payload }) => payload.timestamp).sort()[0]
  return `${endpointName(webhook)}: ${deliveries(lost.length)} failed permanently and will not be retried. Catch up since ${first}.`
}

export const noEndpoint = (brand: string | null): string =>
  `There is no endpoint${brand === null ? "" : ` in brand ${brand}`}: no event is delivered. Add one; or is this another account's credential?`

export const unseenTypesText = (brand: string | null, types: readonly string[]): string =>
  `No endpoint that is on ${brand === null ? "" : `in brand ${brand} `}listens to ${types.join(", ")}: these events are not delivered.`

export const quiet = (webhook: Webhook, { silent, longest, messages }: EventGap): string =>
  `${endpointName(webhook)} has been sent nothing for ${timeText(silent)}, although ${messages} ${messages === 1 ? "message was" : "messages were"} sent. The longest pause in the seven days before was ${timeText(longest)}.`

export const setAside = (count: number, oldest: string): string =>
  `${count} ${count === 1 ? "event is" : "events are"} set aside, the oldest since ${oldest}: correct the cause, then retry or drop them.`
