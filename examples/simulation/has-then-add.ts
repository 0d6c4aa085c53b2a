// npx mas-sdk simulate has-then-add.ts: fails. Between `has` and `add`, the other process handles the same event.
import type { Day } from "mas-sdk/mock-server"
import { verifyWebhook, WebhookVerificationError } from "mas-sdk/webhooks"
import { bookkeeping, Database } from "./bookkeeping.ts"

export default async function (day: Day): Promise<void> {
  const database = new Database(day)
  const handled = new Set<string>()
  await bookkeeping(day, database, ({ secret }) => async (request) => {
    try {
      const { id } = verifyWebhook(await request.text(), request.headers, secret)
      const isKnown = await database.query(() => handled.has(id))
      if (!isKnown) await database.query(() => database.booked.push(id))
      await database.query(() => handled.add(id))
      return new Response("OK")
    } catch (error) {
      return new Response("", { status: error instanceof WebhookVerificationError ? 400 : 500 })
    }
  })
}
