import { Logger, run, runMigrations } from "graphile-worker"
import { Pool } from "pg"
import PgBoss from "pg-boss"
import postgres, { type TransactionSql } from "postgres"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { createOutbox, inTransaction, type OutboxTx, type PostgresOutbox } from "../../../sdk/outbox/index.ts"
import { writeExampleFiles } from "../../cli/example-files.ts"
import { Home } from "../../cli/own/run.ts"
import type { Engine } from "../../support/engines/engine.ts"
import { noPostgres, startPostgres } from "../../support/engines/postgres.ts"
import { skipped } from "../../support/skipped.ts"
import { holdsOutbox, receipt } from "./outbox-checks.ts"
import { holdsSenders } from "./sender-checks.ts"

describe.skipIf(noPostgres)(`the outbox in Postgres${skipped(noPostgres)}`, () => {
  let server: Engine
  beforeAll(async () => {
    server = await startPostgres({ fsync: "off" })
  })
  afterAll(() => server?.stop())

  it("by pg sends what was committed, once", async () => {
    const pool = new Pool({ connectionString: server.url })
    await holdsOutbox<OutboxTx, Promise<string>>({
      make: (options) => createOutbox({ ...options, pool }),
      transaction: (work) => inTransaction(pool, work),
    })
    await pool.end()
  })

  it("by pg repeats what may have been accepted by the same sender only", async () => {
    const pool = new Pool({ connectionString: server.url })
    await pool.query("drop table if exists mas_outbox")
    await holdsSenders<OutboxTx, Promise<string>>(
      { make: (options) => createOutbox({ ...options, pool }), transaction: (work) => inTransaction(pool, work) },
      (statement) => pool.query(statement),
    )
    await pool.end()
  })

  it("by postgres.js sends what was committed, once", async () => {
    const sql = postgres(server.url, { onnotice: () => {} })
    await sql`create schema shop`
    await holdsOutbox<OutboxTx, Promise<string>>({
      make: (options) => createOutbox({ ...options, pool: sql, table: "shop.outbox" }),
      transaction: (work) => sql.begin((tx: TransactionSql) => work(tx)),
    })
    await sql.end()
  })

  it("is migrated again silently, though postgres.js would print a notice", async () => {
    const notices: unknown[] = []
    const sql = postgres(server.url, { onnotice: (notice) => notices.push(notice) })
    await Promise.all(Array.from({ length: 10 }, () => createOutbox({ pool: sql, table: "silent" }).migrate()))
    expect(notices).toEqual([])
    await sql.end()
  })

  it("shares a database and its queues with another outbox, but no jobs", async () => {
    const pool = new Pool({ connectionString: server.url })
    pool.on("error", () => {})
    const boss = new PgBoss({ connectionString: server.url })
    const stop = new AbortController()
    const rounds = { signal: stop.signal, every: 10 }
    await runMigrations({ pgPool: pool })
    await boss.start()
    const tables = ["first", "second", "shop.third"]
    await pool.query("create schema if not exists shop")
    const sent: Record<string, number> = { first: 0, second: 0, "shop.third": 0 }
    const outboxes = tables.map((table) => {
      async function send() {
        const id = Number(sent[table]) + 1
        sent[table] = id
        return { id }
      }
      return createOutbox({ pool, table, mas: { messages: { send } } })
    })
    const addTo = async (outbox: PostgresOutbox, from: number) => {
      for (let order = from; order < from + 20; order++)
        await inTransaction(pool, (tx) => outbox.add(tx, receipt(order), { key: ["receipt", order] }))
    }
    for (const outbox of outboxes) await outbox.migrate()
    for (const outbox of outboxes) await addTo(outbox, 0)
    for (const outbox of outboxes) await outbox.pgBoss(boss, rounds)
    await expect.poll(() => sent).toEqual({ first: 20, second: 20, "shop.third": 20 })
    stop.abort()
    await boss.stop({ graceful: false })

    const again = new AbortController()
    for (const outbox of outboxes) await addTo(outbox, 20)
    const options = { pgPool: pool, noHandleSignals: true, pollInterval: 100, logger: new Logger(() => () => {}) }
    const runners = outboxes.map((outbox) =>
      run({ ...options, ...outbox.graphileWorker({ ...rounds, signal: again.signal }) }),
    )
    await expect.poll(() => sent).toEqual({ first: 40, second: 40, "shop.third": 40 })
    again.abort()
    for (const runner of await Promise.all(runners)) await runner.stop()
    await pool.end()
  })

  it("is listed by the command line, which also retries refused messages", async () => {
    const pool = new Pool({ connectionString: server.url })
    const home = new Home({ DATABASE_URL: server.url })
    writeExampleFiles(home.folder)
    onTestFinished(async () => {
      home.remove()
      await pool.end()
    })
    const outbox = createOutbox({ pool, table: "letters" })
    const list = () => home.run(["outbox", "list", "--table", "letters"])
    expect(await list()).toMatchObject({ code: 1, err: expect.stringContaining("outbox.migrate() creates the table") })
    await outbox.migrate()
    const id = await inTransaction(pool, (tx) => outbox.add(tx, receipt(1), { key: 1 }))
    expect(await list()).toMatchObject({ code: 0, json: [] })
    await pool.query("update letters set due_at = null, error = 'Refused'")
    expect(await list()).toMatchObject({ code: 0, json: [{ id, error: "Refused" }] })
    const again = await home.run(["outbox", "retry", id, "--table", "letters"])
    expect(again).toMatchObject({ code: 0, json: [{ id }] })
    expect(await outbox.failed()).toEqual([])
  })
})

const away = ["ada:so-secret@127.0.0.1:1/shop", "/shop?user=ada&password=so-secret&host=/no/such/folder"]
it.each(away)("an unreachable database gives an error without its password: postgres://%s", async (address) => {
  const home = new Home({ DATABASE_URL: `postgres://${address}` })
  onTestFinished(() => home.remove())
  writeExampleFiles(home.folder)
  const { code, err } = await home.run(["outbox", "list"])
  expect(code).toBe(8)
  expect(err).not.toContain("so-secret")
})
