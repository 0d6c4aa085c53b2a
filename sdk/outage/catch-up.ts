import { limits } from "../contract/core/limits.ts"
import type { WebhookDelivery } from "../contract/webhooks.ts"
import { webhookEventTypes } from "../webhooks/events.ts"
import type { WebhookStore } from "../webhooks/store.ts"
import { type CatchUpAccount, lostOf } from "./account.ts"
import { type CaughtUpEvent, type Evidence, findFacts } from "./facts.ts"
import { type BrandLists, newestFirst, readWhole } from "./lists.ts"

/** A time to catch up with, checked. Moments are milliseconds since 1970. */
export interface CatchUpPlan {
  readonly lists: BrandLists
  readonly since: number
  readonly until: number
  readonly types: readonly string[] | undefined
  readonly store: WebhookStore | undefined
  readonly lease: number
  /** Waits `ms` milliseconds. */
  readonly wait: (ms: number) => Promise<void>
  readonly onEnd: (account: CatchUpAccount) => void
}

/** How long before the time a message may have been sent that bounced in it. */
const lookBack = limits.webhookHistory

/**
 * Tells what happened in a time. The store removes what it knows, and keeps what was handed over as soon as the next one is asked
 * for: who starts again after a crash goes on there.
 */
export async function* catchUpWith(plan: CatchUpPlan): AsyncGenerator<CaughtUpEvent, void, undefined> {
  const { store, lease, since, until } = plan
  const evidence = await readEvidence(plan)
  const facts = findFacts(evidence)
  const count = { told: 0, known: 0, busy: 0 }
  const waiting: CaughtUpEvent[] = []
  for (const event of facts.events) {
    const outcome = yield* handOver(event, store, lease)
    count[outcome]++
    if (outcome === "busy") waiting.push(event)
  }
  if (waiting.length > 0) {
    // Another process has them, or had them when it crashed: then its lease runs out.
    await plan.wait(lease)
    count.busy = 0
    for (const event of waiting) count[yield* handOver(event, store, lease)]++
  }
  const [from, to] = [since, until].map((moment) => new Date(moment).toISOString())
  plan.onEnd({ since: from ?? "", until: to ?? "", ...count, lost: lostOf(evidence, facts) })
}

/** Yields an event that is nobody else's, and marks it done when the next one is asked for; gives it back where the loop ends instead. */
async function* handOver(
  event: CaughtUpEvent,
  store: WebhookStore | undefined,
  lease: number,
): AsyncGenerator<CaughtUpEvent, "told" | "known" | "busy", undefined> {
  if (store === undefined) {
    yield event
    return "told"
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
  return "told"
}

async function readEvidence({ lists, since, until, types }: CatchUpPlan): Promise<Evidence> {
  const messages = []
  for await (const message of newestFirst(lists.messages)) {
    if (Date.parse(message.created_at) < since - lookBack) break
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
    deliveries: deliveries.flat(),
  }
}
