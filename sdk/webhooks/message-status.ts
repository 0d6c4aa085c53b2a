import type { EmailBouncedData, EmailFailedData, WebhookEvent } from "./events.ts"

/** The status of a message according to its events. Plain data: store it as JSON. */
export interface MessageStatus {
  /** The latest of `delivered`, `bounced` and `failed`, before that `sent`; `unknown` before any of these events. */
  status: "unknown" | "sent" | "delivered" | "bounced" | "failed"
  /** The time of this status (ISO 8601, UTC); absent while unknown. */
  at?: string
  /** The id of the event with this status: the tie-breaker between events of the same time. Absent while unknown. */
  by?: string
  /** How it bounced, if `bounced`. */
  bounce?: EmailBouncedData["bounce"]
  /** Why it failed, if `failed`. */
  failure?: EmailFailedData["failure"]
  /** True once it was opened. Like the fields below, it never becomes false again. */
  opened: boolean
  /** True once a link was clicked. */
  clicked: boolean
  /** True once the recipient has marked it as spam. */
  complained: boolean
  /** True once the recipient has replied; an automatic reply does not count. */
  replied: boolean
}

const marks: Partial<Record<string, "opened" | "clicked" | "complained" | "replied">> = {
  "email.opened": "opened",
  "email.clicked": "clicked",
  "email.complained": "complained",
  "email.received": "replied",
}

const initialStatus: MessageStatus = {
  status: "unknown",
  opened: false,
  clicked: false,
  complained: false,
  replied: false,
}

/** At the same time, the later one in this list counts. */
const ends = ["sent", "delivered", "bounced", "failed"] as const

/** `sent` is always first, whatever the timestamps say; the id breaks ties. */
function isLater(rank: number, { at = "", by = "" }: { at?: string; by?: string }, than: MessageStatus): boolean {
  const before = than.status === "unknown" ? -1 : ends.indexOf(than.status)
  if (before < 0) return true
  const order = [Math.min(rank, 1), Date.parse(at), rank] as const
  const orderBefore = [Math.min(before, 1), Date.parse(than.at ?? ""), before] as const
  const position = order.findIndex((each, index) => each !== orderBefore[index])
  return position < 0 ? by > (than.by ?? "") : (order[position] ?? 0) > (orderBefore[position] ?? 0)
}

/**
 * A message's status after one more event: store the status instead of event bodies. Pass `undefined` to start. The
 * result equals that of `messageStatus`, in any order of events and with duplicates. Does not change its arguments.
 * Spec: Event types.
 *
 * ```ts
 * row.status = status.advance(row.status, event)
 * ```
 */
export function advance(current: MessageStatus | undefined, event: WebhookEvent): MessageStatus {
  const next = { ...(current ?? initialStatus) }
  if (event.data.test) return next
  const mark = marks[event.type]
  const isAutomatic = event.type === "email.received" && event.data.auto_submitted
  if (mark && !isAutomatic) next[mark] = true
  const rank = ends.findIndex((end) => event.type === `email.${end}`)
  const status = ends[rank]
  if (!status || !isLater(rank, { at: event.timestamp, by: event.id }, next)) return next
  const { bounce: _, failure: __, ...flags } = next
  return {
    ...flags,
    status,
    at: event.timestamp,
    by: event.id,
    ...(event.type === "email.bounced" && { bounce: event.data.bounce }),
    ...(event.type === "email.failed" && { failure: event.data.failure }),
  }
}

/**
 * The status of one message, from the events that have arrived so far, in any order and with duplicates. Test events
 * and unknown types are ignored. `status.advance` does it event by event.
 * Spec: Event types; Acknowledgement, retries, duplicates.
 */
export function messageStatus(events: Iterable<WebhookEvent>): MessageStatus {
  let status = { ...initialStatus }
  for (const event of events) status = advance(status, event)
  return status
}
