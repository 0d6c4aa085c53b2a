/** At most `count` people within any span of `ms` milliseconds. */
export interface SendLimit {
  /** The number of people. */
  readonly count: number
  /** The span, in milliseconds. */
  readonly ms: number
}

/** What an attempt counts as. */
export interface CeilingUse {
  /** Whose limits: a hash of the service's address and the credential. */
  readonly budget: string
  /** A hash of the call: repeats with one idempotency key have the same, and count once. */
  readonly id: string
  /** Hashes of the recipients, each once. Unseen recipients have the empty key together, with their number. */
  readonly recipients: readonly {
    /** The hash; empty for unseen recipients. */
    readonly key: string
    /** The number of people. */
    readonly count: number
  }[]
  /** Undefined for unseen recipients. */
  readonly perRecipient?: SendLimit | undefined
  /** The limit for all recipients together. */
  readonly total?: SendLimit | undefined
  /** Milliseconds until the attempt has arrived at last. One that is never settled counts from their end. */
  readonly lease: number
}

/** A stop of all sending. */
export interface SendingStop {
  /** Why, if somebody said so. */
  readonly reason: string | undefined
  /** Milliseconds since 1970, by the store's clock. */
  readonly since: number
}

/** The reply to a `take`. */
export type CeilingReply =
  | {
      /** What the store did. */
      readonly state: "taken"
    }
  | ({
      /** Sending is stopped. */
      readonly state: "stopped"
    } & SendingStop)
  | {
      /** There is no room. */
      readonly state: "full"
      /** The limit that leaves none. */
      readonly ceiling: "perRecipient" | "total"
      /** The recipient's key; empty for `total`. */
      readonly key: string
      /** Number of people that count now. */
      readonly used: number
      /** Milliseconds until there is room. */
      readonly wait: number
    }

/**
 * Counts the sends of all clients that share it. `mas-sdk/stores` has `memoryCeiling`, `redisCeiling` and
 * `postgresCeiling`. Each step is atomic, and by the store's own clock.
 */
export interface CeilingStore {
  /** Who shares the store, for messages: `all that share this Redis`. */
  readonly sharedBy: string
  /** Counts an attempt for all its recipients and both limits, or for none. */
  take(use: CeilingUse): Promise<CeilingReply>
  /** Ends an attempt that was counted: at this moment if it was sent, otherwise it is given back. */
  settle(use: CeilingUse, isSent: boolean): Promise<void>
  /** Refuses all attempts until `start`. A second stop keeps the time of the first, and its reason if it gives none. */
  stop(reason?: string): Promise<void>
  /** Lets sending go on. */
  start(): Promise<void>
  /** The stop; undefined while sending is on. */
  stopped(): Promise<SendingStop | undefined>
  /**
   * Milliseconds since sending was last started, by the store's clock; undefined: not within a day. What went out before does not pause it
   * again (`pauseOn`).
   */
  sinceStart?(): Promise<number | undefined>
}

/** The longest window, in milliseconds. */
export const longestWindow = 31 * 86_400_000
/** The longest lease, in milliseconds. What is counted further ahead was counted before the clock was set back: it counts from now. */
export const longestLease = 3_600_000

/** Milliseconds that a count is needed by its own client's limits. */
export const neededFor = ({ perRecipient, total }: CeilingUse): number =>
  Math.max(perRecipient?.ms ?? 0, total?.ms ?? 0)
