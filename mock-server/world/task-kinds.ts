export const taskKinds = [
  "affiliate.link",
  "invite.expire",
  "launch.expire",
  "campaign.complete",
  "campaign.start",
  "checkout.expire",
  "import.read",
  "message.dispatch",
  "message.deliver",
  "provisioning.expire",
  "provisioning.notice",
  "provisioning.remind",
  "purchase.expire",
  "suppression.expire",
  "validation.run",
  "webhook.attempt",
] as const
export type TaskKind = (typeof taskKinds)[number]

/** Processes the result of work that went over the network. Results are processed in the order in which the work was due. */
export type Settle = () => void

/**
 * The processing of a timer's result, or a promise of it while the work is running. A promise of undefined is work that did not
 * begin before its world was closed: its timer is kept.
 */
export type StartedWork = Settle | Promise<Settle | undefined>

/** Undefined for work that is over and leaves no result to process. */
export type TaskResult = undefined | StartedWork

/** What ran during an advance: the number of timers of each kind, in the order of their first; a second attempt at a webhook is a `webhook.retry`. */
export type RunCounts = ReadonlyMap<RunKind, number>

export type RunKind = TaskKind | "webhook.retry"

/** The result of an advance. Later ones may have moved the clock by the time that it is read. */
export interface Advanced {
  readonly ran: RunCounts
  /** Milliseconds since 1970. */
  readonly now: number
}
