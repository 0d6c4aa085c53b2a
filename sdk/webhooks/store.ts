import { MasError } from "../mas-error.ts"

/**
 * Remembers which webhooks were handled, by `webhook-id`, and who is at it: so that receivers that share one hand over an
 * event once, and take over what another left behind when it crashed. `memoryStore` is the one of a single process;
 * `mas-sdk/stores` has those of Redis, Postgres and SQLite. Each step is atomic. What it throws is answered with 500.
 */
export interface WebhookStore {
  /** Takes an event for `lease` milliseconds, unless somebody else has it; one whose lease ran out is taken over. */
  claim(id: string, options: { lease: number }): WebhookClaim | Promise<WebhookClaim>
  /** Marks an event done, for 35 hours at least; false, and nothing is changed, for who has been overtaken. */
  complete(id: string, owner: string): boolean | Promise<boolean>
  /** Gives an event back before its lease runs out; false, and nothing is changed, for who has been overtaken. */
  release(id: string, owner: string): boolean | Promise<boolean>
}

/** A store that can mark an event done in the transaction of its effects, which are written by a `Tx`. */
export interface TransactionalStore<Tx> extends WebhookStore {
  /**
   * Takes an event, runs `work` and marks it done, all in one transaction: `mine` when that is so now. An event that somebody
   * else has, or that is done, is left alone, and `work` is not run. Rejects with what `work` rejected with, and a crash
   * undoes it, too: the event is then free at once. `lease` milliseconds after the call it rejects and is rolled back, whatever
   * it waits for: what hangs must hold neither a connection nor a lock. Handlers give what is left of their `timeout`.
   */
  transact(id: string, work: (tx: Tx) => unknown, options: { lease: number }): Promise<WebhookClaim["state"]>
  /** How many transactions are to be open at once: the default of the handlers' `maxConcurrent`. No limit when left out. */
  readonly maxConcurrent?: number | undefined
}

/** `mine` until the lease runs out, for `owner` to complete or release; `busy`: somebody else's; `done`: handled before. */
export type WebhookClaim =
  | {
      /** The caller is to handle the event. */
      readonly state: "mine"
      /** What names the caller when it is done. */
      readonly owner: string
    }
  | {
      /** Somebody else handles the event. */
      readonly state: "busy"
    }
  | {
      /** The event was handled. */
      readonly state: "done"
    }

/** Milliseconds that ids are kept at least, 35 hours: the last retry comes 34 h 36 min after the first attempt. Spec: Retries. */
export const minKeep = 126_000_000

/** 48 hours: a delivery that was held up on its way, or a clock that was put ahead, takes more than the least leaves over. */
const usualKeep = 172_800_000

/** The time to keep ids for. @throws {RangeError} for less than 35 hours, and for more than any engine counts. */
export function keepTime(keep: number = usualKeep): number {
  if (keep >= minKeep && keep <= 1e15) return keep
  throw new RangeError(`keep must be ${minKeep} (35 h) to 1e15 ms`)
}

/** Whose options they are that are given to something else. */
const owners: Readonly<Record<string, RegExp>> = {
  "the webhook handler":
    /^(secret|onEvent|onError|timeout|lease|maxBodyBytes|store|transaction|maxConcurrent|setAside)$/,
  "verifyWebhook and the webhook handler": /^(toleranceSeconds|now)$/,
  "a store": /^(keep|table|prefix|prepare|max)$/,
}

/** Refuses what is no option of `of`: passed over, a `table` given to Redis would leave handlers with one memory for all. */
export function refuseOthers(of: string, others: object, Kind: new (message: string) => Error = TypeError): void {
  for (const name in others) {
    const owner = Object.keys(owners).find((key) => owners[key]?.test(name))
    throw new Kind(`${name} is not an option of ${of}${owner && !owner.includes(of) ? `, but of ${owner}` : ""}`)
  }
}

const steps = ["claim", "complete", "release"] as const

/** The store that a handler is given. @throws {MasError} for anything else, such as a `Set`, which cannot say that an event is under way. */
export function checkStore<Tx>(
  store: TransactionalStore<Tx> | WebhookStore,
): WebhookStore & Partial<TransactionalStore<Tx>> {
  if (steps.every((step) => typeof Object(store)[step] === "function")) return store
  throw new MasError("store must be false or a store with claim, complete and release, such as memoryStore()")
}
