// Receives and queues webhooks; start any number behind one address:
//
//   DATABASE_URL=postgres://… MAS_WEBHOOK_SECRET=whsec_… PORT=3000 npx tsx receiver.ts
import { createServer } from "node:http"
import { postgresStore } from "mas-sdk/stores"
import { nodeWebhookHandler } from "mas-sdk/webhooks"
import { Pool } from "pg"
import { queueEvent } from "./inbox.ts"

const pool = new Pool({ connectionString: process.env.DATABASE_URL })
pool.on("error", (error) => console.error(error.message))

const handler = nodeWebhookHandler({
  secret: process.env.MAS_WEBHOOK_SECRET ?? "",
  store: postgresStore(pool),
  onEvent: (event, { tx }) => queueEvent(tx, event), // two inserts: responds in milliseconds
})

createServer(handler).listen(process.env.PORT ?? 3000, () => console.log("Waiting for webhooks"))
