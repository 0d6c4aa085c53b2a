import type { EmailBouncedData, EmailFailedData, WebhookEvent } from "./events.ts"

/** What became of a message, as far as its events tell. */
export interface MessageStatus {
  /** `unknown` while nothing has been heard. Of `delivered`, `bounced` and `failed` what happened last. */
  status: "unknown" | "sent" | "delivered" | "bounced" | "failed"
  /** When that happened (ISO 8601, UTC); absent while it is unknown. */
  at?: string
  /** How it bounced, where it is `bounced`. */
  bounce?: EmailBouncedData["bounce"]
  /** Why it failed, where it is `failed`. */
  failure?: EmailFailedData["failure"]
  /** Whether it was ever opened, clicked, complained about or answered, whatever came after. */
  opened: boolean
  clicked: boolean
  complained: boolean
  answered: boolean
}

const marks: Partial<Record<string, "opened" | "clicked" | "complained" | "answered">> = {
  "email.opened": "opened",
  "email.clicked": "clicked",
  "email.complained": "complained",
  "email.received": "answered",
}

/** At the same moment the later of these counts. */
const ends = ["sent", "delivered", "bounced", "failed"] as const

/**
 * What became of one message, from its events in any order and number: neither that they overtake each other nor that they
 * come twice makes a difference, so that it can be called with what has arrived so far. Tests and unknown types count for
 * nothing. Spec: Event types; Acknowledgement, retries, duplicates.
 */
export function messageStatus(events: Iterable<WebhookEvent>): MessageStatus {
  const all: MessageStatus = { status: "unknown", opened: false, clicked: false, complained: false, answered: false }
  let latest = ""
  let last: WebhookEvent | undefined
  for (const event of events) {
    if (event.data.test) continue
    const mark = marks[event.type]
    if (mark) all[mark] = true
    const rank = ends.findIndex((end) => event.type === `email.${end}`)
    // Nothing happens before a message is sent, whatever clocks say; the id settles what is the same in all else.
    const order = `${Math.min(rank, 1)} ${Date.parse(event.timestamp)} ${rank} ${event.id}`
    const status = ends[rank]
    if (!status || order <= latest) continue
    latest = order
    last = event
    all.status = status
    all.at = event.timestamp
  }
  if (last?.type === "email.bounced") all.bounce = last.data.bounce
  if (last?.type === "email.failed") all.failure = last.data.failure
  return all
}
