import type { DatabaseSync } from "node:sqlite"
import type { WebhookEvent } from "mas-sdk/webhooks"

/**
 * What this shop does with an event: it keeps each message's history, and counts what reached each customer. To count is what may
 * not happen twice; here nothing looks after that, because all is written by `tx`.
 */
export function apply(event: WebhookEvent, tx: DatabaseSync): void {
  if (event.type !== "email.delivered" && event.type !== "email.bounced") return
  const { message_id, to } = event.data
  tx.prepare("insert into history values (?, ?, ?)").run(message_id ?? null, event.type, event.timestamp)
  const column = event.type === "email.delivered" ? "delivered" : "bounced"
  tx.prepare(
    `insert into customers (email, ${column}) values (?, 1) on conflict do update set ${column} = ${column} + 1`,
  ).run(to)
}
