// Sends receipts; start any number of workers, on any number of machines:
//
//   DATABASE_URL=postgres://… MAS_BASE_URL=… MAS_API_KEY=… npx tsx postgres/worker.ts
import { Pool } from "pg"
import { sendingOutbox } from "../outbox.ts"
import { settings } from "../settings.ts"
import { runWorker } from "./run-worker.ts"

const { databaseUrl, concurrency, lease } = settings
const pool = new Pool({ connectionString: databaseUrl, max: concurrency + 4 })
const { taskList } = sendingOutbox(pool).graphileWorker({ lease, onError: console.error })

await runWorker(pool, { ...taskList })
