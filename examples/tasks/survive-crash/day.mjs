// Runs beside the shop that is graded: says which check a bad day breaks.
import { simulate } from "mas-sdk/mock-server"
import { startShop } from "./shop.mjs"

let broken = ""
const onProgress = (progress) => {
  broken ||= progress.broken?.check ?? ""
}
console.log = console.error // The shop's own output is not the result.
await simulate({ runs: 12, faults: "storm", for: "12h", shrinkFor: 0, onProgress }, async (day) => {
  const orders = new Map()
  /** Who has ordered, whatever the shop has kept of it. */
  const customers = new Set()
  const shop = day.process("shop", ({ clientOptions }) => startShop(clientOptions, orders))
  const receipts = () => day.world.messages.list({ limit: 1_000 }).map(({ to }) => to)
  day.always("an order has two receipts", () => new Set(receipts()).size === receipts().length)
  day.eventually("an order has no receipt", () => {
    const all = new Set([...customers, ...[...orders.values()].map(({ email }) => email)])
    return [...all].every((email) => receipts().includes(email))
  })
  await day.times(10, async (number) => {
    const email = `order-${number}@example.test`
    const isTaken = await shop.call(async (running) => {
      await running.buy(`order-${number}`, email)
      return true
    })
    // A crash may have come before the shop could keep it.
    if (isTaken) customers.add(email)
  })
}).catch((error) => {
  broken ||= error.message.split("\n", 1)[0]
})
process.stdout.write(broken)
process.exit()
