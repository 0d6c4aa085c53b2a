// Sends the outbox of DATABASE_URL with the given ENGINE until it is killed.
import { Queue, Worker } from "bullmq"
import { run } from "graphile-worker"
import { Redis } from "ioredis"
import { Pool } from "pg"
import PgBoss from "pg-boss"
import { Mas } from "../../../sdk/index.ts"
import { createOutbox } from "../../../sdk/outbox/index.ts"

const { DATABASE_URL: connectionString = "", REDIS_URL: redis = "", ENGINE: engine } = process.env
const pool = new Pool({ connectionString })
pool.on("error", () => {})
pool.on("connect", (client) => client.on("error", () => {}))
const outbox = createOutbox({ mas: new Mas({ maxRetries: 0 }), pool, longestWait: 200 })
const rounds = { every: 50, lease: 2_000 }

if (engine === "graphile-worker") await run({ pgPool: pool, concurrency: 5, ...outbox.graphileWorker(rounds) })
else if (engine === "bullmq") {
  const connection = new Redis(redis, { maxRetriesPerRequest: null })
  const queue = new Queue<{ id: string }>("mas-outbox", { connection })
  const often = { concurrency: 5, lockDuration: 1_000, stalledInterval: 1_000, maxStalledCount: 1_000 }
  new Worker("mas-outbox", outbox.bullmq(queue, rounds), { connection, ...often })
} else if (engine === "pg-boss") {
  const boss = new PgBoss({ connectionString, max: 3 })
  boss.on("error", () => {})
  await boss.start()
  await outbox.pgBoss(boss, { ...rounds, concurrency: 5 })
} else void outbox.poll({ ...rounds, concurrency: 5 })
console.log("Working")
