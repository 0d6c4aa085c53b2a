// Fails: Each order has one receipt after two runs → order 1002 was sent 0 times, not once; order 1001 was sent 0 times, not once
import { appendFileSync, existsSync, readFileSync } from "node:fs"
import { idempotencyKey, Mas } from "mas-sdk"

const mas = new Mas()
const orders = JSON.parse(readFileSync("orders.json", "utf8"))
const done = existsSync("done.txt") ? readFileSync("done.txt", "utf8").split("\n") : []

for (const { id, email, total } of orders) {
  if (done.includes(String(id))) continue
  appendFileSync("done.txt", `${id}\n`)
  const receipt = { channel: "email", to: email, subject: `Receipt ${id}`, body: `Thank you. You paid ${total}.` }
  await mas.messages.send(receipt, { idempotencyKey: idempotencyKey("receipt", id) }).catch(console.error)
}
