import type { WebhookEvent } from "./events.ts"

export type { WebhookEvent } from "./events.ts"

/** An event whose work failed too often. Moments are ISO 8601, UTC. */
export interface SetAsideEvent {
  /** The event's id. */
  readonly id: string
  /** The event, as it was verified. */
  readonly event: WebhookEvent
  /** How often its work failed. */
  readonly failures: number
  /** What the work threw last. */
  readonly error: string
  /** When its work failed first. */
  readonly firstFailure: string
  /** When its work failed last. */
  readonly lastFailure: string
}

/**
 * Keeps events whose work fails again and again, so that they are neither lost after the last attempt nor counted as failures of
 * the endpoint. `mas-sdk/stores` has those of Postgres, Redis, SQLite and memory.
 */
export interface SetAsideStore {
  /** Counts a failure of an event's work, and keeps the event from the `after`-th on. Answers how often it has failed. */
  fail(event: WebhookEvent, failure: { readonly error: string; readonly after: number }): number | Promise<number>
  /** What is set aside, the oldest first. */
  list(): Promise<readonly SetAsideEvent[]>
  /**
   * Gives an event to some work, and drops it when that is done. False, and nothing is done, where it is not set aside or somebody
   * else is at it: it is theirs for `lease` milliseconds, 5 minutes when left out. Rejects with what the work threw; the event stays.
   */
  retry(
    id: string,
    work: (event: WebhookEvent) => unknown,
    options?: { readonly lease?: number | undefined },
  ): Promise<boolean>
  /** Forgets an event; false where it is not set aside. */
  drop(id: string): Promise<boolean>
}

/** When events are set aside, and where. */
export interface SetAside {
  /** After so many failures of its work an event is set aside, and answered with 200. 1 to 7: the service makes seven attempts. */
  readonly after: number
  /** Where they are kept. */
  readonly store: SetAsideStore
}

/** What work threw, as it is kept. */
export const errorText = (error: unknown): string => String(Object(error).message ?? error)

/** What is wrong with the option `setAside`; undefined where nothing is. */
export function setAsideProblem(given: SetAside | undefined): string | undefined {
  if (given === undefined) return undefined
  const { after, store } = Object(given)
  if (!Number.isInteger(after) || after < 1 || after > 7) return "setAside.after must be a whole number from 1 to 7"
  return typeof Object(store).fail === "function"
    ? undefined
    : "setAside.store must have fail(), list(), retry() and drop(), as postgresSetAside() of mas-sdk/stores"
}
