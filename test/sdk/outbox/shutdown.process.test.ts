import { spawn } from "node:child_process"
import { once } from "node:events"
import { Redis } from "ioredis"
import { Pool } from "pg"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { startMockServer } from "../../../mock-server/index.ts"
import { createOutbox, inTransaction } from "../../../sdk/outbox/index.ts"
import { noPostgres } from "../../support/engines/postgres.ts"
import { noRedis } from "../../support/engines/redis.ts"
import { skipped } from "../../support/skipped.ts"
import { startWithEngines, type WithEngines } from "./bundle-program.ts"
import { receipt } from "./outbox-checks.ts"

const missing = noPostgres ?? noRedis
const path = "/v1/my/messages"
type Fault = Parameters<Awaited<ReturnType<typeof startMockServer>>["world"]["faults"]["add"]>[0]

describe.skipIf(missing)(`a worker of an outbox that gets SIGTERM${skipped(missing)}`, () => {
  let started: WithEngines
  let pool: Pool
  beforeAll(async () => {
    started = await startWithEngines("shutdown-worker")
    pool = new Pool({ connectionString: started.postgres.url })
    pool.on("error", () => {})
  })
  afterAll(async () => {
    await pool?.end()
    await started?.stop()
  })

  /** Sends three messages at one in ten seconds, and ends the worker when the service has the first request. */
  async function endWorker(engine: string, fault?: Fault) {
    const { program, postgres, redis } = started
    const service = await startMockServer({ port: 0 })
    const { url, apiKey, world } = service
    if (fault) world.faults.add(fault)
    const outbox = createOutbox({ pool })
    await outbox.migrate()
    const connection = new Redis(redis.url)
    await connection.flushall()
    connection.disconnect()
    for (const order of [1, 2, 3])
      await inTransaction(pool, (tx) => outbox.add(tx, receipt(order), { key: ["receipt", order] }))
    const env = {
      DATABASE_URL: postgres.url,
      REDIS_URL: redis.url,
      ENGINE: engine,
      MAS_BASE_URL: url,
      MAS_API_KEY: apiKey,
    }
    const worker = spawn(process.execPath, [program], { env: { ...process.env, ...env }, stdio: "inherit" })
    onTestFinished(async () => {
      worker.kill("SIGKILL")
      await pool.query("drop table mas_outbox")
      await service.close()
    })
    await world.requests.wait({ method: "POST", path, count: 1, timeout: "60s" })
    worker.kill("SIGTERM")
    expect(await once(worker, "exit")).toEqual([0, null])
    const { rows } = await pool.query(
      `select attempts, taken_at, in_doubt, due_at <= now() as "isDue" from mas_outbox where due_at is not null order by id`,
    )
    return { rows, sent: world.messages.list().length }
  }
  const givenBack = { attempts: 0, taken_at: null, in_doubt: 0, isDue: true }

  it.each(["poll", "bullmq"])("gives back what waits for its turn, by %s", async (engine) => {
    expect(await endWorker(engine)).toEqual({ sent: 1, rows: [givenBack, givenBack] })
  })

  it.each(["poll", "bullmq"])("gives back what waits for Retry-After, by %s", async (engine) => {
    const { rows, sent } = await endWorker(engine, { path, status: 429, retry_after: 40 })
    expect(sent).toBe(0)
    expect(rows).toHaveLength(3)
    for (const row of rows) expect(row).toMatchObject({ attempts: 0, taken_at: null, in_doubt: 0 })
  })

  it("finishes what was sent", async () => {
    const { rows, sent } = await endWorker("poll", { path, latency_ms: 1_000 })
    expect([rows, sent]).toEqual([[givenBack, givenBack], 1])
  })
})
