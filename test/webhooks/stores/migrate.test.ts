import type { PGlite, Transaction } from "@electric-sql/pglite"
import { expect, it } from "vitest"
import { createOutbox } from "../../../sdk/outbox/index.ts"
import { postgresCeiling, postgresPace, postgresSetAside, postgresStore } from "../../../sdk/stores/index.ts"
import { frozenPglite } from "../../support/engines/pglite.ts"

type Pool = Pick<PGlite, "query" | "transaction">

it.each<[string, (pool: Pool) => { migrate(): Promise<void> }]>([
  ["the outbox", (pool) => createOutbox({ pool, table: "things" })],
  ["postgresStore", (pool) => postgresStore(pool, { table: "things" })],
  ["postgresSetAside", (pool) => postgresSetAside(pool, { table: "things" })],
  ["postgresPace", (pool) => postgresPace(pool, { table: "things" })],
  ["postgresCeiling", (pool) => postgresCeiling(pool, { table: "things" })],
])("%s that is there already is migrated without waiting for who writes to it", async (_, make) => {
  const { db } = await frozenPglite()
  await make(db).migrate()
  const indexes = "select indexname from pg_indexes where tablename = 'things' order by 1"
  const { rows: before } = await db.query(indexes)
  await db.transaction(async (tx: Transaction) => {
    await make({ query: tx.query.bind(tx), transaction: (work) => work(tx) }).migrate()
    // Locks are kept until the transaction ends. A lock of a writer is `RowExclusiveLock`, which these two do not wait for.
    const { rows } = await tx.query<{ mode: string }>(
      "select mode from pg_locks where relation = 'things'::regclass and mode not in ('AccessShareLock', 'RowExclusiveLock')",
    )
    expect(rows).toEqual([])
  })
  // What somebody dropped is created again.
  for (const { indexname } of before as { indexname: string }[])
    if (!indexname.endsWith("pkey")) await db.exec(`drop index "${indexname}"`)
  await make(db).migrate()
  expect((await db.query(indexes)).rows).toEqual(before)
})
