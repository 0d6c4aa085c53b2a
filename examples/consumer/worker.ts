// Processes the inbox; start any number of workers, on any number of machines:
//
//   DATABASE_URL=postgres://… npx tsx worker.ts
import { Pool } from "pg"
import { runWorker, textOf } from "../outbox/postgres/run-worker.ts"
import { settings } from "../outbox/settings.ts"
import { handle } from "./handle.ts"
import { workOff } from "./work.ts"

const patience = { attempts: Number(process.env.ATTEMPTS ?? 8), pause: Number(process.env.PAUSE ?? 1) }
// A job holds one connection, and works with graphile-worker's own.
const pool = new Pool({ connectionString: settings.databaseUrl, max: 2 * settings.concurrency + 2 })

await runWorker(pool, { events: (payload) => workOff(pool, textOf(payload, "subject"), handle, patience) })
