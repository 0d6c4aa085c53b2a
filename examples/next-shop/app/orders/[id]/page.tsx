import { notFound } from "next/navigation"
import { receiptOf } from "../../../lib/receipt.ts"
import { visitedShop } from "../../../lib/visitor.ts"
import { buy } from "../../buy.ts"
import { KeepFresh } from "./keep-fresh.tsx"

/** The status of an order's receipt, from its webhooks. */
export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  const { book } = await visitedShop()
  const receipt = receiptOf(book.entries(), id)
  if (receipt === undefined) notFound()
  return (
    <main>
      <h1>Thank you</h1>
      <p>
        Your receipt to {receipt.email} is <strong role="status">{receipt.status}</strong>
      </p>
      {receipt.status === "not sent" && (
        <form action={buy}>
          <p role="alert">{receipt.problem}</p>
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="email" value={receipt.email} />
          <button type="submit">Try again</button>
        </form>
      )}
      <KeepFresh />
    </main>
  )
}
