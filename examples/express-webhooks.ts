// Webhooks in an Express app. Put the handler before `express.json()`: a signature covers the raw bytes.
//
//   PORT=3000 MAS_WEBHOOK_SECRET=whsec_… npx tsx express-webhooks.ts
import express from "express"
import { nodeWebhookHandler } from "mas-sdk/webhooks"

const app = express()

app.post(
  "/webhooks",
  nodeWebhookHandler({
    secret: process.env.MAS_WEBHOOK_SECRET ?? "",
    // Runs once for each event, however often it arrives. If it throws, the response is 500 and the service retries.
    onEvent(event) {
      switch (event.type) {
        case "email.bounced":
          console.log(`${event.data.to} bounced (${event.data.bounce.type})`)
          break
        case "email.received":
          console.log(`${event.data.from} wrote: ${event.data.text}`)
          break
        default:
          console.log(`${event.type} for message ${event.data.message_id}`)
      }
    },
  }),
)
app.use(express.json())

app.listen(Number(process.env.PORT ?? 3000), () => console.log("Waiting for webhooks"))
