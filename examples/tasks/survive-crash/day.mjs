// Runs beside the shop that is graded: says which check a bad day breaks.
import { simulate } from "mas-sdk/mock-server"
import { startShop } from "./shop.mjs"

let broken = ""
const onProgress = (progress) => {
  broken ||= progress.broken?.check ?? ""
}
console.log = console.error // What the shop says is not the answer.
await simulate({ runs: 12, faults: "storm", for: "12h", shrinkFor: 0, onProgress }, async (day) => {
  const orders = new Map()
  const shop = day.process("shop", ({ clientOptions }) => startShop(clientOptions, orders))
  const receipts = () => day.world.messages.list({ limit: 1_000 }).map(({ to }) => to)
  day.always("an order has two receipts", () => new Set(receipts()).size === receipts().length)
  day.eventually("an order has no receipt", () => [...orders.values()].every(({ email }) => receipts().includes(email)))
  await day.times(10, (number) =>
    shop.call((running) => running.buy(`order-${number}`, `order-${number}@example.test`)),
  )
}).catch((error) => {
  broken ||= error.message.split("\n", 1)[0]
})
process.stdout.write(broken)
process.exit()
