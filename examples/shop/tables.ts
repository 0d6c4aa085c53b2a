import { readFileSync } from "node:fs"
import { runMigrations } from "graphile-worker"
import { createOutbox } from "mas-sdk/outbox"
import { postgresStore } from "mas-sdk/stores"
import { Pool } from "pg"
import { paceIn } from "../outbox/outbox.ts"

/** Creates all tables: of graphile-worker, the outbox and its pace, the webhook store, and the shop. Can be repeated. */
export async function makeTables(connectionString: string): Promise<void> {
  await runMigrations({ connectionString })
  const pool = new Pool({ connectionString })
  await createOutbox({ pool }).migrate()
  await paceIn(pool).migrate()
  await postgresStore(pool).migrate()
  for (const schema of ["../outbox/schema.sql", "schema.sql"]) {
    await pool.query(readFileSync(new URL(schema, import.meta.url), "utf8"))
  }
  await pool.end()
}
