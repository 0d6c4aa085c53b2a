import { readFile } from "node:fs/promises"

const orders = JSON.parse(await readFile("orders.json", "utf8"))

for (const order of orders) {
  console.log(`To do: the receipt of order ${order.id} for ${order.email}`)
}
