import type { WebhookEvent } from "./events.ts"

export type { UnlistedEventType, WebhookEvent } from "./events.ts"

/** An event whose handler failed too often. Times are ISO 8601, UTC. */
export interface SetAsideEvent {
  /** The event's id. */
  readonly id: string
  /** The verified event. */
  readonly event: WebhookEvent
  /** Number of failures. */
  readonly failures: number
  /** The message of the last error. */
  readonly error: string
  /** Time of the first failure. */
  readonly firstFailure: string
  /** Time of the last failure. */
  readonly lastFailure: string
}

/**
 * Keeps events whose handler fails repeatedly, so that they are neither lost after the last attempt nor counted as
 * failures of the endpoint. `mas-sdk/stores` has stores for Postgres, Redis, SQLite and memory.
 */
export interface SetAsideStore {
  /** Counts a failure, and keeps the event from the `after`-th failure on. Returns the number of failures. */
  fail(event: WebhookEvent, failure: { readonly error: string; readonly after: number }): number | Promise<number>
  /**
   * The events that are set aside, oldest first. One whose row another program has changed, so that it is not JSON, has the type
   * `unreadable`.
   */
  list(): Promise<readonly SetAsideEvent[]>
  /**
   * Runs `work` with an event, and removes the event afterwards. False if it is not set aside, or another caller holds
   * it, for at most `lease` milliseconds (default 5 minutes). Rejects with the error of `work`; the event then stays.
   */
  retry(
    id: string,
    work: (event: WebhookEvent) => unknown,
    options?: { readonly lease?: number | undefined },
  ): Promise<boolean>
  /** Removes an event; false if it is not set aside. */
  drop(id: string): Promise<boolean>
}

/** When events are set aside, and where. */
export interface SetAside {
  /** Number of failures after which an event is set aside and responded with 200. 1 to 7: the service makes seven attempts. */
  readonly after: number
  /** The store that keeps them. */
  readonly store: SetAsideStore
}

/** The text of an error, as it is stored. */
export const errorText = (error: unknown): string => String(Object(error).message ?? error)

/** The problem of the option `setAside`; undefined if there is none. */
export function setAsideProblem(value: SetAside | undefined): string | undefined {
  if (value === undefined) return undefined
  const { after, store } = Object(value)
  if (!Number.isInteger(after) || after < 1 || after > 7) return "setAside.after must be a whole number from 1 to 7"
  return typeof Object(store).fail === "function"
    ? undefined
    : "setAside.store must have fail(), list(), retry() and drop(), as postgresSetAside() of mas-sdk/stores"
}
