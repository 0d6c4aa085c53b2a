import { messageStatus } from "mas-sdk/webhooks"
import type { Entry } from "./book.ts"

/** What became of an order's receipt, in words; undefined where there is no such order. */
export function receiptOf(
  entries: readonly Entry[],
  orderId: string,
): { email: string; status: string; problem?: string } | undefined {
  const order = entries.flatMap((entry) => ("order" in entry && entry.order.id === orderId ? [entry.order] : [])).at(0)
  if (order === undefined) return undefined
  const { email } = order
  const message = entries.flatMap((entry) => ("sent" in entry && entry.orderId === orderId ? [entry.sent] : [])).at(0)
  if (message === undefined) {
    const problems = entries.flatMap((entry) =>
      "problem" in entry && entry.orderId === orderId ? [entry.problem] : [],
    )
    return { email, status: "not sent", problem: problems.at(-1) }
  }
  const { status, opened } = messageStatus(
    entries.flatMap((entry) => ("event" in entry && entry.event.data.message_id === message ? [entry.event] : [])),
  )
  return { email, status: opened ? "opened" : status === "unknown" ? "on its way" : status }
}
