// Moves receipts from the outbox to Redis and sends them; start as many as you like, on as many machines:
//
//   DATABASE_URL=postgres://… REDIS_URL=redis://… MAS_BASE_URL=… MAS_API_KEY=… npx tsx bullmq/worker.ts
import { Queue, Worker } from "bullmq"
import { Redis } from "ioredis"
import { Pool } from "pg"
import { createLimiter } from "../limiter.ts"
import { createClient, sendReceipt } from "../receipt.ts"
import { needed, settings } from "../settings.ts"
import { redisPace } from "./pace.ts"
import { relayForever } from "./relay.ts"

const { databaseUrl, concurrency, takeOver } = settings
const pool = new Pool({ connectionString: databaseUrl, max: concurrency + 2 })
pool.on("error", (error) => console.error(error.message))
// One that breaks while it is lent ends no process: the next that is asked of it fails.
pool.on("connect", (client) => client.on("error", () => {}))
const connection = new Redis(needed("REDIS_URL"), { maxRetriesPerRequest: null }) // a worker waits for Redis to come back
const queue = new Queue<{ order: string }>("receipts", { connection })
const limiter = createLimiter(redisPace(connection), settings)
const mas = createClient(limiter)

const worker = new Worker<{ order: string }>(
  "receipts",
  ({ data }, _token, signal) => sendReceipt({ pool, mas, limiter }, data.order, signal),
  {
    connection,
    concurrency,
    lockDuration: takeOver,
    stalledInterval: takeOver,
    // A crash is no fault of the job: the attempts count what the service refused.
    maxStalledCount: 1_000,
  },
)
queue.on("error", (error) => console.error(error.message))
worker.on("error", (error) => console.error(error.message))
const stop = async () => {
  setTimeout(() => process.exit(1), 10_000) // where Redis is away, closing would wait for it
  worker.cancelAllJobs("This worker stops") // also those that wait for their turn
  await worker.close()
  process.exit(0)
}
process.once("SIGTERM", stop).once("SIGINT", stop)

console.log("Working")
await relayForever(pool, queue)
