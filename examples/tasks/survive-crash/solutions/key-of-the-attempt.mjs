// Fails: In 12 days of crashes, lost answers and refusals each order gets its one receipt → an order has two receipts
import { idempotencyKey, Mas } from "mas-sdk"

export function startShop(clientOptions, orders) {
  const mas = new Mas(clientOptions)
  for (const [id, order] of orders) if (!order.isSent) sendReceipt(id, order)

  async function sendReceipt(id, order) {
    const receipt = { channel: "email", to: order.email, subject: `Receipt ${id}`, body: "Thank you" }
    while (!order.isSent) {
      try {
        await mas.messages.send(receipt, { idempotencyKey: idempotencyKey("receipt", id, Date.now()) })
        order.isSent = true
      } catch (error) {
        if (error.disposition === "final") throw error
        await new Promise((resolve) => setTimeout(resolve, 60_000))
      }
    }
  }

  return {
    buy(id, email) {
      const order = { email }
      orders.set(id, order)
      return sendReceipt(id, order)
    },
  }
}
