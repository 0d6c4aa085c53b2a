// npx mas-sdk simulate has-then-add.ts: breaks. Between `has` and `add`, the other process takes the same event.
import type { Day } from "mas-sdk/mock-server"
import { createWebhookHandler } from "mas-sdk/webhooks"
import { bookkeeping, Database } from "./bookkeeping.ts"

export default async function (day: Day): Promise<void> {
  const database = new Database(day)
  const handled = new Set<string>()
  await bookkeeping(day, database, ({ secret }) =>
    createWebhookHandler({
      secret,
      dedupe: {
        has: (id) => database.query(() => handled.has(id)),
        add: (id) => database.query(() => handled.add(id)),
      },
      onEvent: ({ id }) => database.query(() => database.booked.push(id)),
      onError: () => {},
    }),
  )
}
