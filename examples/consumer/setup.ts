// Creates the tables of this example, of the store and of graphile-worker. Can be repeated.
//
//   DATABASE_URL=postgres://… npx tsx setup.ts
import { readFileSync } from "node:fs"
import { runMigrations } from "graphile-worker"
import { postgresStore } from "mas-sdk/stores"
import { Pool } from "pg"

const connectionString = process.env.DATABASE_URL ?? ""
await runMigrations({ connectionString })
const pool = new Pool({ connectionString })
await postgresStore(pool).migrate()
await pool.query(readFileSync(new URL("schema.sql", import.meta.url), "utf8"))
await pool.end()
