// Fails: It accepts valid signatures → It verifies the raw body, byte for byte: no, it answered 400
import { createServer } from "node:http"
import { json } from "node:stream/consumers"
import { verifyWebhook } from "mas-sdk/webhooks"
import { record } from "./record.mjs"

const seen = new Set()
const server = createServer(async (request, response) => {
  try {
    const body = JSON.stringify(await json(request))
    const event = verifyWebhook(body, request.headers, process.env.MAS_WEBHOOK_SECRET)
    if (event.type === "email.bounced" && !seen.has(event.id)) await record(event.data.to)
    seen.add(event.id)
    response.end()
  } catch {
    response.writeHead(400).end()
  }
})
server.listen(process.env.PORT)
