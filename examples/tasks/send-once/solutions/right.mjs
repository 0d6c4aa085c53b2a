import { readFile } from "node:fs/promises"
import { idempotencyKey, Mas } from "mas-sdk"

const mas = new Mas()
const orders = JSON.parse(await readFile("orders.json", "utf8"))

for (const { id, email, total } of orders) {
  const receipt = { channel: "email", to: email, subject: `Receipt ${id}`, body: `Thank you. You paid ${total}.` }
  try {
    await mas.messages.send(receipt, { idempotencyKey: idempotencyKey("receipt", id) })
  } catch (error) {
    console.error(`Order ${id} waits for the next run: ${error.message}`)
    process.exitCode = 1
  }
}
