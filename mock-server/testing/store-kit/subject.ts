import type { TransactionalStore, WebhookStore } from "../../../sdk/webhooks/store.ts"

/** A store under test, and what the tests need besides. */
export interface WebhookStoreSubject<Tx = never> {
  /** The store to test. */
  readonly store: WebhookStore | TransactionalStore<Tx>
  /**
   * Lets `milliseconds` pass for the store: moves its clock forward, or its stored times back. The tests never wait in
   * real time.
   */
  pass(milliseconds: number): unknown
  /** The same data as seen by another process: a store with its own connection. The store itself when left out. */
  readonly other?: WebhookStore | TransactionalStore<Tx> | undefined
  /** For a store with transactions: writes and reads effects in its database. */
  readonly effects?: StoreEffects<Tx> | undefined
  /** Called at the end, also after a failure. */
  close?(): unknown
}

export interface StoreEffects<Tx> {
  /** Writes a row with this name in the transaction. */
  write(tx: Tx, name: string): unknown
  /** The names of all committed rows. */
  written(): readonly string[] | Promise<readonly string[]>
}

export interface StoreTestOptions {
  /** Number of concurrent claims of one event. Default 10,000. */
  readonly claims?: number | undefined
}

/** @internal */
export interface StoreTest<Tx> {
  readonly claims: number
  readonly subject: WebhookStoreSubject<Tx>
  /** Returns an event id that no other check uses. */
  readonly newId: () => string
}

export function hold(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(what)
}

/** A lease in milliseconds, longer than any check. */
export const lease = 60_000

/** Claims a free event and returns its owner. */
export async function take(store: WebhookStore, id: string, when: string, ms = lease): Promise<string> {
  const claim = await store.claim(id, { lease: ms })
  if (claim.state === "mine") return claim.owner
  throw new Error(`${when} should be mine, but is ${claim.state}`)
}

/** Checks the state that a claim returns for an event that is not free. */
export async function find(store: WebhookStore, id: string, state: "busy" | "done", when: string): Promise<void> {
  const claim = await store.claim(id, { lease })
  hold(claim.state === state, `${when} should be ${state}, but is ${claim.state}`)
}
