import { MasError } from "../base/mas-error.ts"
import { warnProcess } from "../base/platform.ts"

/**
 * Remembers by `webhook-id` which webhooks were handled, and which process handles one: receivers that share a store
 * handle each event once, and take over events of a crashed process. `memoryStore` is for a single process;
 * `mas-sdk/stores` has stores for Redis, Postgres and SQLite. Each step is atomic. If one throws, the response is 500.
 */
export interface WebhookStore {
  /** Claims an event for `lease` milliseconds, unless another owner has it. An expired lease is taken over. */
  claim(id: string, options: { lease: number }): WebhookClaim | Promise<WebhookClaim>
  /** Marks an event as done, for at least 35 hours; false, without a change, if another owner has taken over. */
  complete(id: string, owner: string): boolean | Promise<boolean>
  /** Releases an event before its lease ends; false, without a change, if another owner has taken over. */
  release(id: string, owner: string): boolean | Promise<boolean>
}

/** A store that can mark an event as done in the transaction of its effects, which are written with a `Tx`. */
export interface TransactionalStore<Tx> extends WebhookStore {
  /**
   * Claims an event, runs `work` and marks the event as done, in one transaction; returns `mine` on success. If another
   * owner has the event, or it is done, `work` is not run. Rejects with the error of `work`; that or a crash rolls back
   * and frees the event at once. `lease` milliseconds after the call it rejects and rolls back: hanging work must hold
   * neither a connection nor a lock. Handlers pass the rest of their `timeout`. If `work` ends the transaction itself,
   * it rejects, and the event is not done, even if `work` has committed.
   */
  transact(id: string, work: (tx: Tx) => unknown, options: { lease: number }): Promise<WebhookClaim["state"]>
  /** Maximum number of open transactions: the default of the handlers' `maxConcurrent`. Default: no limit. */
  readonly maxConcurrent?: number | undefined
}

/** `mine`: claimed until the lease ends, to complete or release as `owner`; `busy`: another owner has it; `done`: handled. */
export type WebhookClaim =
  | {
      /** The caller must handle the event. */
      readonly state: "mine"
      /** Identifies the caller in `complete` and `release`. */
      readonly owner: string
    }
  | {
      /** Another owner handles the event. */
      readonly state: "busy"
    }
  | {
      /** The event was already handled. */
      readonly state: "done"
    }

/** Minimum milliseconds that ids are kept, 35 hours: the last retry comes 34 h 36 min after the first attempt. Spec: Retries. */
export const minKeep = 126_000_000

/**
 * Milliseconds. A lease or a pause whose end is further ahead than its length and this was stored before its clock was set back:
 * it is thrown away, or others would wait for as long as the clock was wrong.
 */
export const clockTolerance = 1_000

/** Whether a lease that has so much time left was given before its clock was set back. */
export const isTooFar = (remainingMs: number, lease: number): boolean => remainingMs > lease + clockTolerance

/** Whether a lease that has so much time left still holds. */
export const isHeld = (remainingMs: number, lease: number): boolean => remainingMs > 0 && !isTooFar(remainingMs, lease)

/** Returns a function that warns, the first time, that a lease of a store was thrown away: somebody has to look at a clock. */
export function clockWarning(store: string): () => void {
  let isSaid = false
  return () => {
    const text = `${store} had leases further ahead than can be, as its clock was set back: they are ignored. Compare the clocks`
    if (!isSaid) warnProcess(text)
    isSaid = true
  }
}

/** 48 hours: leaves room for delayed deliveries and clocks that are ahead, which the minimum does not. */
const usualKeep = 172_800_000

/** The time to keep ids. @throws {RangeError} for less than 35 hours, or more than engines can count. */
export function keepTime(keep: number = usualKeep): number {
  if (keep >= minKeep && keep <= 1e15) return keep
  throw new RangeError(`keep must be ${minKeep} (35 h) to 1e15 ms`)
}

/** The owners of options, for messages about options passed to the wrong function. */
const webhookOwners: Readonly<Record<string, RegExp>> = {
  "the webhook handler":
    /^(secret|onEvent|onError|timeout|lease|maxBodyBytes|store|transaction|maxConcurrent|setAside)$/,
  "verifyWebhook and the webhook handler": /^(toleranceSeconds|now)$/,
  "a store": /^(keep|table|prefix|prepare|max)$/,
}

/** Refuses unknown options of `of`: if ignored, a `table` passed to Redis would make separate handlers share their ids. */
export function refuseUnknownOptions(
  of: string,
  others: object,
  Kind: new (message: string) => Error = TypeError,
  owners: Readonly<Record<string, RegExp>> = webhookOwners,
): void {
  for (const name in others) {
    const owner = Object.keys(owners).find((key) => owners[key]?.test(name))
    throw new Kind(`${name} is not an option of ${of}${owner && !owner.includes(of) ? `, but of ${owner}` : ""}`)
  }
}

const steps = ["claim", "complete", "release"] as const

/** Returns a valid store. @throws {MasError} for any other value, such as a `Set`, which cannot claim an event. */
export function checkStore<Tx>(
  store: TransactionalStore<Tx> | WebhookStore,
): WebhookStore & Partial<TransactionalStore<Tx>> {
  if (steps.every((step) => typeof Object(store)[step] === "function")) return store
  throw new MasError("store must be false or a store with claim, complete and release, such as memoryStore()")
}
