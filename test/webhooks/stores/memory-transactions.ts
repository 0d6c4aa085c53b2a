import type { TransactionalStore, WebhookStore } from "../../../sdk/webhooks/index.ts"

/** Transactions on an in-memory store: effects of the work are kept once its event is done. */
export function memoryTransactions(
  plain: WebhookStore,
  committedWrites: string[],
): TransactionalStore<string[]>["transact"] {
  return async (id, work, options) => {
    const claim = await plain.claim(id, options)
    if (claim.state !== "mine") return claim.state
    const drafts: string[] = []
    try {
      await work(drafts)
    } catch (error) {
      await plain.release(id, claim.owner)
      throw error
    }
    if (!(await plain.complete(id, claim.owner))) return "busy"
    committedWrites.push(...drafts)
    return "mine"
  }
}
