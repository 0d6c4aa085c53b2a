// Makes what the workers need: the tables of schema.sql and those of graphile-worker. As often as you like.
//
//   DATABASE_URL=postgres://… npx tsx setup.ts
import { readFileSync } from "node:fs"
import { runMigrations } from "graphile-worker"
import { Client } from "pg"
import { needed } from "./settings.ts"

const connectionString = needed("DATABASE_URL")
await runMigrations({ connectionString })
const client = new Client({ connectionString })
await client.connect()
await client.query(readFileSync(new URL("schema.sql", import.meta.url), "utf8"))
await client.end()
