// Sends receipts and newsletters, and imports contacts; start as many as you like, on as many machines:
//
//   DATABASE_URL=postgres://… MAS_BASE_URL=… MAS_API_KEY=… npx tsx worker.ts
import { Pool } from "pg"
import { createLimiter } from "../outbox/limiter.ts"
import { postgresPace } from "../outbox/postgres/pace.ts"
import { runWorker, textOf } from "../outbox/postgres/run-worker.ts"
import { createClient, sendReceipt } from "../outbox/receipt.ts"
import { settings } from "../outbox/settings.ts"
import { importContacts } from "./customers.ts"
import { sendNewsletter } from "./newsletter.ts"

const pool = new Pool({ connectionString: settings.databaseUrl, max: settings.concurrency + 2 })
const limiter = createLimiter(postgresPace(pool), settings)
const mas = createClient(limiter)

await runWorker(pool, {
  receipt: (payload, { abortSignal }) => sendReceipt({ pool, mas, limiter }, textOf(payload, "order"), abortSignal),
  contacts: (payload, { abortSignal }) => importContacts(pool, mas, textOf(payload, "upload"), abortSignal),
  newsletter: (payload) => sendNewsletter(pool, mas, textOf(payload, "name")),
})
