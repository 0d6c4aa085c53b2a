import type { WebhookEvent } from "mas-sdk/webhooks"
import type { ClientBase } from "pg"

/** This shop's event handler: stores each message's history, and marks customers after a hard bounce. */
export async function handle(event: WebhookEvent, tx: ClientBase): Promise<void> {
  if (event.type === "email.bounced" && event.data.bounce.type === "hard") {
    const { rowCount } = await tx.query("update customers set reachable = false where email = $1", [event.data.to])
    if (rowCount === 0) throw new Error(`No customer has the address ${event.data.to}`)
  }
  const { message_id } = event.data
  if (message_id === null || message_id === undefined) return
  await tx.query("insert into message_history (message_id, type, happened_at) values ($1, $2, $3)", [
    message_id,
    event.type,
    event.timestamp,
  ])
}
