import type { Evidence, Facts } from "./facts.ts"

/** Something of the time that nobody can tell any more. */
export interface Lost {
  /** An event type, `history` for what is older than seven days, `suppressions` for those that no message of the brand explains. */
  readonly what: "email.delivered" | "email.opened" | "email.clicked" | "email.received" | "history" | "suppressions"
  /** Of how many messages, or addresses, at most; null where nobody can count them. */
  readonly atMost: number | null
  /** The same for people. */
  readonly sentence: string
}

/** What a catching up told, and what it could not. Moments are ISO 8601, UTC. */
export interface CatchUpAccount {
  /** The beginning of the time that was caught up with. ISO 8601, UTC. */
  readonly since: string
  /** Its end. ISO 8601, UTC. */
  readonly until: string
  /** Events that were handed over. */
  readonly told: number
  /** Events that the store knew. */
  readonly known: number
  /** Events that somebody else was handling all the time: catch up again. */
  readonly busy: number
  /** What nobody can tell any more; empty where nothing is missing. */
  readonly lost: readonly Lost[]
}

const messages = (count: number) => `${count} ${count === 1 ? "message" : "messages"}`

const names = [
  ["email.opened", "Opens"],
  ["email.clicked", "Clicks"],
] as const

/** What the evidence leaves open, of the types that are asked for. */
export function lostOf({ since, historyFrom, types }: Evidence, { undelivered, unopened, unexplained }: Facts): Lost[] {
  const lost: Lost[] = []
  const add = (what: Lost["what"], atMost: number | null, sentence: string) => lost.push({ what, atMost, sentence })
  if (types.has("email.delivered") && undelivered > 0) {
    add(
      "email.delivered",
      undelivered,
      `Nothing tells whether ${messages(undelivered)} arrived: at most, for those that bounced count too.`,
    )
  }
  for (const [what, name] of names) {
    if (types.has(what) && unopened > 0) {
      add(
        what,
        unopened,
        `${name} that happened while an endpoint was off are kept nowhere: ${messages(unopened)} may have had some.`,
      )
    }
  }
  if (types.has("email.received")) {
    add(
      "email.received",
      null,
      "Replies that came while an endpoint was off are in the inbox, and in no list: how many is not known.",
    )
  }
  if (since < historyFrom) {
    const from = new Date(historyFrom).toISOString()
    add(
      "history",
      null,
      `Deliveries are kept for seven days: before ${from} nothing tells what had arrived, and some may be told twice.`,
    )
  }
  if (unexplained > 0) {
    const what = unexplained === 1 ? "1 address was" : `${unexplained} addresses were`
    add(
      "suppressions",
      unexplained,
      `${what} suppressed in this time without a message of this brand: by a campaign, or another brand.`,
    )
  }
  return lost
}
