// Fails: Each order has one receipt after two runs → order 1003 was sent 2 times, not once
import { readFile } from "node:fs/promises"
import { Mas } from "mas-sdk"

const mas = new Mas()
const orders = JSON.parse(await readFile("orders.json", "utf8"))

for (const { id, email, total } of orders) {
  const receipt = { channel: "email", to: email, subject: `Receipt ${id}`, body: `Thank you. You paid ${total}.` }
  await mas.messages.send(receipt).catch(console.error)
}
