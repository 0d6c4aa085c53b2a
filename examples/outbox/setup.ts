// Creates the tables of schema.sql, of the outbox, of its pace and of graphile-worker. Can be repeated.
//
//   DATABASE_URL=postgres://… npx tsx setup.ts
import { readFileSync } from "node:fs"
import { runMigrations } from "graphile-worker"
import { createOutbox } from "mas-sdk/outbox"
import { Pool } from "pg"
import { paceIn } from "./outbox.ts"
import { settings } from "./settings.ts"

const { databaseUrl: connectionString } = settings
await runMigrations({ connectionString })
const pool = new Pool({ connectionString })
await createOutbox({ pool }).migrate()
await paceIn(pool).migrate()
await pool.query(readFileSync(new URL("schema.sql", import.meta.url), "utf8"))
await pool.end()
