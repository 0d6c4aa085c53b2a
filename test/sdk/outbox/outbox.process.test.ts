import { PGlite, type Transaction } from "@electric-sql/pglite"
import { Pool } from "pg"
import postgres, { type TransactionSql } from "postgres"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { createOutbox, inTransaction, type OutboxTx } from "../../../sdk/outbox/index.ts"
import { writeExampleFiles } from "../../cli/example-files.ts"
import { Home } from "../../cli/own/run.ts"
import type { Engine } from "../../support/engines/engine.ts"
import { noPostgres, startPostgres } from "../../support/engines/postgres.ts"
import { skipped } from "../../support/skipped.ts"
import { holdsOutbox, receipt } from "./outbox-checks.ts"

describe.skipIf(noPostgres)(`the outbox in Postgres${skipped(noPostgres)}`, () => {
  let server: Engine
  beforeAll(async () => {
    server = await startPostgres({ fsync: "off" })
  }, 120_000)
  afterAll(() => server?.stop())

  it("by pg sends what was committed, once", async () => {
    const pool = new Pool({ connectionString: server.url })
    await holdsOutbox<OutboxTx, Promise<string>>({
      make: (options) => createOutbox({ ...options, pool }),
      transaction: (work) => inTransaction(pool, work),
    })
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

  it("is listed by the command line, which has refused messages sent again", async () => {
    const pool = new Pool({ connectionString: server.url })
    const home = new Home({ DATABASE_URL: server.url })
    writeExampleFiles(home.folder)
    onTestFinished(async () => {
      home.remove()
      await pool.end()
    })
    const outbox = createOutbox({ pool, table: "letters" })
    const list = () => home.run(["outbox", "list", "--table", "letters"])
    expect(await list()).toMatchObject({ code: 1, err: expect.stringContaining("outbox.migrate() makes the table") })
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

it("a database that is away is no answer", async () => {
  const home = new Home({ DATABASE_URL: "postgres://ada:so-secret@127.0.0.1:1/shop" })
  onTestFinished(() => home.remove())
  writeExampleFiles(home.folder)
  const { code, err } = await home.run(["outbox", "list"])
  expect(code).toBe(8)
  expect(err).not.toContain("so-secret")
})

it("the outbox in PGlite sends what was committed, once", { timeout: 120_000 }, async () => {
  const db = await PGlite.create()
  await holdsOutbox<OutboxTx, Promise<string>>({
    make: (options) => createOutbox({ ...options, pool: db }),
    transaction: (work) => db.transaction((tx: Transaction) => work(tx)),
  })
  await db.close()
})
