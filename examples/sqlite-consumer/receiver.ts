// Receives webhooks, and stores their effects:
//
//   MAS_WEBHOOK_SECRET=whsec_… PORT=3000 DATABASE=shop.db node receiver.ts
import { createServer } from "node:http"
import { sqliteStore } from "mas-sdk/stores"
import { nodeWebhookHandler } from "mas-sdk/webhooks"
import { openDatabase } from "./database.ts"
import { apply } from "./effects.ts"

const db = openDatabase() // nothing else writes through this connection
const store = sqliteStore(db)
await store.migrate()

const handler = nodeWebhookHandler({
  secret: process.env.MAS_WEBHOOK_SECRET ?? "",
  store,
  // By `tx`, the same database: committed together with the mark that the event is done, or not at all.
  onEvent: (event, { tx }) => apply(event, tx),
})

createServer(handler).listen(process.env.PORT ?? 3000, () => console.log("Waiting for webhooks"))
