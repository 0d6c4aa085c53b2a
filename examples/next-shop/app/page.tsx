import { randomUUID } from "node:crypto"
import Link from "next/link"
import { visitedShop } from "../lib/visitor.ts"
import { buy } from "./buy.ts"

/** A form, and the list of orders. The order has its id before it is placed, so that submitting twice gives one order. */
export default async function Page() {
  const { book } = await visitedShop()
  const orders = book.entries().flatMap((entry) => ("order" in entry ? [entry.order] : []))
  return (
    <main>
      <h1>Shop</h1>
      <form action={buy}>
        <input type="hidden" name="id" value={randomUUID()} />
        <label>
          E-mail <input type="email" name="email" required />
        </label>
        <button type="submit">Buy</button>
      </form>
      <ul>
        {orders.map(({ id, email }) => (
          <li key={id}>
            <Link href={`/orders/${id}`}>{email}</Link>
          </li>
        ))}
      </ul>
    </main>
  )
}
