import { randomInt } from "node:crypto"
import { join } from "node:path"
import { runMigrations } from "graphile-worker"
import { Pool } from "pg"
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest"
import { startMockServer } from "../../../mock-server/index.ts"
import { createOutbox, inTransaction, type Outbox } from "../../../sdk/outbox/index.ts"
import { noPostgres } from "../../support/engines/postgres.ts"
import { noRedis } from "../../support/engines/redis.ts"
import { App } from "../../support/example-app.ts"
import { repetitions } from "../../support/repetitions.ts"
import { skipped } from "../../support/skipped.ts"
import { temporaryFolder } from "../../support/temporary-folder.ts"
import { noSqliteAtAll, openForMany, type TestDatabase } from "../../webhooks/stores/sqlite.ts"
import { bundleProgram, startWithEngines, type WithEngines } from "./bundle-program.ts"
import { type Faults, faultsOf, noFaults } from "./effects.ts"
import type { mistakes } from "./mistakes.ts"
import { receipt } from "./outbox-checks.ts"

const missing = noPostgres ?? noRedis
const limit = { timeout: 1_200_000 }
const kills = repetitions(3, 200)
const ordersAtATime = repetitions(20, 50)
const path = "/v1/my/messages"
const faults = [
  { path, status: 429, retry_after: 1, times: 3, from: 12 },
  { path, drop: "after", probability: 0.1 },
  { path, drop: "before", probability: 0.1 },
  { path, status: 502, probability: 0.1 },
] as const

/** The store of the messages, and the worker that sends them. */
interface Shop<Tx, Added> {
  /** The bundled worker and its environment. */
  readonly program: string
  readonly env: Readonly<Record<string, string>>
  readonly outbox: Outbox<Tx, Added>
  transaction(work: (tx: Tx) => Promise<unknown>): Promise<unknown>
  ask(query: string): Promise<readonly object[]>
  /** Hits the database after half of the kills. */
  strike(): Promise<unknown>
}

const startService = () =>
  startMockServer({ port: 0, fixtures: { accounts: { main: { plan: "growth", standing: "trusted" } } } })

/** Kills three sending workers again and again until nothing is left to send, then counts at the service. */
async function survivesKills<Tx, Added>(
  { url, apiKey, world }: Awaited<ReturnType<typeof startService>>,
  { program, env, outbox, transaction, ask, strike }: Shop<Tx, Added>,
  times = kills,
): Promise<Faults> {
  await outbox.migrate()
  for (const fault of faults) world.faults.add(fault)
  const workers = [1, 2, 3].map(
    () => new App(program, { ...env, MAS_BASE_URL: url, MAS_API_KEY: apiKey }, /Working/, true),
  )
  onTestFinished(async () => {
    await Promise.all(workers.map((one) => one.stop()))
  })
  let orders = 0
  let lastRequestId = 0
  for (let killed = 0; killed < times; killed++) {
    await transaction(async (tx) => {
      for (const end = orders + ordersAtATime; orders < end; orders++)
        await outbox.add(tx, receipt(orders), { key: ["receipt", orders] })
    })
    // During a request, or just after it.
    const expectedRequests = {
      method: "POST",
      path,
      after: lastRequestId,
      count: randomInt(1, 10),
      timeout: "60s",
    } as const
    lastRequestId = (await world.requests.wait(expectedRequests)).at(-1)?.id ?? lastRequestId
    await workers[killed % workers.length]?.kill()
    if (killed === Math.floor(times / 2)) await strike()
  }
  const open = async () => (await ask("select id from mas_outbox where due_at is not null")).length
  await vi.waitFor(async () => expect(await open()).toBe(0), { timeout: 600_000, interval: 100 })
  expect(await outbox.failed()).toEqual([])
  return faultsOf(world, orders, ask)
}

describe.skipIf(missing)(`workers of an outbox in Postgres that are killed${skipped(missing)}`, () => {
  let started: WithEngines
  beforeAll(async () => {
    started = await startWithEngines("outbox-worker")
    await runMigrations({ connectionString: started.postgres.url })
  })
  afterAll(() => started?.stop())

  const engines = ["poll", "graphile-worker", "pg-boss", "bullmq"]
  it.each(engines)("send one message per order, by %s", limit, async (engine) => {
    const service = await startService()
    const { program, postgres, redis } = started
    const pool = new Pool({ connectionString: postgres.url })
    pool.on("error", () => {})
    onTestFinished(async () => {
      await pool.query("drop table mas_outbox")
      await pool.end()
      await service.close()
    })
    const crashFaults = await survivesKills(service, {
      program,
      env: { ENGINE: engine, DATABASE_URL: postgres.url, REDIS_URL: redis.url },
      outbox: createOutbox({ pool }),
      transaction: (work) => inTransaction(pool, work),
      ask: async (query) => (await pool.query(query)).rows,
      async strike() {
        await postgres.kill()
        await postgres.start()
      },
    })
    expect(crashFaults).toEqual(noFaults)
  })
})

describe.skipIf(noSqliteAtAll)(`workers of an outbox in SQLite that are killed${skipped(noSqliteAtAll)}`, () => {
  let program: string
  beforeAll(async () => {
    program = await bundleProgram("sqlite-worker")
  })

  /** SQLite has no server to restart: kill a program that has a transaction open, and the lock. */
  async function killedWhileWriting(db: TestDatabase, env: Readonly<Record<string, string>>) {
    const writer = new App(program, { ...env, UNCOMMITTED: JSON.stringify(receipt(-1)) }, /Working/)
    await writer.ready
    db.exec("pragma busy_timeout = 0")
    expect(() => db.exec("begin immediate")).toThrow("locked")
    db.exec("pragma busy_timeout = 60000")
    await writer.stop()
  }

  async function sells(times?: number, mistake = "") {
    const service = await startService()
    const env = { DATABASE_FILE: join(temporaryFolder(onTestFinished), "shop.db"), MISTAKE: mistake }
    const db = openForMany(env.DATABASE_FILE)
    onTestFinished(async () => {
      db.close()
      await service.close()
    })
    const shop = {
      ...{ program, env, outbox: createOutbox({ db }) },
      async transaction(work: (tx: TestDatabase) => Promise<unknown>) {
        db.exec("begin immediate")
        await work(db)
        db.exec("commit")
      },
      ask: async (query: string) => db.prepare(query).all() as object[],
      strike: () => killedWhileWriting(db, env),
    }
    return survivesKills(service, shop, times)
  }

  it("send one message per order", limit, async () => {
    expect(await sells()).toEqual(noFaults)
  })

  const mistaken: [name: keyof typeof mistakes, sign: keyof Faults][] = [
    ["a key made at each try", "twice"],
    ["a row marked before the response", "missing"],
  ]
  it.each(mistaken)("are detected with %s", limit, async (name, sign) => {
    expect((await sells(6, name))[sign]).toBeGreaterThan(0)
  })
})
