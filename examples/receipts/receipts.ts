import { setTimeout as sleep } from "node:timers/promises"
import { APIError, type Mas, type SendMessage } from "mas-sdk"
import type { Journal } from "./journal.ts"
import { receiptKey } from "./key.ts"

export interface Order {
  readonly id: string
  readonly customer: string
  readonly totalCents: number
}

/** What becomes of an order's receipt: it is to be sent, it was sent as this message, or it never will be. */
export type Receipt =
  | { readonly status: "open" }
  | { readonly status: "sent"; readonly messageId: number }
  | { readonly status: "failed"; readonly reason: string }

/** A line of the journal. The message is kept as it goes out: a key belongs to its content, also after the text has changed. */
export type Entry =
  | { readonly order: Order; readonly message: SendMessage }
  | { readonly id: string; readonly receipt: Receipt }

/**
 * Answers about the message, which no repetition changes. 401, 403 and 404 are not among them: a wrong key or address is no
 * reason to lose receipts, and neither is a key that is missing, with which the client sends nothing.
 */
const final = new Set([400, 409, 413, 422])
/** Milliseconds between attempts, each pause twice as long as the one before. */
const pauses = { shortest: 500, longest: 60_000 }

/** Sends one receipt an order, one after the other. It knows what its journal knows, so it may end at any moment. */
export class Receipts {
  readonly #journal: Journal<Entry>
  readonly #mas: Mas
  readonly #orders = new Map<string, { readonly order: Order; receipt: Receipt }>()
  #sending = Promise.resolve()

  constructor(journal: Journal<Entry>, mas: Mas) {
    this.#journal = journal
    this.#mas = mas
    for (const entry of journal.entries) this.#know(entry)
    for (const entry of journal.entries) {
      if ("order" in entry && this.find(entry.order.id)?.status === "open") this.#queue(entry.order.id, entry.message)
    }
  }

  find(id: string): Receipt | undefined {
    return this.#orders.get(id)?.receipt
  }

  /** Takes an order, once; undefined when its id belongs to another. Afterwards its receipt will be sent, whatever happens. */
  place(order: Order): Receipt | undefined {
    const known = this.#orders.get(order.id)
    if (known !== undefined) return isSame(known.order, order) ? known.receipt : undefined
    const message: SendMessage = {
      channel: "email",
      to: order.customer,
      subject: `Receipt for order ${order.id}`,
      body: `Thank you. You paid ${(order.totalCents / 100).toFixed(2)}.`,
    }
    this.#write({ order, message })
    this.#queue(order.id, message)
    return { status: "open" }
  }

  #queue(id: string, message: SendMessage): void {
    this.#sending = this.#sending.then(async () => {
      const receipt = await this.#send(id, message)
      this.#write({ id, receipt })
      console.log(`Order ${id} is ${receipt.status}`)
    })
  }

  async #send(id: string, message: SendMessage): Promise<Receipt> {
    for (let pause = pauses.shortest; ; pause = Math.min(2 * pause, pauses.longest)) {
      try {
        const sent = await this.#mas.messages.send(message, { idempotencyKey: receiptKey(id) })
        return { status: "sent", messageId: sent.id }
      } catch (error) {
        if (error instanceof APIError && final.has(error.status)) return { status: "failed", reason: error.message }
        console.error(`Order ${id} waits: ${error}`)
        await sleep(pause)
      }
    }
  }

  #write(entry: Entry): void {
    this.#journal.add(entry)
    this.#know(entry)
  }

  #know(entry: Entry): void {
    if ("order" in entry) this.#orders.set(entry.order.id, { order: entry.order, receipt: { status: "open" } })
    else {
      const known = this.#orders.get(entry.id)
      if (known !== undefined) known.receipt = entry.receipt
    }
  }
}

const isSame = (one: Order, other: Order) => one.customer === other.customer && one.totalCents === other.totalCents
