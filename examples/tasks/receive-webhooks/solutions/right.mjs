import { createServer } from "node:http"
import { nodeWebhookHandler } from "mas-sdk/webhooks"
import { record } from "./record.mjs"

const handler = nodeWebhookHandler({
  secret: process.env.MAS_WEBHOOK_SECRET,
  async onEvent(event) {
    if (event.type === "email.bounced") await record(event.data.to)
  },
})
createServer(handler).listen(process.env.PORT)
