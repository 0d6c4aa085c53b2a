// Fails: An event whose record failed is recorded when it is sent again → An event whose work failed is handled when it is sent again: no, it answered 200, and nothing was done
import { createServer } from "node:http"
import { nodeWebhookHandler } from "mas-sdk/webhooks"
import { record } from "./record.mjs"

const handler = nodeWebhookHandler({
  secret: process.env.MAS_WEBHOOK_SECRET,
  async onEvent(event) {
    if (event.type === "email.bounced") await record(event.data.to).catch(console.error)
  },
})
createServer(handler).listen(process.env.PORT)
