// Moves receipts from the outbox to Redis and sends them; start any number of workers, on any number of machines:
//
//   DATABASE_URL=postgres://… REDIS_URL=redis://… MAS_BASE_URL=… MAS_API_KEY=… npx tsx bullmq/worker.ts
import { Queue, Worker } from "bullmq"
import { Redis } from "ioredis"
import { redisPace } from "mas-sdk/stores"
import { Pool } from "pg"
import { sendingOutbox } from "../outbox.ts"
import { needed, settings } from "../settings.ts"

const { databaseUrl, concurrency, takeOver, lease, perSecond, longestPause } = settings
const pool = new Pool({ connectionString: databaseUrl, max: concurrency + 2 })
pool.on("error", (error) => console.error(error.message))
// A broken connection in use must not end the process: its next query fails.
pool.on("connect", (client) => client.on("error", () => {}))
const connection = new Redis(needed("REDIS_URL"), { maxRetriesPerRequest: null }) // a worker waits until Redis is back
const queue = new Queue<{ id: string }>("mas-outbox", { connection })
const outbox = sendingOutbox(pool, redisPace(connection, { perSecond, longestPause }))

const worker = new Worker<{ id: string }>("mas-outbox", outbox.bullmq(queue, { lease, onError: console.error }), {
  connection,
  concurrency,
  lockDuration: takeOver,
  stalledInterval: takeOver,
  // A crash is not the job's fault.
  maxStalledCount: 1_000,
})
queue.on("error", (error) => console.error(error.message))
worker.on("error", (error) => console.error(error.message))
const stop = async () => {
  setTimeout(() => process.exit(1), 10_000) // without Redis, closing would wait for it
  worker.cancelAllJobs("This worker stops") // also jobs that wait for their turn of the pace
  await worker.close()
  process.exit(0)
}
process.once("SIGTERM", stop).once("SIGINT", stop)

console.log("Working")
