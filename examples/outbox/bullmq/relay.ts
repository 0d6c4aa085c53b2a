import type { Queue } from "bullmq"
import type { Pool } from "pg"

const batch = 500
const attempts = { attempts: 25, backoff: { type: "exponential", delay: 1_000 }, removeOnComplete: true }

// What Redis has had for an hour without a result goes to it again: it may have been lost there. Where it was not, its job's id
// is known and nothing happens.
const open = `
  select order_id from outbox
  where sent_at is null and failure is null and (queued_at is null or queued_at < now() - interval '1 hour')
  order by order_id limit ${batch} for update skip locked`

/**
 * Hands receipts to Redis, marking them in the same transaction that locks them. A crash between the two hands them over once
 * more; several relays take different ones. Resolves with their number.
 */
export async function relay(pool: Pool, queue: Queue<{ order: string }>): Promise<number> {
  const tx = await pool.connect()
  try {
    await tx.query("begin")
    const { rows } = await tx.query<{ order_id: string }>(open)
    const orders = rows.map((row) => row.order_id)
    await queue.addBulk(
      orders.map((order) => ({ name: "receipt", data: { order }, opts: { ...attempts, jobId: `receipt-${order}` } })),
    )
    await tx.query("update outbox set queued_at = now() where order_id = any($1)", [orders])
    await tx.query("commit")
    return orders.length
  } catch (error) {
    await tx.query("rollback")
    throw error
  } finally {
    tx.release()
  }
}

/** Relays until nothing is left, and looks again every second. */
export async function relayForever(pool: Pool, queue: Queue<{ order: string }>): Promise<never> {
  for (;;) {
    const moved = await relay(pool, queue).catch((error) => console.error(error))
    if (moved !== batch) await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}
