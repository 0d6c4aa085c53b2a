import type { ClientBase } from "pg"

export interface NewOrder {
  readonly customer: string
  readonly totalCents: number
}

/** Who takes the receipt to the service: a job of graphile-worker, or the relay to BullMQ that looks for it by itself. */
export type Queue = "graphile-worker" | "bullmq"

/** The order and its receipt, in the transaction that the caller has begun: both are there afterwards, or neither. */
export async function placeOrder(tx: ClientBase, { customer, totalCents }: NewOrder, queue: Queue): Promise<string> {
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
  }
  await tx.query("insert into outbox (order_id, message) values ($1, $2)", [id, message])
  if (queue === "graphile-worker")
    await tx.query("select graphile_worker.add_job('receipt', json_build_object('order', $1::text))", [id])
  return id
}
