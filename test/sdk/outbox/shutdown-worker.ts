// Sends the outbox of DATABASE_URL until SIGTERM, by the given ENGINE, with a pace in Redis.
import { Queue, Worker } from "bullmq"
import { Redis } from "ioredis"
import { Pool } from "pg"
import { Mas } from "../../../sdk/index.ts"
import { createOutbox } from "../../../sdk/outbox/index.ts"
import { redisPace } from "../../../sdk/stores/index.ts"

const { DATABASE_URL: connectionString = "", REDIS_URL: redis = "", ENGINE: engine } = process.env
const connection = new Redis(redis, { maxRetriesPerRequest: null })
const pool = new Pool({ connectionString })
const mas = new Mas({ pace: redisPace(connection, { perSecond: 0.1 }) })
const outbox = createOutbox({ mas, pool })
const stop = new AbortController()
const rounds = { every: 20, signal: stop.signal }

if (engine === "bullmq") {
  const queue = new Queue<{ id: string }>("mas-outbox", { connection })
  const worker = new Worker("mas-outbox", outbox.bullmq(queue, rounds), { connection, concurrency: 5 })
  process.once("SIGTERM", async () => {
    stop.abort()
    await worker.close()
    process.exit(0)
  })
} else {
  process.once("SIGTERM", () => stop.abort())
  void outbox.poll({ ...rounds, concurrency: 5 }).then(() => process.exit(0))
}
console.log("Working")
