// Takes orders and sends their receipts:
//
//   MAS_BASE_URL=… MAS_API_KEY=… PORT=3000 npx tsx server.ts orders.db
//
// There is no code for a graceful stop: a stop is a crash. Unexpected errors end the process, too; a supervisor restarts it.
import { createServer, type IncomingMessage } from "node:http"
import { text } from "node:stream/consumers"
import Database from "better-sqlite3"
import { Mas } from "mas-sdk"
import { type Order, openReceipts } from "./receipts.ts"

const receipts = await openReceipts(new Database(process.argv[2] ?? "orders.db"), new Mas())

const server = createServer(async (request, response) => {
  const { status, ...body } = await answer(request)
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body))
})

/** PUT, because the caller chooses the order's id: a repeated request after a lost response is the same order. */
async function answer(request: IncomingMessage) {
  const [, id] = /^\/orders\/([\w-]{1,64})$/.exec(request.url ?? "") ?? []
  if (id === undefined) return { status: 404, error: "There is /orders/{id}" }
  if (request.method === "GET") {
    const receipt = receipts.find(id)
    return receipt === undefined ? { status: 404, error: `There is no order ${id}` } : { status: 200, receipt }
  }
  if (request.method !== "PUT") return { status: 405, error: "There are GET and PUT" }
  // An incomplete request is not an order.
  const order = orderIn(await text(request).catch(() => ""), id)
  if (typeof order === "string") return { status: 400, error: order }
  const receipt = receipts.place(order)
  return receipt === undefined ? { status: 409, error: `Order ${id} is another one` } : { status: 200, receipt }
}

/** The order in a body, or its problem. */
function orderIn(body: string, id: string): Order | string {
  try {
    const { customer, totalCents } = JSON.parse(body)
    if (typeof customer !== "string" || !/^\S+@\S+$/.test(customer)) return "customer must be an e-mail address"
    if (!(Number.isSafeInteger(totalCents) && totalCents >= 0)) return "totalCents must be a whole number, not below 0"
    return { id, customer, totalCents }
  } catch {
    return 'The body must be JSON: {"customer": "ana@example.com", "totalCents": 1200}'
  }
}

server.listen(Number(process.env.PORT ?? 3000), "127.0.0.1", () => {
  const address = server.address()
  console.log(`Taking orders on port ${typeof address === "object" ? address?.port : address}`)
})
