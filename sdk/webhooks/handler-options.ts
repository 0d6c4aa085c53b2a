import { MasError } from "../mas-error.ts"
import type { WebhookEvent } from "./events.ts"
import { largestEvent } from "./limits.gen.ts"
import { memoryStore } from "./memory-store.ts"
import { readTime, type VerifyWebhookOptions } from "./message.ts"
import { keysOf, type WebhookSecret, type WebhookSecretSource } from "./secret.ts"
import { type SetAside, setAsideProblem } from "./set-aside.ts"
import { checkStore, minKeep, refuseOthers, type TransactionalStore, type WebhookStore } from "./store.ts"

/**
 * @typeParam Tx what the `store` has for writes in the transaction that marks an event done.
 * @typeParam InTransaction the option `transaction`: with `false` there is no `tx`.
 */
export interface WebhookHandlerOptions<Tx = undefined, InTransaction extends boolean = true>
  extends VerifyWebhookOptions {
  /**
   * `whsec_…`, or several while you rotate. Checked when the handler is made. Or a function that gives it, or a promise of it:
   * called with the first request, so that a build without secrets can import the module. Its answer is kept; while it gives
   * none, requests are answered with 500, and it is called again.
   */
  secret: WebhookSecret | WebhookSecretSource
  /**
   * Does the work. What it returns is awaited: the service waits 10 seconds, so queue what takes longer. When it throws or
   * rejects, the answer is 500 and the service sends the event again. Spec: Acknowledgement, retries, duplicates.
   *
   * With a store of Postgres or SQLite, it runs in a transaction, `tx`: what is written by `tx` is committed together with the
   * mark that the event is done. Exactly once, whatever crashes.
   */
  onEvent: (event: WebhookEvent, context: WebhookContext<InTransaction extends false ? undefined : Tx>) => unknown
  /**
   * Whether `onEvent` runs in a transaction of the store. Default: true where the store has transactions. `false` for work that
   * waits for the network: it then holds no connection of the pool and no lock, gets no `tx`, and a crash can repeat it.
   */
  transaction?: InTransaction | undefined
  /**
   * How many events are handled at once. One more waits for up to a second, then it is answered with 503 and `Retry-After`.
   * Default: half of the pool's connections where events run in transactions of `postgresStore` on a pool of `pg` or
   * postgres.js, so that the other half is left for everything else; else no limit.
   */
  maxConcurrent?: number | undefined
  /**
   * Milliseconds until the answer, whatever it waits for, below the service's 10 seconds; 0 is for ever. Default 9,000. Then
   * it is 503, and a transaction is rolled back. Without one, an `onEvent` that succeeds later is remembered all the same, if
   * its lease was not taken over.
   */
  timeout?: number | undefined
  /**
   * Where handled ids are remembered: a store that processes share (`mas-sdk/stores`), or for one process `memoryStore()`.
   * `false` hands over duplicates too. Default: `memoryStore()`, one for each handler made.
   */
  store?: TransactionalStore<Tx> | WebhookStore | false | undefined
  /**
   * Milliseconds after which another process may take over an event that was begun and not finished, because this one
   * crashed or hangs: longer than `onEvent` may run, and than `timeout`. Until then it is answered with 503. Default: 30
   * seconds more than `timeout`, so that the first retry, a minute later, takes over; none where that is 0: then say it. In a
   * transaction it matters only where `timeout` is 0: a crash, and `timeout`, roll it back and free the event at once.
   */
  lease?: number | undefined
  /**
   * Events whose `onEvent` throws again and again, such as one with a character that the database refuses: after so many failures
   * the event is kept aside, and answered with 200. Without it such an event fails for 35 hours and is lost. `onError` is told
   * each time; `store.list()`, `retry` and `drop` see to it later.
   */
  setAside?: SetAside | undefined
  /** The largest body taken, in bytes; a larger one is answered with 413. Default 5.75 MiB, the largest event by the service's limits. */
  maxBodyBytes?: number | undefined
  /**
   * Called for every answer but 200, and awaited before it goes out, within `timeout`. Its error is a `WebhookVerificationError`
   * for a refused request (4xx), what `onEvent` or the store threw (500), or a `MasError` that says why there was no time (503).
   * Without it, what answers 500 becomes a process warning, where there is a process, and so does a time limit.
   */
  onError?: ((error: unknown) => unknown) | undefined
}

/** What `onEvent` is given beside the event. */
export interface WebhookContext<Tx = undefined> {
  /** The transaction that marks the event done, of a store that has transactions: for writes that are to happen exactly once. */
  readonly tx: Tx
}

/** Refuses what is not of a kind, which begins with its type: when the handler is made, not with one event after the other. */
function mustBe(kind: string, options: Readonly<Record<string, unknown>>, min = 0): void {
  for (const name in options) {
    const value = options[name]
    if (!kind.startsWith(typeof value) || (typeof value === "number" && !(value - min >= 0)))
      throw new MasError(`${name} must be a ${kind}`)
  }
}

/** The options with their defaults. @throws {MasError} for an option that is missing, unknown or wrong. */
export function readOptions<Tx, InTransaction extends boolean>(options: WebhookHandlerOptions<Tx, InTransaction>) {
  const {
    secret,
    onEvent,
    onError,
    timeout = 9_000,
    lease = timeout && timeout + 30_000,
    maxBodyBytes = largestEvent,
    toleranceSeconds = 0,
    now = 0,
    store: given = memoryStore(),
    transaction,
    maxConcurrent,
    setAside,
    ...others
  } = options
  refuseOthers("the webhook handler", others, MasError)
  mustBe("function", { onEvent, onError: onError ?? onEvent })
  mustBe("number, 0 or more", { timeout, maxBodyBytes, toleranceSeconds })
  mustBe("number above timeout", { lease }, timeout + 1)
  mustBe("number, 1 or more", { maxConcurrent: maxConcurrent ?? 1 }, 1)
  mustBe("boolean", { transaction: transaction ?? true })
  readTime(typeof now === "function" ? 0 : now)
  const problem = setAsideProblem(setAside)
  if (problem) throw new MasError(problem)
  if (typeof secret !== "function") keysOf(secret)
  const store = given === false ? undefined : checkStore<Tx>(given)
  const transact = transaction === false ? undefined : store?.transact?.bind(store)
  if (transaction && !transact)
    throw new MasError("transaction is true, but the store has no transactions: use postgresStore or sqliteStore")
  return {
    secret,
    // Only `transact` has a `Tx`; without it the type of `tx` is undefined.
    onEvent: onEvent as (event: WebhookEvent, context: { tx?: Tx }) => unknown,
    onError,
    timeout,
    lease,
    maxBodyBytes,
    setAside,
    store,
    transact,
    maxConcurrent: maxConcurrent ?? (transact && store?.maxConcurrent) ?? Number.POSITIVE_INFINITY,
    /** Seconds until another process may have the event, or this one has room; never longer than the service's retries last. */
    retryAfter: Math.ceil(Math.min(lease, minKeep) / 1_000),
  }
}
