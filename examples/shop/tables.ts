import { readFileSync } from "node:fs"
import { runMigrations } from "graphile-worker"
import { postgresStore } from "mas-sdk/stores"
import { Pool } from "pg"

/** Makes all tables: of the outbox, of graphile-worker, of the store of webhooks, and the shop's own. As often as you like. */
export async function makeTables(connectionString: string): Promise<void> {
  await runMigrations({ connectionString })
  const pool = new Pool({ connectionString })
  await postgresStore(pool).migrate()
  for (const schema of ["../outbox/schema.sql", "schema.sql"]) {
    await pool.query(readFileSync(new URL(schema, import.meta.url), "utf8"))
  }
  await pool.end()
}
