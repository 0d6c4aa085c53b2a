import type { DatabaseSync } from "node:sqlite"
import type { WebhookEvent } from "mas-sdk/webhooks"

/**
 * This shop's event handler: stores each message's history, and counts each customer's delivered and bounced mails. An
 * event must not count twice; that needs no code here, because all writes use `tx`.
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
