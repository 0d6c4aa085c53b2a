import type { Webhook } from "../contract/webhooks.ts"
import { type Evidence, type Facts, isDerived } from "./facts.ts"

/** Information about the period that cannot be recovered. */
export interface Lost {
  /**
   * An event type; `history`: events older than seven days; `deliveries`: events older than the endpoints, which may
   * repeat; `suppressions`: those that no message of the brand explains.
   */
  readonly what:
    | "email.delivered"
    | "email.opened"
    | "email.clicked"
    | "email.received"
    | "history"
    | "deliveries"
    | "suppressions"
  /** Maximum number of messages, events or addresses affected; null if unknown. */
  readonly atMost: number | null
  /** The same as a sentence. */
  readonly sentence: string
}

/** The result of a catch-up. Times are ISO 8601, UTC. */
export interface CatchUpAccount {
  /** Start of the period. ISO 8601, UTC. */
  readonly since: string
  /** End of the period. ISO 8601, UTC. */
  readonly until: string
  /** Number of events yielded. */
  readonly yielded: number
  /** Number of events skipped because the store already had them. */
  readonly known: number
  /** Number of events skipped because another process held their lease: catch up again. */
  readonly busy: number
  /** What cannot be recovered, and what may repeat; empty if there is neither. */
  readonly lost: readonly Lost[]
}

/** The records that were read, with the brand's endpoints. */
export interface CatchUpEvidence extends Evidence {
  readonly endpoints: readonly Pick<Webhook, "events" | "created_at">[]
}

const messages = (count: number) => `${count} ${count === 1 ? "message" : "messages"}`

const names = [
  ["email.opened", "Opens"],
  ["email.clicked", "Clicks"],
] as const

/** For each event that an endpoint may have delivered which was deleted since: when the oldest remaining one was made. */
function repeatableUntil({ until, endpoints }: CatchUpEvidence, { events }: Facts): number[] {
  return events.filter(isDerived).flatMap(({ type, timestamp }) => {
    const listeners = endpoints.filter(({ events }) => events.includes(type))
    const recordedFrom = Math.min(until, ...listeners.map(({ created_at }) => Date.parse(created_at)))
    return Date.parse(timestamp) < recordedFrom ? [recordedFrom] : []
  })
}

/** What the evidence cannot show, for the requested event types. */
export function summarizeLosses(evidence: CatchUpEvidence, facts: Facts): Lost[] {
  const { since, historyFrom, types } = evidence
  const { undelivered, unopened, unexplained } = facts
  const lost: Lost[] = []
  const add = (what: Lost["what"], atMost: number | null, sentence: string) => lost.push({ what, atMost, sentence })
  if (types.has("email.delivered") && undelivered > 0) {
    add(
      "email.delivered",
      undelivered,
      `It is unknown whether ${messages(undelivered)} arrived. This number includes bounced messages.`,
    )
  }
  for (const [what, name] of names) {
    if (types.has(what) && unopened > 0) {
      add(what, unopened, `${name} are not recorded while an endpoint is off: up to ${messages(unopened)}.`)
    }
  }
  if (types.has("email.received")) {
    add(
      "email.received",
      null,
      "Replies that came while an endpoint was off are in the inbox. No list has them, so their number is unknown.",
    )
  }
  if (since < historyFrom) {
    const from = new Date(historyFrom).toISOString()
    add(
      "history",
      null,
      `Deliveries are kept for seven days: which events were delivered before ${from} is unknown, and some may repeat.`,
    )
  }
  const recordedFrom = repeatableUntil(evidence, facts)
  const repeatable = recordedFrom.length
  if (repeatable > 0) {
    const [what, typeText] = repeatable === 1 ? ["1 event", "its type"] : [`${repeatable} events`, "their types"]
    const until = new Date(recordedFrom.reduce((latest, time) => Math.max(latest, time))).toISOString()
    add(
      "deliveries",
      repeatable,
      `${what} before ${until} may repeat: no endpoint that listens to ${typeText} is older, and what a deleted endpoint delivered is unknown.`,
    )
  }
  if (unexplained > 0) {
    const what = unexplained === 1 ? "1 address was" : `${unexplained} addresses were`
    add(
      "suppressions",
      unexplained,
      `${what} suppressed in this period, but not by a message of this brand: by a campaign, or by another brand.`,
    )
  }
  return lost
}
