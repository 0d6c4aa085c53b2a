import { createServer } from "node:http"

// A webhook endpoint that is down: it records requests and responds with 500. A separate process, so that its CPU is not
// counted for the sender.
const seen = new Map()

const server = createServer((request, response) => {
  const id = request.headers["webhook-id"]
  const timestamps = seen.get(id) ?? []
  timestamps.push(Number(request.headers["webhook-timestamp"]))
  seen.set(id, timestamps)
  request.resume()
  response.writeHead(500, { "Content-Length": 0 })
  response.end()
})

server.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }))
process.on("message", () => process.send([...seen]))
process.on("disconnect", () => process.exit())
