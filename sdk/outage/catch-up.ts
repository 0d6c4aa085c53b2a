import { InvalidArgumentError } from "../client/errors.ts"
import type { RequestOptions } from "../client/options.ts"
import { sleep } from "../client/request/host.ts"
import { check, milliseconds, type Rule } from "../client/request/options-check.ts"
import type { Requester } from "../client/request/requester.ts"
import { limits } from "../contract/core/limits.ts"
import type { WebhookDelivery } from "../contract/webhooks.ts"
import { webhookEventTypes } from "../webhooks/events.ts"
import { checkStore, type WebhookStore } from "../webhooks/store.ts"
import { type CatchUpAccount, type CatchUpEvidence, summarizeLosses } from "./account.ts"
import { type BrandLists, brandLists, momentOf, serviceTime } from "./brand-lists.ts"
import { type CaughtUpEvent, findFacts } from "./facts.ts"
import { newestFirst, readWhole } from "./lists.ts"

const knownTypes: readonly unknown[] = webhookEventTypes
const eventTypes: Rule = [
  (types) => Array.isArray(types) && types.every((type) => knownTypes.includes(type)),
  `must be a list of ${webhookEventTypes.join(", ")}`,
]

/** The period to catch up on. Also takes any request option, such as `brandSid`. */
export interface CatchUpOptions extends Omit<RequestOptions, "idempotencyKey"> {
  /** The last time everything worked: when the endpoint began to fail, or when the backup was made. */
  since: Date | string | number
  /** End of the period. Default: now, by the service's clock. */
  until?: Date | string | number | undefined
  /**
   * The receiver's own store. Events that it has are skipped, and handled events are added to it. Without a store,
   * every event is yielded. The store must keep ids since `since` (its option `keep`, 48 hours by default). It cannot
   * know an event whose deliveries are gone, after seven days or with a deleted endpoint: then `lost` says so.
   */
  store?: WebhookStore | undefined
  /** The event types to yield. Default: those that the brand's endpoints listen to. */
  types?: readonly string[] | undefined
  /** Milliseconds that handling one event may take; after that, another process may take it. Default 60,000. */
  lease?: number | undefined
}

/** How long before the period a message may have been sent that bounced in it. */
const viewSnapshot = limits.webhookHistory

/**
 * Yields the events of a period, except those that the store has. An event is marked as done when the next one is
 * requested: a run after a crash continues there.
 */
export async function* catchUp(
  requester: Requester,
  catchUpOptions: CatchUpOptions,
  onEnd: (account: CatchUpAccount) => void,
): AsyncGenerator<CaughtUpEvent, void, undefined> {
  const { since, until, store, types, lease = 60_000, ...options } = catchUpOptions
  check("lease", lease, milliseconds)
  check("types", types, eventTypes)
  if (store !== undefined) checkStore(store)
  const from = momentOf("since", since)
  // The header has whole seconds: add one, so that events of the current second are included.
  const to = until === undefined ? (await serviceTime(requester, options)) + 1_000 : momentOf("until", until)
  if (from >= to) throw new InvalidArgumentError("since", "must be before until (default: now)")
  const evidence = await readEvidence(brandLists(requester, options), from, to, types)
  const facts = findFacts(evidence)
  const count = { yielded: 0, known: 0, busy: 0 }
  const waiting: CaughtUpEvent[] = []
  for (const event of facts.events) {
    options.signal?.throwIfAborted()
    const outcome = yield* dispatchDue(event, store, lease)
    count[outcome]++
    if (outcome === "busy") waiting.push(event)
  }
  if (waiting.length > 0) {
    // Another process holds these leases. If it crashed, they expire in this time.
    await sleep(requester.times.clock, lease, options.signal)
    count.busy = 0
    for (const event of waiting) {
      options.signal?.throwIfAborted()
      count[yield* dispatchDue(event, store, lease)]++
    }
  }
  const [first, last] = [new Date(from).toISOString(), new Date(to).toISOString()]
  onEnd({ since: first, until: last, ...count, lost: summarizeLosses(evidence, facts) })
}

/** Yields an event that no other process holds. Marks it as done when the next is requested; releases it if the loop ends first. */
async function* dispatchDue(
  event: CaughtUpEvent,
  store: WebhookStore | undefined,
  lease: number,
): AsyncGenerator<CaughtUpEvent, "yielded" | "known" | "busy", undefined> {
  if (store === undefined) {
    yield event
    return "yielded"
  }
  const claim = await store.claim(event.id, { lease })
  if (claim.state !== "mine") return claim.state === "done" ? "known" : "busy"
  let isDone = false
  try {
    yield event
    isDone = true
  } finally {
    if (!isDone) await store.release(event.id, claim.owner)
  }
  await store.complete(event.id, claim.owner)
  return "yielded"
}

async function readEvidence(
  lists: BrandLists,
  since: number,
  until: number,
  types: readonly string[] | undefined,
): Promise<CatchUpEvidence> {
  const messages = []
  for await (const message of newestFirst(lists.messages)) {
    if (Date.parse(message.created_at) < since - viewSnapshot) break
    messages.push(message)
  }
  const suppressions = [
    ...(await readWhole((page) => lists.suppressions(true, page))),
    ...(await readWhole((page) => lists.suppressions(false, page))),
  ]
  // Read deliveries last: then every event that a message or suppression shows has its delivery.
  const webhooks = await readWhole(lists.webhooks)
  const deliveries: WebhookDelivery[][] = []
  for (const { id } of webhooks) deliveries.push(await readWhole((page) => lists.deliveries(id, page)))
  const listened = webhooks.flatMap(({ events }) => events)
  return {
    since,
    until,
    historyFrom: until - limits.webhookHistory,
    types: new Set<string>(types ?? (listened.length > 0 ? listened : webhookEventTypes)),
    messages,
    suppressions,
    endpoints: webhooks,
    deliveries: deliveries.flat(),
  }
}
