import type { EmailBouncedData, EmailFailedData, WebhookEvent } from "./events.ts"

/** What became of a message, as far as its events tell. Plain data: keep it as JSON. */
export interface MessageStatus {
  /** `unknown` while nothing has been heard. Of `delivered`, `bounced` and `failed` what happened last. */
  status: "unknown" | "sent" | "delivered" | "bounced" | "failed"
  /** When that happened (ISO 8601, UTC); absent while it is unknown. */
  at?: string
  /** The id of the event that said so: it decides between two of the same moment. Absent while it is unknown. */
  by?: string
  /** How it bounced, where it is `bounced`. */
  bounce?: EmailBouncedData["bounce"]
  /** Why it failed, where it is `failed`. */
  failure?: EmailFailedData["failure"]
  /** Whether it was ever opened, clicked, complained about or answered, whatever came after. */
  opened: boolean
  /** True once somebody has followed a link. */
  clicked: boolean
  /** True once the recipient has marked it as spam. */
  complained: boolean
  /** True once the recipient has answered. */
  answered: boolean
}

const marks: Partial<Record<string, "opened" | "clicked" | "complained" | "answered">> = {
  "email.opened": "opened",
  "email.clicked": "clicked",
  "email.complained": "complained",
  "email.received": "answered",
}

const unheard: MessageStatus = { status: "unknown", opened: false, clicked: false, complained: false, answered: false }

/** At the same moment the later of these counts. */
const ends = ["sent", "delivered", "bounced", "failed"] as const

/** Nothing happens before a message is sent, whatever clocks say; the id settles what is the same in all else. */
function isLater(rank: number, { at = "", by = "" }: { at?: string; by?: string }, than: MessageStatus): boolean {
  const before = than.status === "unknown" ? -1 : ends.indexOf(than.status)
  if (before < 0) return true
  const order = [Math.min(rank, 1), Date.parse(at), rank] as const
  const orderBefore = [Math.min(before, 1), Date.parse(than.at ?? ""), before] as const
  const place = order.findIndex((each, index) => each !== orderBefore[index])
  return place < 0 ? by > (than.by ?? "") : (order[place] ?? 0) > (orderBefore[place] ?? 0)
}

/**
 * A message's status after one more event about it: keep the status, and no event bodies. From `undefined` it begins anew. In
 * whatever order events come, and however often, the result is that of `messageStatus`. Changes nothing that it is given. Spec:
 * Event types.
 *
 * ```ts
 * row.status = status.advance(row.status, event)
 * ```
 */
export function advance(current: MessageStatus | undefined, event: WebhookEvent): MessageStatus {
  const next = { ...(current ?? unheard) }
  if (event.data.test) return next
  const mark = marks[event.type]
  if (mark) next[mark] = true
  const rank = ends.findIndex((end) => event.type === `email.${end}`)
  const status = ends[rank]
  if (!status || !isLater(rank, { at: event.timestamp, by: event.id }, next)) return next
  const { bounce: _, failure: __, ...kept } = next
  return {
    ...kept,
    status,
    at: event.timestamp,
    by: event.id,
    ...(event.type === "email.bounced" && { bounce: event.data.bounce }),
    ...(event.type === "email.failed" && { failure: event.data.failure }),
  }
}

/**
 * What became of one message, from its events in any order and number: neither that they overtake each other nor that they
 * come twice makes a difference, so that it can be called with what has arrived so far. Tests and unknown types count for
 * nothing. `status.advance` does it event by event. Spec: Event types; Acknowledgement, retries, duplicates.
 */
export function messageStatus(events: Iterable<WebhookEvent>): MessageStatus {
  let status = { ...unheard }
  for (const event of events) status = advance(status, event)
  return status
}
