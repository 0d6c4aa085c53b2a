import { MasError } from "../base/mas-error.ts"
import type { WebhookEvent } from "./events.ts"
import { largestEvent } from "./limits.gen.ts"
import { memoryStore } from "./memory-store.ts"
import { readTime, type VerifyWebhookOptions } from "./message.ts"
import { keysOf, type WebhookSecret, type WebhookSecretSource } from "./secret.ts"
import { type SetAside, setAsideProblem } from "./set-aside.ts"
import { checkStore, minKeep, refuseUnknownOptions, type TransactionalStore, type WebhookStore } from "./store.ts"

/**
 * @typeParam Tx the `store`'s transaction type, for writes that are committed with the mark that an event is done.
 * @typeParam InTransaction the option `transaction`: with `false` there is no `tx`.
 */
export interface WebhookHandlerOptions<Tx = undefined, InTransaction extends boolean = true>
  extends VerifyWebhookOptions {
  /**
   * `whsec_…`, or several during a rotation. Checked when the handler is created. Or a function that returns it or a
   * promise of it: called on the first request, so that a build without secrets can import the module. Its result is
   * cached; as long as it returns none, requests get 500 and it is called again.
   */
  secret: WebhookSecret | WebhookSecretSource
  /**
   * Handles an event. A returned promise is awaited: the service waits 10 seconds, so queue longer work. If it throws
   * or rejects, the response is 500 and the service retries. Spec: Acknowledgement, retries, duplicates.
   *
   * With a Postgres or SQLite store it runs in a transaction, `tx`: writes with `tx` are committed together with the
   * mark that the event is done. They happen exactly once, even after a crash. Code that ends the transaction itself
   * (`commit`, `rollback`) fails the event: use savepoints.
   */
  onEvent: (event: WebhookEvent, context: WebhookContext<InTransaction extends false ? undefined : Tx>) => unknown
  /**
   * Whether `onEvent` runs in a transaction of the store. Default: true if the store has transactions. Use `false` for
   * work that waits for the network: it then holds no pool connection and no lock, gets no `tx`, and a crash can repeat
   * it.
   */
  transaction?: InTransaction | undefined
  /**
   * Maximum number of events handled at the same time. A further event waits up to a second, then gets 503 and
   * `Retry-After`. Default: half of the pool's connections if events run in transactions of `postgresStore` on a pool
   * of `pg` or postgres.js, so that the other half remains for other queries; otherwise no limit.
   */
  maxConcurrent?: number | undefined
  /**
   * Maximum milliseconds until the response, below the service's 10 seconds; 0: no limit. Default 9,000. After that the
   * response is 503, and a transaction is rolled back. Without a transaction, an `onEvent` that succeeds later is still
   * recorded, unless another process took over its lease.
   */
  timeout?: number | undefined
  /**
   * Remembers handled ids: a store that processes share (`mas-sdk/stores`), or `memoryStore()` for one process. With
   * `false`, duplicates are handled too. Default: `memoryStore()`, one per handler.
   */
  store?: TransactionalStore<Tx> | WebhookStore | false | undefined
  /**
   * Milliseconds after which another process may take over an unfinished event, because this process crashed or hangs.
   * Must exceed `timeout` and the longest run of `onEvent`. Until then the event gets 503. Default: 30 seconds more
   * than `timeout`, so that the first retry, a minute later, takes over; required if `timeout` is 0. In a transaction
   * it matters only if `timeout` is 0: a crash or the timeout rolls back and frees the event at once.
   */
  lease?: number | undefined
  /**
   * Sets aside events whose `onEvent` fails repeatedly, such as one with a character that the database refuses: after
   * `after` failures the event is kept and responded with 200. Without it, such an event fails for 35 hours and is lost.
   * `onError` is called each time. Handle the event later with `store.list()`, `retry` and `drop`.
   */
  setAside?: SetAside | undefined
  /** Maximum bytes of a body; a larger one gets 413. Default 5.75 MiB, the largest event that the service's limits allow. */
  maxBodyBytes?: number | undefined
  /**
   * Called for every response except 200, and awaited before it is sent, within `timeout`. Copies of an event that wait
   * for the first one's result share its call. The error is a `WebhookVerificationError` for a refused request (4xx), the
   * error of `onEvent` or the store (500), or a `MasError` with the reason for a 503. Without `onError`, or if it fails,
   * a 500 and a timeout become process warnings, if there is a process; so does its own error.
   */
  onError?: ((error: unknown) => unknown) | undefined
}

/** The second argument of `onEvent`. */
export interface WebhookContext<Tx = undefined> {
  /** The store's transaction that marks the event as done, for writes that must happen exactly once. */
  readonly tx: Tx
}

/** Refuses options of a wrong kind when the handler is created, not with each event. `kind` begins with a `typeof`. */
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
    store: storeOption = memoryStore(),
    transaction,
    maxConcurrent,
    setAside,
    ...others
  } = options
  refuseUnknownOptions("the webhook handler", others, MasError)
  mustBe("function", { onEvent, onError: onError ?? onEvent })
  mustBe("number, 0 or more", { timeout, maxBodyBytes, toleranceSeconds })
  if (timeout >= 10_000)
    throw new MasError("timeout must be below the 10,000 ms that the service waits, or 0 for no limit")
  mustBe("number above timeout", { lease }, timeout + 1)
  mustBe("number, 1 or more", { maxConcurrent: maxConcurrent ?? 1 }, 1)
  mustBe("boolean", { transaction: transaction ?? true })
  readTime(typeof now === "function" ? 0 : now)
  const problem = setAsideProblem(setAside)
  if (problem) throw new MasError(problem)
  if (typeof secret !== "function") keysOf(secret)
  const store = storeOption === false ? undefined : checkStore<Tx>(storeOption)
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
