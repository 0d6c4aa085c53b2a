import type { WebhookEvent } from "mas-sdk/webhooks"
import type { ClientBase } from "pg"

/** Stores a message's status. After a hard bounce or a complaint, the customer gets no more mail. */
export async function recordMail(event: WebhookEvent, { tx }: { tx: ClientBase }): Promise<void> {
  const { id, type, timestamp, data } = event
  const row = [id, data.message_id, type, timestamp]
  await tx.query("insert into mail_events (event_id, message_id, type, happened_at) values ($1, $2, $3, $4)", row)
  const isLost =
    event.type === "email.complained" || (event.type === "email.bounced" && event.data.bounce.type === "hard")
  if (isLost) await tx.query("update customers set reachable = false where email = $1", [data.to])
}

/** Stores a customer's reply, with the message that it answers. */
export async function recordReply(event: WebhookEvent, { tx }: { tx: ClientBase }): Promise<void> {
  if (event.type !== "email.received") return
  const { from, subject, text, message_id } = event.data
  await tx.query("insert into reply_events (event_id, message_id, sender, subject, body) values ($1, $2, $3, $4, $5)", [
    event.id,
    message_id,
    from,
    subject,
    text,
  ])
}
