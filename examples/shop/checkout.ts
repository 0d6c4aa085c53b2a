import { inTransaction, type PostgresOutbox } from "mas-sdk/outbox"
import type { Pool } from "pg"
import { placeOrder } from "../outbox/orders.ts"

export interface Checkout {
  /** Made by the page that the customer sees, once for each basket. */
  readonly key: string
  readonly customer: string
  readonly total_cents: number
}

export interface Counter {
  readonly pool: Pool
  readonly outbox: PostgresOutbox
}

/** Places an order, with its receipt in the outbox. The same checkout again answers the order that it became. */
export function checkOut(
  { pool, outbox }: Counter,
  { key, customer, total_cents }: Checkout,
): Promise<{ order: string }> {
  return inTransaction(pool, async (tx) => {
    // Of two at once, the second waits here for the first.
    await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [key])
    const { rows } = await tx.query<{ order_id: string }>("select order_id from checkouts where key = $1", [key])
    if (rows[0]) return { order: rows[0].order_id }
    const order = await placeOrder(tx, outbox, { customer, totalCents: total_cents })
    await tx.query("insert into checkouts (key, order_id) values ($1, $2)", [key, order])
    return { order }
  })
}
