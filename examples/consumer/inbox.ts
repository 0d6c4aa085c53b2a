import type { WebhookEvent } from "mas-sdk/webhooks"
import type { ClientBase } from "pg"

/** The subject of an event: events of one subject are processed in order. */
function subjectOf({ id, data }: WebhookEvent): string {
  const about: Record<string, unknown> = { ...data }
  if (about.message_id) return `message-${about.message_id}`
  return about.conversation_id ? `conversation-${about.conversation_id}` : id
}

/** Puts an event into the inbox, and wakes a worker, in the transaction that marks the event as done. */
export async function queueEvent(tx: ClientBase, event: WebhookEvent): Promise<void> {
  const subject = subjectOf(event)
  await tx.query("insert into inbox (event_id, subject, happened_at, event) values ($1, $2, $3, $4)", [
    event.id,
    subject,
    event.timestamp,
    event,
  ])
  await wake(tx, subject)
}

/** One job per subject: a new job replaces a waiting one, but not a running one. */
export async function wake(tx: Pick<ClientBase, "query">, subject: string, at = new Date(0)): Promise<void> {
  await tx.query(
    "select graphile_worker.add_job('events', json_build_object('subject', $1::text), null, $2, null, $1)",
    [subject, at],
  )
}
