// Events that failed too often. Lists them, or queues one or all again after a fix:
//
//   DATABASE_URL=postgres://… npx tsx set-aside.ts
//   DATABASE_URL=postgres://… npx tsx set-aside.ts retry evt_…
//   DATABASE_URL=postgres://… npx tsx set-aside.ts retry --all
import { Pool } from "pg"
import { wake } from "./inbox.ts"

const [verb, id] = process.argv.slice(2)
const pool = new Pool({ connectionString: process.env.DATABASE_URL })

if (verb === undefined) {
  const { rows } = await pool.query(`
    select event_id, event->>'type' as type, subject, set_aside_at, error from inbox
    where set_aside_at is not null order by set_aside_at`)
  for (const row of rows) console.log(JSON.stringify(row))
} else if (verb === "retry" && id !== undefined) {
  const { rows } = await pool.query<{ subject: string }>(
    `update inbox set set_aside_at = null, attempts = 0, next_at = now()
    where set_aside_at is not null and (event_id = $1 or $1 = '--all') returning subject`,
    [id],
  )
  for (const { subject } of rows) await wake(pool, subject)
  console.log(`${rows.length} put back`)
} else {
  console.error("Usage: set-aside.ts [retry <event id> | retry --all]")
  process.exitCode = 2
}
await pool.end()
