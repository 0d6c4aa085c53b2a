import type { PostgresOutbox } from "mas-sdk/outbox"
import type { ClientBase } from "pg"

export interface NewOrder {
  readonly customer: string
  readonly totalCents: number
}

/** Adds the order and its receipt in the caller's transaction: both or neither. */
export async function placeOrder(
  tx: ClientBase,
  outbox: PostgresOutbox,
  { customer, totalCents }: NewOrder,
): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    "insert into orders (customer, total_cents) values ($1, $2) returning id",
    [customer, totalCents],
  )
  const id = rows[0]?.id ?? ""
  const message = {
    channel: "email",
    from: "hello@acme.test",
    to: customer,
    subject: `Receipt for order ${id}`,
    body: `Thank you. You paid ${(totalCents / 100).toFixed(2)}.`,
  } as const
  const receipt = await outbox.add(tx, message, { key: ["receipt", id] })
  await tx.query("update orders set receipt = $2 where id = $1", [id, receipt])
  return id
}
