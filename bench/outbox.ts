/**
 * CPU of a process that adds messages to an outbox and sends them with an engine, over the same number of empty jobs of
 * that engine. The service responds at once and costs nothing. The two take turns; the result is the median of the
 * ratios. Also measures messages per second, with the database on the same machine.
 *
 *     npm run bench -- outbox
 */
import { Queue, Worker } from "bullmq"
import { Logger, run, runMigrations } from "graphile-worker"
import { Redis } from "ioredis"
import { Pool, type PoolClient } from "pg"
import PgBoss from "pg-boss"
import type * as OutboxModule from "../sdk/outbox/index.ts"
import { startPostgres } from "../test/support/engines/postgres.ts"
import { startRedis } from "../test/support/engines/redis.ts"

// As programs run it; `tsx` would make it slower by keeping names.
const built = new URL("../dist/outbox.js", import.meta.url).href
const { createOutbox, inTransaction }: typeof OutboxModule = await import(built)

const [perTurn, turns, aTransaction, concurrency] = [3_000, 7, 50, 20]
const message = { channel: "email", to: "ada@example.test", subject: "Receipt 1001", body: "Thank you" } as const

const [postgres, redis] = await Promise.all([startPostgres({ fsync: "off" }), startRedis()])
const connectionString = postgres.url
await runMigrations({ connectionString })
const pool = new Pool({ connectionString, max: concurrency + 4 })
pool.on("error", () => {})
pool.on("connect", (client) => client.on("error", () => {}))

let done = 0
let accepted = 0
const outbox = createOutbox({
  pool,
  mas: {
    messages: {
      async send() {
        done++
        return { id: ++accepted }
      },
    },
  },
})
await outbox.migrate()

/** Adds all messages with a function, in transactions of several messages. */
async function addAll(add: (tx: PoolClient, id: number) => Promise<unknown>): Promise<void> {
  for (let id = 0; id < perTurn; ) {
    await inTransaction(pool, async (tx: PoolClient) => {
      for (const end = id + aTransaction; id < end; id++) await add(tx, id)
    })
  }
}

let round = 0
const addMessages = () => {
  round++
  return addAll((tx, id) => outbox.add(tx, message, { key: ["receipt", round, id] }))
}

/** Microseconds of CPU and wall time per message, from adding the first to the end of the last. */
async function cost(add: () => Promise<unknown>): Promise<[cpu: number, wall: number]> {
  const [before, begin, end] = [process.cpuUsage(), performance.now(), done + perTurn]
  await add()
  while (done < end) await new Promise((resolve) => setTimeout(resolve, 5))
  const { user, system } = process.cpuUsage(before)
  return [(user + system) / perTurn, ((performance.now() - begin) * 1_000) / perTurn]
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/** `bare` adds empty jobs of the engine; `poll` has none. */
async function compare(name: string, bare?: () => Promise<unknown>): Promise<void> {
  const all: { readonly base: number; readonly cpu: number; readonly wall: number }[] = []
  for (let turn = -1; turn < turns; turn++) {
    const [base] = bare ? await cost(bare) : [0]
    const [cpu, wall] = await cost(addMessages)
    if (turn >= 0) all.push({ base, cpu, wall })
  }
  const [cpu, base] = [median(all.map((one) => one.cpu)), median(all.map((one) => one.base))]
  const ratio = median(all.map((one) => one.cpu / one.base)).toFixed(2)
  const beside = bare ? `, ${ratio} of the ${base.toFixed(0)} of an empty job` : ""
  const rate = Math.round(1e6 / median(all.map(({ wall }) => wall))).toLocaleString("en")
  console.log(`${name.padEnd(16)} ${rate} messages a second, ${cpu.toFixed(0)} µs of CPU each${beside}`)
}

const stop = new AbortController()
const rounds = { every: 20, signal: stop.signal }
const only = process.argv.slice(2)
const isWanted = (name: string) => only.length === 0 || only.includes(name)

if (isWanted("poll")) {
  const stop = new AbortController()
  const polling = outbox.poll({ ...rounds, signal: stop.signal, concurrency })
  await compare("poll")
  stop.abort()
  await polling
}

if (isWanted("graphile-worker")) {
  const { taskList } = outbox.graphileWorker(rounds)
  const empty = async () => void done++
  const logger = new Logger(() => () => {})
  const runner = await run({
    pgPool: pool,
    concurrency,
    logger,
    noHandleSignals: true,
    taskList: { ...taskList, empty },
  })
  const add = (tx: PoolClient, id: number) =>
    tx.query("select graphile_worker.add_job('empty', json_build_object('id', $1::text))", [id])
  await compare("graphile-worker", () => addAll(add))
  await runner.stop()
  stop.abort()
}

if (isWanted("pg-boss")) {
  const stop = new AbortController()
  const boss = new PgBoss({ connectionString, max: concurrency })
  boss.on("error", console.error)
  await boss.start()
  await boss.createQueue("empty")
  const worker = await boss.work("empty", { batchSize: concurrency, pollingIntervalSeconds: 0.5 }, async (jobs) => {
    done += jobs.length
    boss.notifyWorker(worker)
  })
  await outbox.pgBoss(boss, { ...rounds, signal: stop.signal, concurrency })
  const add = (tx: PoolClient, id: number) =>
    boss.send("empty", { id }, { db: { executeSql: (text, values) => tx.query(text, values) } })
  await compare("pg-boss", () => addAll(add))
  stop.abort()
  await boss.stop({ graceful: false })
}

if (isWanted("bullmq")) {
  const stop = new AbortController()
  const connection = new Redis(redis.url, { maxRetriesPerRequest: null })
  const [queue, empty] = [new Queue<{ id: string }>("mas-outbox", { connection }), new Queue("empty", { connection })]
  const workers = [
    new Worker("mas-outbox", outbox.bullmq(queue, { ...rounds, signal: stop.signal }), { connection, concurrency }),
    new Worker("empty", async () => void done++, { connection, concurrency }),
  ]
  // What a program does without an outbox: a row in the transaction, and then a job.
  const add = () => addAll((_tx, id) => empty.add("empty", { id }, { removeOnComplete: true, removeOnFail: true }))
  await compare("BullMQ", add)
  stop.abort()
  await Promise.all([...workers, queue, empty].map((one) => one.close()))
  connection.disconnect()
}

await pool.end()
await Promise.all([postgres.stop(), redis.stop()])
