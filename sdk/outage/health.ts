import type { Webhook, WebhookDelivery } from "../contract/webhooks.ts"
import type { BrandLists } from "./brand-lists.ts"
import { newestFirst } from "./lists.ts"
import type { EventGap } from "./sentences.ts"
import * as sentences from "./sentences.ts"

/** The health of an endpoint. Times are ISO 8601, UTC. */
export interface EndpointHealth {
  /** The webhook's id. */
  readonly id: number
  /** The URL that the service delivers to. */
  readonly url: string
  /** The brand's sid; null for the client's brand. */
  readonly brand: string | null
  /** The account's id if the credential reaches several; otherwise null. */
  readonly account: number | null
  /** False if it is disabled: nothing is delivered to it. */
  readonly enabled: boolean
  /** Since when every attempt has failed; null if the last one succeeded, or none was made. */
  readonly failingSince: string | null
  /** Time of the last successful delivery in seven days; null if there was none. */
  readonly lastSuccess: string | null
  /** Number of deliveries that will be retried. */
  readonly waiting: number
  /** Number of deliveries that failed permanently in seven days. */
  readonly failed: number
  /** False if not all deliveries were read: the counts then cover the newest ones. */
  readonly complete: boolean
}

/** A problem that loses events, or soon will. */
export interface HealthProblem {
  /** The kind of problem; `sentence` explains it. */
  readonly kind: "no-endpoint" | "off" | "failing" | "failed" | "unheard" | "quiet" | "set-aside"
  /** The endpoint's id; null if the problem concerns a whole brand. */
  readonly endpoint: number | null
  /** The brand's sid; null for the client's brand. */
  readonly brand: string | null
  /** The problem and its remedy, in one or two sentences. */
  readonly sentence: string
}

export interface WebhookHealth {
  /** True if there are no problems. */
  readonly isHealthy: boolean
  /** ISO 8601, UTC. */
  readonly checkedAt: string
  /** What loses events, or soon will; empty if healthy. */
  readonly problems: readonly HealthProblem[]
  /** What could not be checked. */
  readonly notes: readonly string[]
  /** Every endpoint that was checked. */
  readonly endpoints: readonly EndpointHealth[]
}

/** A brand to check, and its lists. */
export interface BrandToCheck {
  readonly brand: string | null
  readonly account: number | null
  readonly lists: BrandLists
}

/** What counts as a problem. Times and durations are milliseconds. */
export interface HealthRules {
  readonly now: number
  readonly failAfter: number
  readonly since: number
  readonly events: readonly string[]
  /** Maximum number of deliveries to read per endpoint. */
  readonly most: number
}

/** The minimum number of deliveries for a baseline, and the shortest pause that counts as a silence (ms). */
const [usualFrom, shortest] = [10, 3_600_000]

/** Checks every endpoint of a brand. */
export async function checkBrand(
  { brand, account, lists }: BrandToCheck,
  rules: HealthRules,
): Promise<Pick<WebhookHealth, "problems" | "endpoints">> {
  const problems: HealthProblem[] = []
  const endpoints: EndpointHealth[] = []
  const webhooks = await lists.webhooks({ limit: 100 }).toArray()
  for (const webhook of webhooks) {
    const deliveries = await lists.deliveries(webhook.id, { limit: 100 }).toArray({ limit: rules.most })
    const health = healthOf(webhook, deliveries, rules)
    endpoints.push({ ...health, brand, account })
    const add = (kind: HealthProblem["kind"], sentence: string) =>
      problems.push({ kind, endpoint: webhook.id, brand, sentence })
    const failed = deliveries.filter(
      ({ status, updated_at }) => status === "failed" && Date.parse(updated_at) >= rules.since,
    )
    const since = webhook.failing_since ? Date.parse(webhook.failing_since) : undefined
    if (!webhook.enabled) add("off", sentences.off(webhook))
    else if (since !== undefined && rules.now - since >= rules.failAfter) {
      add("failing", sentences.failing(webhook, { since, now: rules.now, waiting: health.waiting }))
    }
    if (failed.length > 0) add("failed", sentences.failed(webhook, failed))
    const silence = webhook.enabled ? await silenceOf(webhook, deliveries, { lists, now: rules.now }) : undefined
    if (silence) add("quiet", sentences.quiet(webhook, silence))
  }
  const subscribedTypes = new Set(webhooks.flatMap(({ enabled, events }) => (enabled ? events : [])))
  const unseenTypes = rules.events.filter((type) => !subscribedTypes.has(type))
  const ofBrand = (kind: HealthProblem["kind"], sentence: string) =>
    problems.push({ kind, endpoint: null, brand, sentence })
  // Also without asked types: a deleted endpoint, or a credential of another account, must not look healthy.
  if (webhooks.length === 0) ofBrand("no-endpoint", sentences.noEndpoint(brand))
  else if (unseenTypes.length > 0) ofBrand("unheard", sentences.unseenTypesText(brand, unseenTypes))
  return { problems, endpoints }
}

function healthOf(
  { id, url, enabled, failing_since }: Webhook,
  deliveries: readonly WebhookDelivery[],
  { most }: HealthRules,
): Omit<EndpointHealth, "brand" | "account"> {
  const count = (status: string) => deliveries.filter((delivery) => delivery.status === status).length
  const successes = deliveries.filter(({ status }) => status === "delivered").map(({ updated_at }) => updated_at)
  return {
    id,
    url,
    enabled,
    failingSince: failing_since ?? null,
    lastSuccess: successes.sort().at(-1) ?? null,
    waiting: count("pending"),
    failed: count("failed"),
    complete: deliveries.length < most,
  }
}

async function silenceOf(
  { events }: Webhook,
  deliveries: readonly WebhookDelivery[],
  { lists, now }: { readonly lists: BrandLists; readonly now: number },
): Promise<EventGap | undefined> {
  // Every message causes one of these; other events may be rare.
  if (!events.includes("email.sent") && !events.includes("email.delivered")) return undefined
  const moments = deliveries.map(({ created_at }) => Date.parse(created_at)).sort((a, b) => a - b)
  const last = moments.at(-1)
  if (last === undefined || moments.length < usualFrom) return undefined
  const longest = moments.reduce((most, moment, at) => Math.max(most, moment - (moments[at - 1] ?? moment)), 0)
  const silent = now - last
  if (silent < Math.max(2 * longest, shortest)) return undefined
  let messages = 0
  for await (const { created_at, channel, status, source_type } of newestFirst(lists.messages)) {
    if (Date.parse(created_at) <= last) break
    if (channel === "email" && status === "sent" && source_type === null) messages++
  }
  return messages > 0 ? { silent, longest, messages } : undefined
}
