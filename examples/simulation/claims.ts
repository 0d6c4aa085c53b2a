// npx mas-sdk simulate claims.ts --runs 10000: stands. Who has claimed an event books it and marks it done in one transaction.
import type { Day } from "mas-sdk/mock-server"
import { createWebhookHandler, memoryStore, type TransactionalStore } from "mas-sdk/webhooks"
import { bookkeeping, Database } from "./bookkeeping.ts"

export default async function (day: Day): Promise<void> {
  const database = new Database(day)
  // The table of claims; with a real database, `postgresStore` or `sqliteStore` of mas-sdk/stores.
  const claims = memoryStore()
  const dedupe: TransactionalStore<string[]> = {
    claim: (id, options) => database.query(() => claims.claim(id, options)),
    complete: (id, owner) => database.query(() => claims.complete(id, owner)),
    release: (id, owner) => database.query(() => claims.release(id, owner)),
    async completeWith(id, owner, work) {
      const written: string[] = []
      await work(written)
      return database.query(() => {
        const isDone = claims.complete(id, owner)
        if (isDone) database.booked.push(...written)
        return isDone
      })
    },
  }
  await bookkeeping(day, database, ({ secret }) =>
    createWebhookHandler({ secret, dedupe, onEvent: ({ id }, { tx }) => tx.push(id), onError: () => {} }),
  )
}
