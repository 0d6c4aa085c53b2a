import type { TransactionalStore, WebhookStore } from "../../sdk/webhooks/store.ts"

/** A store to be tested, and what the tests need around it. */
export interface WebhookStoreSubject<Tx = never> {
  /** The store to test. */
  readonly store: WebhookStore | TransactionalStore<Tx>
  /**
   * Lets so many milliseconds go by for the store: moves its clock, or what it has written back in time. Nothing is waited for
   * in real time.
   */
  pass(milliseconds: number): unknown
  /** The same data as another process sees them: a store with a connection of its own. The store itself when left out. */
  readonly other?: WebhookStore | TransactionalStore<Tx> | undefined
  /** For a store with transactions: an effect that is written by `tx`, and the effects that there are. */
  readonly effects?: StoreEffects<Tx> | undefined
  /** Called at the end, also when something does not hold. */
  close?(): unknown
}

export interface StoreEffects<Tx> {
  /** Writes a row of this name in the transaction. */
  write(tx: Tx, name: string): unknown
  /** The names of the rows that are there. */
  written(): readonly string[] | Promise<readonly string[]>
}

export interface StoreTestOptions {
  /** How many claims are made at once of one event. Default 10,000. */
  readonly claims?: number | undefined
}

/** @internal */
export interface StoreTest<Tx> {
  readonly claims: number
  readonly subject: WebhookStoreSubject<Tx>
  /** An event's id that no other check has. */
  readonly newId: () => string
}

export function hold(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(what)
}

/** A lease that no check lasts for. */
export const lease = 60_000

/** Claims an event that is free; answers its owner. */
export async function take(store: WebhookStore, id: string, when: string, ms = lease): Promise<string> {
  const claim = await store.claim(id, { lease: ms })
  if (claim.state === "mine") return claim.owner
  throw new Error(`${when} is to be mine, and is ${claim.state}`)
}

/** Checks what a claim finds that finds no free event. */
export async function find(store: WebhookStore, id: string, state: "busy" | "done", when: string): Promise<void> {
  const claim = await store.claim(id, { lease })
  hold(claim.state === state, `${when} is to be ${state}, and is ${claim.state}`)
}
