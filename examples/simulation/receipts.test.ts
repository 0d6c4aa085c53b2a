import { idempotencyKey, Mas } from "mas-sdk"
import { simulate } from "mas-sdk/mock-server"
import { createWebhookHandler } from "mas-sdk/webhooks"
import { it } from "vitest"

interface Order {
  readonly email: string
  receipt?: string // the event that ended it
}

/** Sends a receipt for each order; receipts that a crash interrupted are sent after the restart. */
class Shop {
  constructor(
    readonly mas: Mas,
    readonly orders: Map<string, Order>,
  ) {
    for (const [id, order] of orders) if (order.receipt === undefined) void this.sendReceipt(id, order)
  }

  buy(id: string): Promise<void> {
    const order = { email: `${id}@example.test` }
    this.orders.set(id, order)
    return this.sendReceipt(id, order)
  }

  async sendReceipt(id: string, { email }: Order): Promise<void> {
    const receipt = {
      channel: "email",
      to: email,
      subject: "Your receipt",
      body: "Thank you",
      tags: { order: id },
    } as const
    while (true) {
      try {
        await this.mas.messages.send(receipt, { idempotencyKey: idempotencyKey("receipt", id) })
        return
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 60_000))
      }
    }
  }
}

it("sends one receipt for each order, whatever happens", { timeout: 120_000 }, ({ signal }) =>
  simulate({ runs: 100, faults: "storm", for: "36h", signal }, async (day) => {
    const orders = new Map<string, Order>() // what survives a crash
    const shop = day.process("shop", ({ clientOptions }) => new Shop(new Mas(clientOptions), orders))
    day.receiver("hooks", ({ secret }) =>
      createWebhookHandler({
        secret,
        onError: () => {}, // forged webhooks are refused
        onEvent(event) {
          const order = event.type === "email.delivered" && orders.get(event.data.tags.order ?? "")
          if (order) order.receipt = event.type
        },
      }),
    )
    day.always("never two receipts for one order", () => {
      const receivers = day.world.messages.list().map(({ to }) => to)
      return new Set(receivers).size === receivers.length
    })
    day.eventually("every order knows what became of its receipt", () =>
      [...orders.values()].every(({ receipt }) => receipt !== undefined),
    )

    await day.times(20, (number) => shop.call((running) => running.buy(`order-${number}`)))
  }),
)
