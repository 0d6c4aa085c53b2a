// Fails: An event that is delivered twice counts once → It acknowledges a repeated event, and does its work once: no, it answered 200, and the work was done 3 times, not 1
import { createServer } from "node:http"
import { text } from "node:stream/consumers"
import { verifyWebhook } from "mas-sdk/webhooks"
import { record } from "./record.mjs"

const server = createServer(async (request, response) => {
  try {
    const event = verifyWebhook(await text(request), request.headers, process.env.MAS_WEBHOOK_SECRET)
    if (event.type === "email.bounced") await record(event.data.to)
    response.end()
  } catch {
    response.writeHead(400).end()
  }
})
server.listen(process.env.PORT)
