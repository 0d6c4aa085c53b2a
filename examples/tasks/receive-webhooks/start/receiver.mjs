import { createServer } from "node:http"
import { record } from "./record.mjs"

const server = createServer((request, response) => {
  console.log(`To do: verify ${request.url}, then`, record)
  response.writeHead(501).end()
})
server.listen(process.env.PORT)
