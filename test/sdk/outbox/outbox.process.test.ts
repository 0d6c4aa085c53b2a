import { PGlite, type Transaction } from "@electric-sql/pglite"
import { Pool, type PoolClient } from "pg"
import postgres, { type TransactionSql } from "postgres"
import { afterAll, beforeAll, describe, it } from "vitest"
import { createOutbox, type OutboxTx } from "../../../sdk/outbox/index.ts"
import { transactionOf } from "../../../sdk/stores/postgres-clients.ts"
import type { Engine } from "../../support/engines/engine.ts"
import { noPostgres, startPostgres } from "../../support/engines/postgres.ts"
import { skipped } from "../../support/skipped.ts"
import { holdsOutbox } from "./outbox-checks.ts"

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
      transaction: (work) => transactionOf(pool, (tx: PoolClient) => work(tx)),
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
})

it("the outbox in PGlite sends what was committed, once", { timeout: 120_000 }, async () => {
  const db = await PGlite.create()
  await holdsOutbox<OutboxTx, Promise<string>>({
    make: (options) => createOutbox({ ...options, pool: db }),
    transaction: (work) => db.transaction((tx: Transaction) => work(tx)),
  })
  await db.close()
})
