// npx mas-sdk simulate remember-first.ts: fails. An event that is recorded before the work is lost if the process crashes in between.
import type { Day } from "mas-sdk/mock-server"
import { verifyWebhook, WebhookVerificationError } from "mas-sdk/webhooks"
import { bookkeeping, Database } from "./bookkeeping.ts"

export default async function (day: Day): Promise<void> {
  const database = new Database(day)
  const handled = new Set<string>()
  const takeNew = (id: string) => !handled.has(id) && handled.add(id)
  await bookkeeping(day, database, ({ secret }) => async (request) => {
    try {
      const { id } = verifyWebhook(await request.text(), request.headers, secret)
      const isNew = await database.query(() => takeNew(id))
      if (isNew) await database.query(() => database.booked.push(id))
      return new Response("OK")
    } catch (error) {
      return new Response("", { status: error instanceof WebhookVerificationError ? 400 : 500 })
    }
  })
}
