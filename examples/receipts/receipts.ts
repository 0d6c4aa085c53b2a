import type { Database } from "better-sqlite3"
import { idempotencyKey, type Mas } from "mas-sdk"
import { createOutbox } from "mas-sdk/outbox"

export interface Order {
  readonly id: string
  readonly customer: string
  readonly totalCents: number
}

/** The status of an order's receipt: waiting, perhaps because of a problem; sent as this message; or failed permanently. */
export type Receipt =
  | { readonly status: "open"; readonly problem?: string }
  | { readonly status: "sent"; readonly messageId: number }
  | { readonly status: "failed"; readonly reason: string }

/** An order's row with its receipt. */
interface Row {
  readonly customer: string
  readonly total: number
  readonly due_at: string | null
  readonly error: string | null
  readonly message_id: number | null
}

/** Seconds after which a receipt that a crash interrupted is sent again. */
const lease = Number(process.env.LEASE ?? 60)

/** Takes orders, and sends one receipt for each. All its state is in the database, so it may crash at any moment. */
export async function openReceipts(db: Database, mas: Mas) {
  const outbox = createOutbox({ mas, db, longestWait: 60_000 })
  await outbox.migrate()
  db.exec("create table if not exists orders (id text primary key, customer text not null, total integer not null)")
  const read = db.prepare<[string, string], Row>(`select customer, total, due_at, error, message_id
    from orders join mas_outbox on mas_outbox.id = ? where orders.id = ?`)
  const find = (id: string) => read.get(idempotencyKey("receipt", id), id)
  const insert = db.prepare("insert into orders (id, customer, total) values (?, ?, ?)")
  void outbox.poll({ every: 200, lease: lease * 1_000, onError: console.error })

  /** Writes the order and its receipt atomically. */
  const add = db.transaction(({ id, customer, totalCents }: Order) => {
    const message = {
      channel: "email",
      to: customer,
      subject: `Receipt for order ${id}`,
      body: `Thank you. You paid ${(totalCents / 100).toFixed(2)}.`,
    } as const
    insert.run(id, customer, totalCents)
    outbox.add(db, message, { key: ["receipt", id] })
  })

  return {
    find(id: string): Receipt | undefined {
      const row = find(id)
      return row && receiptIn(row)
    },
    /** Takes an order once; undefined if its id belongs to another order. Its receipt will then be sent, even after a crash. */
    place(order: Order): Receipt | undefined {
      const known = find(order.id)
      if (known === undefined) {
        add(order)
        return { status: "open" }
      }
      const isSame = known.customer === order.customer && known.total === order.totalCents
      return isSame ? receiptIn(known) : undefined
    },
  }
}

function receiptIn({ due_at, error, message_id }: Row): Receipt {
  if (message_id !== null) return { status: "sent", messageId: message_id }
  if (due_at === null) return { status: "failed", reason: error ?? "" }
  return { status: "open", ...(error !== null && { problem: error }) }
}
