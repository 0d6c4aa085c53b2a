"use server"

import { idempotencyKey, MasError } from "mas-sdk"
import { redirect } from "next/navigation"
import { visitedShop } from "../lib/visitor.ts"

/** Places an order and sends its receipt. Submitting the form again, by a second click or after a failure, is the same order. */
export async function buy(form: FormData): Promise<void> {
  const order = { id: String(form.get("id")), email: String(form.get("email")) }
  if (!/^[\w-]{1,64}$/.test(order.id) || !order.email.includes("@")) throw new Error("This is no order")
  const { book, mas } = await visitedShop()
  const isKnown = book.entries().some((entry) => "order" in entry && entry.order.id === order.id)
  if (!isKnown) book.add({ order })
  try {
    const receipt = { channel: "email", to: order.email, subject: "Your receipt", body: "Thank you" } as const
    const { id } = await mas.messages.send(receipt, { idempotencyKey: idempotencyKey("receipt", order.id) })
    book.add({ sent: id, orderId: order.id })
  } catch (error) {
    // The page says so, and has a button to try again.
    if (!(error instanceof MasError)) throw error
    book.add({ problem: error.message, orderId: order.id })
  }
  redirect(`/orders/${order.id}`)
}
