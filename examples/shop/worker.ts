// Sends receipts and newsletters, and imports contacts; start any number of workers, on any number of machines:
//
//   DATABASE_URL=postgres://… MAS_BASE_URL=… MAS_API_KEY=… npx tsx worker.ts
import { Mas } from "mas-sdk"
import { Pool } from "pg"
import { paceIn, sendingOutbox } from "../outbox/outbox.ts"
import { runWorker, textOf } from "../outbox/postgres/run-worker.ts"
import { settings } from "../outbox/settings.ts"
import { importContacts } from "./customers.ts"
import { sendNewsletter } from "./newsletter.ts"

const { databaseUrl, concurrency, lease } = settings
const pool = new Pool({ connectionString: databaseUrl, max: concurrency + 4 })
const pace = paceIn(pool)
const mas = new Mas({ pace })

await runWorker(pool, {
  ...sendingOutbox(pool, pace).graphileWorker({ lease, onError: console.error }).taskList,
  contacts: (payload, { abortSignal }) => importContacts(pool, mas, textOf(payload, "upload"), abortSignal),
  newsletter: (payload) => sendNewsletter(pool, mas, textOf(payload, "name")),
})
