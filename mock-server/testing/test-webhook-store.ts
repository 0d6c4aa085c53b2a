import type { TransactionalStore, WebhookStore } from "../../sdk/webhooks/store.ts"
import { refuseUnknownOptions } from "../../sdk/webhooks/store.ts"
import { checks } from "./store-kit/checks.ts"
import type { StoreTest, StoreTestOptions, WebhookStoreSubject } from "./store-kit/subject.ts"
import { transactionChecks } from "./store-kit/transaction-checks.ts"

export type { StoreEffects, StoreTestOptions, WebhookStoreSubject } from "./store-kit/subject.ts"

/** The store breaks rules that receivers depend on: `failures` has a line for each broken rule. */
export class WebhookStoreError extends Error {
  static override readonly name = "WebhookStoreError"
  /** `WebhookStoreError`. */
  override readonly name = WebhookStoreError.name
  /** One line per broken rule. */
  readonly failures: readonly string[]

  constructor(failures: readonly string[]) {
    super(`The store breaks rules that receivers depend on:\n${failures.map((failure) => `- ${failure}`).join("\n")}`)
    this.failures = failures
  }
}

/**
 * Tests a custom `WebhookStore`: one winner among 10,000 concurrent claims, crashes at every step, takeover, late
 * owners, retention of ids; for transactional stores, that effects and marks are committed together. Use a store
 * without other data. Needs no test runner.
 *
 * ```ts
 * it("keeps the rules of a webhook store", () =>
 *   testWebhookStore(async () => ({ store: myStore({ now: () => time }), pass: (ms) => (time += ms) })))
 * ```
 * @throws {WebhookStoreError} (rejects) with every broken rule.
 */
export async function testWebhookStore<Tx>(
  make: () => WebhookStoreSubject<Tx> | Promise<WebhookStoreSubject<Tx>>,
  { claims = 10_000, ...others }: StoreTestOptions = {},
): Promise<void> {
  refuseUnknownOptions("testWebhookStore", others)
  const subject = await make()
  if (!subject?.store?.claim || !subject.pass) throw new TypeError(wrongSubject)
  const { store, effects } = subject
  let ids = 0
  const test: StoreTest<Tx> = { subject, claims, newId: () => `evt_test_${++ids}` }
  const failures: string[] = []
  const attempt = async (rule: string, check: () => Promise<void>) => {
    try {
      await check()
    } catch (error) {
      failures.push(`${rule}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  try {
    for (const [rule, check] of Object.entries(checks)) await attempt(rule, () => check(test))
    if (isTransactional(store) && effects !== undefined) {
      for (const [rule, check] of Object.entries(transactionChecks)) {
        await attempt(rule, () => check({ ...test, store, effects }))
      }
    } else if (isTransactional(store)) {
      failures.push("effects is missing: without it the transactions of the store are not tested")
    }
  } finally {
    await subject.close?.()
  }
  if (failures.length > 0) throw new WebhookStoreError(failures)
}

const wrongSubject = "make() must return { store, pass(milliseconds) }, and optionally `other`, `effects` and close()"

function isTransactional<Tx>(store: WebhookStore | TransactionalStore<Tx>): store is TransactionalStore<Tx> {
  return "transact" in store && store.transact !== undefined
}
