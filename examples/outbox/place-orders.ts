// Places orders, a hundred in a transaction:
//
//   DATABASE_URL=postgres://… npx tsx place-orders.ts 1000 [bullmq]
import { Client } from "pg"
import { placeOrder } from "./orders.ts"
import { needed } from "./settings.ts"

const [count = "1", queue = "graphile-worker"] = process.argv.slice(2)
if (queue !== "graphile-worker" && queue !== "bullmq") throw new Error("The queue is graphile-worker or bullmq")
const client = new Client({ connectionString: needed("DATABASE_URL") })
await client.connect()
for (let placed = 0; placed < Number(count); ) {
  await client.query("begin")
  for (const end = Math.min(placed + 100, Number(count)); placed < end; placed++)
    await placeOrder(client, { customer: `customer${placed}@example.test`, totalCents: 100 + placed }, queue)
  await client.query("commit")
}
await client.end()
