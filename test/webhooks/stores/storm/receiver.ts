import { createServer } from "node:http"
import { openStore, type StoreKind } from "./stores.ts"

// Usage: receiver <kind of store> <its address> <file>
// A process that receives webhooks. It prints its port, and ends with its parent. /control gives a test its database.

// Receivers that must open their store at the same time busy-wait for it.
const { MAS_BEGIN = 0 } = process.env
while (Date.now() < Number(MAS_BEGIN));

const [kind = "", address = "", file = ""] = process.argv.slice(2)
const store = await openStore(kind as StoreKind, address, file)

const server = createServer(async (request, response) => {
  const [, room, call, argument] = (request.url ?? "").split("/")
  if (room !== "control") return store.handler(request, response)
  try {
    const calls = {
      prepare: () => store.prepare(),
      pass: () => store.pass(Number(argument)),
      effects: () => store.effects(),
    }
    const result = await calls[call as keyof typeof calls]()
    response.end(JSON.stringify(call === "effects" ? result : "done"))
  } catch (error) {
    response.writeHead(500).end(String(error))
  }
}).listen(0, "127.0.0.1", () => {
  const listening = server.address()
  console.log(`listening on ${typeof listening === "object" && listening?.port}.`)
})
process.stdin.on("end", () => process.exit()).resume()
