import { messageStatus, type WebhookEvent } from "mas-sdk/webhooks"
import type { Entry } from "./book.ts"

export interface Receipt {
  readonly email: string
  /** `not sent` until the service has accepted it, then its latest status. */
  readonly status: string
  /** Why it was not sent, if the service gave a reason. */
  readonly problem?: string | undefined
}

/** The status of an order's receipt; undefined if there is no such order. */
export function receiptOf(entries: readonly Entry[], orderId: string): Receipt | undefined {
  let email: string | undefined
  let message: number | undefined
  let problem: string | undefined
  const events: WebhookEvent[] = []
  for (const entry of entries) {
    if ("event" in entry) events.push(entry.event)
    else if ("order" in entry) email = entry.order.id === orderId ? entry.order.email : email
    else if (entry.orderId === orderId && "sent" in entry) message = entry.sent
    else if (entry.orderId === orderId && "problem" in entry) problem = entry.problem
  }
  if (email === undefined) return undefined
  if (message === undefined) return { email, status: "not sent", problem }
  const { status, opened } = messageStatus(events.filter(({ data }) => data.message_id === message))
  return { email, status: opened ? "opened" : status === "unknown" ? "on its way" : status }
}
