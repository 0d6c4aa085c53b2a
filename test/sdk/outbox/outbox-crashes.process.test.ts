import { mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { build } from "esbuild"
import { runMigrations } from "graphile-worker"
import { Pool } from "pg"
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest"
import { startMockServer } from "../../../mock-server/index.ts"
import { Mas } from "../../../sdk/index.ts"
import { createOutbox } from "../../../sdk/outbox/index.ts"
import { transactionOf } from "../../../sdk/stores/postgres-clients.ts"
import type { Engine } from "../../support/engines/engine.ts"
import { noPostgres, startPostgres } from "../../support/engines/postgres.ts"
import { noRedis, startRedis } from "../../support/engines/redis.ts"
import { App } from "../../support/example-app.ts"
import { root } from "../../support/files.ts"
import { skipped } from "../../support/skipped.ts"
import { receipt, sentIn } from "./outbox-checks.ts"

const missing = noPostgres ?? noRedis
// The whole proof: MAS_OUTBOX_KILLS=200 MAS_OUTBOX_ORDERS=50, so 10,000 orders by each engine.
const kills = Number(process.env.MAS_OUTBOX_KILLS ?? 12)
const ordersAtATime = Number(process.env.MAS_OUTBOX_ORDERS ?? 20)
const path = "/v1/my/messages"
const faults = [
  { path, status: 429, retry_after: 1, times: 3, from: 12 },
  { path, drop: "after", probability: 0.1 },
  { path, drop: "before", probability: 0.1 },
  { path, status: 502, probability: 0.1 },
] as const

/** The worker in one file, which starts at once. */
async function bundleWorker(): Promise<string> {
  const folder = join(root, "node_modules/.cache/outbox-worker")
  mkdirSync(folder, { recursive: true })
  const outfile = join(folder, `worker-${process.pid}.mjs`)
  process.once("exit", () => rmSync(outfile, { force: true }))
  const entryPoints = [join(root, "test/sdk/outbox/outbox-worker.ts")]
  await build({ entryPoints, outfile, bundle: true, platform: "node", format: "esm", packages: "external" })
  return outfile
}

describe.skipIf(missing)(`workers of an outbox that are killed${skipped(missing)}`, () => {
  let worker: string
  let postgres: Engine
  let redis: Engine
  beforeAll(async () => {
    ;[worker, postgres, redis] = await Promise.all([bundleWorker(), startPostgres({ fsync: "off" }), startRedis()])
    await runMigrations({ connectionString: postgres.url })
  }, 120_000)
  afterAll(() => Promise.all([postgres?.stop(), redis?.stop()]))

  const engines = ["poll", "graphile-worker", "pg-boss", "bullmq"]
  it.each(engines)("send one message an order, by %s", { timeout: 1_200_000 }, async (engine) => {
    const fixtures = { accounts: { main: { plan: "growth", standing: "trusted" } } } as const
    const { url, apiKey, world, close } = await startMockServer({ port: 0, fixtures })
    const pool = new Pool({ connectionString: postgres.url })
    pool.on("error", () => {})
    const outbox = createOutbox({ mas: new Mas({ apiKey, baseUrl: url }), pool })
    const env = {
      ENGINE: engine,
      DATABASE_URL: postgres.url,
      REDIS_URL: redis.url,
      MAS_BASE_URL: url,
      MAS_API_KEY: apiKey,
    }
    const workers: App[] = []
    onTestFinished(async () => {
      await Promise.all(workers.map((one) => one.stop()))
      await pool.query("drop table mas_outbox")
      await pool.end()
      await close()
    })
    await outbox.migrate()
    for (const fault of faults) world.faults.add(fault)
    for (let started = 0; started < 3; started++) workers.push(new App(worker, env, /Working/, true))

    let orders = 0
    let seen = 0
    for (let killed = 0; killed < kills; killed++) {
      await transactionOf(pool, async (tx) => {
        for (const end = orders + ordersAtATime; orders < end; orders++)
          await outbox.add(tx, receipt(orders), { key: ["receipt", orders] })
      })
      // In the midst of a request, or just after it.
      const wanted = { method: "POST", path, after: seen, count: 5, timeout: "60s" } as const
      seen = (await world.wait.requests(wanted)).at(-1)?.id ?? seen
      await workers[killed % workers.length]?.kill()
      if (killed !== Math.floor(kills / 2)) continue
      await postgres.kill()
      await postgres.start()
    }
    const open = async () =>
      (await pool.query("select id from mas_outbox where sent_at is null or message_id is null")).rows.length
    await vi.waitFor(async () => expect(await open()).toBe(0), { timeout: 600_000, interval: 100 })
    const sent = sentIn(world)
    expect([sent.length, new Set(sent).size]).toEqual([orders, orders])
    expect(await outbox.failed()).toEqual([])
    const { rows } = await pool.query<{ message_id: string }>("select message_id from mas_outbox")
    const known = new Set(rows.map(({ message_id }) => Number(message_id)))
    expect(known).toEqual(new Set(world.messages.list({ limit: 10_000 }).map(({ id }) => id)))
  })
})
