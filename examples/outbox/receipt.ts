import { APIError, Mas, type SendMessage } from "mas-sdk"
import type { Pool } from "pg"
import { receiptKey } from "./key.ts"
import type { Limiter } from "./limiter.ts"

/**
 * Answers about the message, which no repetition changes. 401, 403 and 404 are not among them: a wrong key or address is no
 * reason to drop receipts, and neither is a key that is missing, with which the client sends nothing.
 */
const final = new Set([400, 409, 413, 422])

/** A client whose every attempt, repetitions included, waits for its turn among all senders. */
export function createClient(limiter: Limiter): Mas {
  return new Mas({
    maxRetries: 5,
    // A pause that the service asks for is a second at least. It is longer than this, and so holds for everybody, below.
    maxRetryDelay: 500,
    async onRequest() {
      await limiter.turn()
      return undefined
    },
  })
}

export interface Sender {
  readonly pool: Pool
  readonly mas: Mas
  readonly limiter: Limiter
}

/**
 * Sends the receipt of an order, unless that is done. When it throws, the queue tries again later: with the same key, so
 * that what was sent before a crash or a lost answer is not sent twice.
 */
export async function sendReceipt({ pool, mas, limiter }: Sender, order: string, signal?: AbortSignal): Promise<void> {
  const { rows } = await pool.query<{ message: SendMessage }>(
    "select message from outbox where order_id = $1 and sent_at is null and failure is null",
    [order],
  )
  const message = rows[0]?.message
  while (message !== undefined) {
    try {
      const { id } = await mas.messages.send(message, { idempotencyKey: receiptKey(order), signal })
      await pool.query("update outbox set sent_at = now(), message_id = $2 where order_id = $1", [order, id])
      return
    } catch (error) {
      if (error instanceof APIError && final.has(error.status)) {
        await pool.query("update outbox set failure = $2 where order_id = $1", [order, error.message])
        return
      }
      // Rate limit, sending capacity or maintenance: nobody's turn, and no failed attempt of this job.
      if (!(error instanceof APIError && error.retryAt)) throw error
      await limiter.pauseUntil(error.retryAt)
    }
  }
}
