// npx mas-sdk simulate claims.ts --runs 10000: passes. The process that claimed an event books it and marks it done in one transaction.
import type { Day } from "mas-sdk/mock-server"
import { createWebhookHandler, memoryStore, type TransactionalStore } from "mas-sdk/webhooks"
import { bookkeeping, Database } from "./bookkeeping.ts"

export default async function (day: Day): Promise<void> {
  const database = new Database(day)
  // The claims table; with a real database, `postgresStore` or `sqliteStore` of mas-sdk/stores.
  const claims = memoryStore()
  const store: TransactionalStore<string[]> = {
    claim: (id, options) => database.query(() => claims.claim(id, options)),
    complete: (id, owner) => database.query(() => claims.complete(id, owner)),
    release: (id, owner) => database.query(() => claims.release(id, owner)),
    async transact(id, work, options) {
      const claim = await database.query(() => claims.claim(id, options))
      if (claim.state !== "mine") return claim.state
      const written: string[] = []
      await work(written)
      return database.query(() => {
        if (!claims.complete(id, claim.owner)) return "busy"
        database.booked.push(...written)
        return "mine"
      })
    },
  }
  await bookkeeping(day, database, ({ secret }) =>
    createWebhookHandler({ secret, store, onEvent: ({ id }, { tx }) => tx.push(id), onError: () => {} }),
  )
}
