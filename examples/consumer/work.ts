import type { WebhookEvent } from "mas-sdk/webhooks"
import type { ClientBase, Pool } from "pg"
import { wake } from "./inbox.ts"

/** Handles an event. Writes by `tx` happen exactly once. Effects outside the database may be repeated. */
export type Handle = (event: WebhookEvent, tx: ClientBase) => Promise<void>

export interface Patience {
  /** How often an event is tried before it is set aside. */
  readonly attempts: number
  /** Seconds before the second attempt; four times as many before each further one, an hour at most. */
  readonly pause: number
}

/** The first open event. Counts the attempt before it is made, so that an event that crashes its worker is counted, too. */
const attempt = `
  with first as (
    select event_id, next_at from inbox where subject = $1 and set_aside_at is null
    order by happened_at, event_id limit 1
  ), tried as (
    update inbox set attempts = attempts + 1,
      next_at = clock_timestamp() + least($2 * power(4, attempts), 3600) * interval '1 s'
    from first where inbox.event_id = first.event_id and first.next_at <= clock_timestamp()
    returning inbox.event
  )
  select event_id, next_at, event from first left join tried on true`
const failed = `
  update inbox set error = $2, set_aside_at = case when attempts >= $3 then clock_timestamp() end
  where event_id = $1`

interface Attempt {
  readonly event_id: string
  readonly next_at: Date
  /** Null if it is not due yet. */
  readonly event: WebhookEvent | null
}

/**
 * Processes the queued events of a subject, the oldest first. A failing event blocks later ones until it
 * succeeds or is set aside. Ends when nothing is open, or queues a job for the time when the first is due.
 */
export async function workOff(pool: Pool, subject: string, handle: Handle, patience: Patience): Promise<void> {
  const client = await pool.connect()
  let broken = true // then the connection is closed, which releases the lock
  try {
    await client.query("select pg_advisory_lock(hashtextextended($1, 0))", [subject])
    while (await workOne(client, subject, handle, patience));
    await client.query("select pg_advisory_unlock(hashtextextended($1, 0))", [subject])
    broken = false
  } finally {
    client.release(broken)
  }
}

/** Whether there may be more to do now. */
async function workOne(
  client: ClientBase,
  subject: string,
  handle: Handle,
  { attempts, pause }: Patience,
): Promise<boolean> {
  const { rows } = await client.query<Attempt>(attempt, [subject, pause])
  const [first] = rows
  if (first === undefined) return false
  if (first.event === null) {
    await wake(client, subject, first.next_at)
    return false
  }
  try {
    await client.query("begin")
    await handle(first.event, client)
    await client.query("delete from inbox where event_id = $1", [first.event_id])
    await client.query("commit")
  } catch (error) {
    await client.query("rollback")
    await client.query(failed, [first.event_id, String(error), attempts])
  }
  return true
}
