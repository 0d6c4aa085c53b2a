// A webhook receiver on plain Node:
//
//   MAS_WEBHOOK_SECRET=whsec_… PORT=3000 npx tsx webhook-receiver.ts
import { createServer } from "node:http"
import { nodeWebhookHandler } from "mas-sdk/webhooks"

const handler = nodeWebhookHandler({
  secret: process.env.MAS_WEBHOOK_SECRET ?? "", // whsec_…; an array of two during a rotation
  async onEvent(event) {
    switch (event.type) {
      case "email.bounced":
        return console.log(`${event.data.to} bounced (${event.data.bounce.type})`)
      case "email.received":
        return console.log(`${event.data.from} wrote: ${event.data.text}`)
      default:
        return console.log(`${event.type} for message ${event.data.message_id}`)
    }
  },
})

createServer(handler).listen(process.env.PORT ?? 3000, () => console.log("Waiting for webhooks"))
