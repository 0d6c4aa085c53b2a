// Fails: It refuses forged requests → It refuses a request without webhook-signature: no, it answered 200, and the work was done 1 time; It refuses a request signed with another secret: no, it answered 200, and the work was done 1 time; It refuses a body that was changed after signing: no, it answered 200, and the work was done 1 time, and 2 more likewise
import { createServer } from "node:http"
import { json } from "node:stream/consumers"
import { record } from "./record.mjs"

const seen = new Set()
const server = createServer(async (request, response) => {
  const id = request.headers["webhook-id"]
  try {
    const event = await json(request)
    if (event.type === "email.bounced" && !seen.has(id)) await record(event.data.to)
    seen.add(id)
    response.end()
  } catch {
    response.writeHead(500).end()
  }
})
server.listen(process.env.PORT)
