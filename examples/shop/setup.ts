// Makes all tables: of the outbox, of graphile-worker, of the store of webhooks, and the shop's own. As often as you like.
//
//   DATABASE_URL=postgres://… npx tsx setup.ts
import { readFileSync } from "node:fs"
import { runMigrations } from "graphile-worker"
import { postgresStore } from "mas-sdk/stores"
import { Pool } from "pg"
import { needed } from "../outbox/settings.ts"

const connectionString = needed("DATABASE_URL")
await runMigrations({ connectionString })
const pool = new Pool({ connectionString })
await postgresStore(pool).migrate()
for (const schema of ["../outbox/schema.sql", "schema.sql"]) {
  await pool.query(readFileSync(new URL(schema, import.meta.url), "utf8"))
}
await pool.end()
