// Places orders, a hundred per transaction:
//
//   DATABASE_URL=postgres://… npx tsx place-orders.ts 1000
import { createOutbox, inTransaction } from "mas-sdk/outbox"
import { Pool } from "pg"
import { placeOrder } from "./orders.ts"
import { settings } from "./settings.ts"

const count = Number(process.argv[2] ?? 1)
const pool = new Pool({ connectionString: settings.databaseUrl })
const outbox = createOutbox({ pool })
for (let placed = 0; placed < count; ) {
  await inTransaction(pool, async (tx) => {
    for (const end = Math.min(placed + 100, count); placed < end; placed++)
      await placeOrder(tx, outbox, { customer: `customer${placed}@example.test`, totalCents: 100 + placed })
  })
}
await pool.end()
