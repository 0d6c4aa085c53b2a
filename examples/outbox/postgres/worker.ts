// Sends receipts; start as many as you like, on as many machines:
//
//   DATABASE_URL=postgres://… MAS_BASE_URL=… MAS_API_KEY=… npx tsx postgres/worker.ts
import { Pool } from "pg"
import { createLimiter } from "../limiter.ts"
import { createClient, sendReceipt } from "../receipt.ts"
import { settings } from "../settings.ts"
import { postgresPace } from "./pace.ts"
import { runWorker, textOf } from "./run-worker.ts"

const pool = new Pool({ connectionString: settings.databaseUrl, max: settings.concurrency + 2 })
const limiter = createLimiter(postgresPace(pool), settings)
const mas = createClient(limiter)

await runWorker(pool, {
  receipt: (payload, { abortSignal }) => sendReceipt({ pool, mas, limiter }, textOf(payload, "order"), abortSignal),
})
