import type { Evidence, Facts } from "./facts.ts"

/** Information about the period that cannot be recovered. */
export interface Lost {
  /** An event type; `history`: events older than seven days; `suppressions`: those that no message of the brand explains. */
  readonly what: "email.delivered" | "email.opened" | "email.clicked" | "email.received" | "history" | "suppressions"
  /** Maximum number of messages or addresses affected; null if unknown. */
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
  /** What cannot be recovered; empty if nothing is missing. */
  readonly lost: readonly Lost[]
}

const messages = (count: number) => `${count} ${count === 1 ? "message" : "messages"}`

const names = [
  ["email.opened", "Opens"],
  ["email.clicked", "Clicks"],
] as const

/** What the evidence cannot show, for the requested event types. */
export function summarizeLosses(
  { since, historyFrom, types }: Evidence,
  { undelivered, unopened, unexplained }: Facts,
): Lost[] {
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
