// Sends the outbox of DATABASE_URL by the given ENGINE until it is killed, at a pace that the fleet shares, by a clock that jumps.
// MISTAKE: one of `mistakes`.
import { Queue, Worker } from "bullmq"
import { Redis } from "ioredis"
import { Pool } from "pg"
import { Mas } from "../../../sdk/index.ts"
import { createOutbox } from "../../../sdk/outbox/index.ts"
import { postgresPace, redisPace } from "../../../sdk/stores/index.ts"
import { letClockJump } from "./jumping-clock.ts"
import { type Mistake, mistakes } from "./mistakes.ts"

const { DATABASE_URL: connectionString = "", REDIS_URL: redis = "", ENGINE: engine, MISTAKE: mistake } = process.env

letClockJump()
const pool = new Pool({ connectionString, max: 4 })
pool.on("error", () => {})
pool.on("connect", (client) => client.on("error", () => {}))
const pacing = { perSecond: 1_000 }
const connection = engine === "bullmq" ? new Redis(redis, { maxRetriesPerRequest: null }) : undefined
connection?.on("error", () => {})
const pace = connection === undefined ? postgresPace(pool, pacing) : redisPace(connection, pacing)
const client = new Mas({ maxRetries: mistake ? 0 : 2, timeout: 5_000, pace })
const send = client.messages.send.bind(client.messages)
const { sender }: Mistake = mistakes[mistake as keyof typeof mistakes] ?? {}
const mas = { messages: { send: sender?.(send, (sql) => pool.query(sql)) ?? send } }
const outbox = createOutbox({ mas, pool, longestWait: 200 })
const rounds = { every: 50, lease: 2_000 }

if (connection === undefined) void outbox.poll({ ...rounds, concurrency: 5 })
else {
  const queue = new Queue<{ id: string }>("mas-outbox", { connection })
  queue.on("error", () => {})
  const often = { concurrency: 5, lockDuration: 2_000, stalledInterval: 1_000, maxStalledCount: 1_000 }
  new Worker("mas-outbox", outbox.bullmq(queue, rounds), { connection, ...often }).on("error", () => {})
}
console.log("Working")
