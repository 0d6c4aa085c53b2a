import {
  type CeilingReply,
  type CeilingStore,
  type CeilingUse,
  longestLease,
  neededFor,
  type SendingStop,
  type SendLimit,
} from "./ceiling.ts"
import { platformClock } from "./pace.ts"

/** One recipient of one call. */
interface Row {
  readonly budget: string
  readonly id: string
  readonly key: string
  readonly count: number
  /** From when it counts, in milliseconds: the end of its lease while an attempt is under way. */
  readonly at: number
  /** Number of attempts under way. */
  readonly pending: number
  /** When an attempt ended that may have been sent; 0: none. */
  readonly sentAt: number
  /** Milliseconds that it is kept. */
  readonly keep: number
}

/** The whole state of a store, as JSON. */
export interface CeilingState {
  readonly rows: readonly Row[]
  readonly stop?: SendingStop | undefined
  /** When sending was last started. */
  readonly started?: number | undefined
}

/** The rows of one recipient, or of all. */
type Rows = Map<string, Row>

/** The counting of one process. The other stores do the same in the language of their engine. */
export class CeilingLedger {
  /** The rows by budget, and by budget and recipient, by their call and recipient. */
  readonly #groups = new Map<string, Rows>()
  /** The longest window by budget: a client with another one may need older rows. */
  readonly #keep = new Map<string, number>()
  #stop: SendingStop | undefined
  #started: number | undefined
  #takes = 0

  constructor({ rows, stop, started }: CeilingState = { rows: [] }) {
    this.#stop = stop
    this.#started = started
    for (const row of rows) {
      this.#keep.set(row.budget, Math.max(row.keep, this.#keep.get(row.budget) ?? 0))
      this.#put(row)
    }
  }

  get state(): CeilingState {
    const rows = [...this.#keep].flatMap(([budget, keep]) =>
      [...this.#rows(budget).values()].map((row) => ({ ...row, keep })),
    )
    return { rows, stop: this.#stop, started: this.#started }
  }

  get stop(): SendingStop | undefined {
    return this.#stop
  }

  sinceStart(now: number): number | undefined {
    return this.#started === undefined ? undefined : now - this.#started
  }

  stopSending(reason: string | undefined, now: number): void {
    this.#stop = { reason: reason || this.#stop?.reason, since: this.#stop?.since ?? now }
  }

  start(now: number): void {
    this.#stop = undefined
    this.#started = now
  }

  take(use: CeilingUse, now: number): CeilingReply {
    if (this.#stop) return { state: "stopped", ...this.#stop }
    const { budget, id, recipients, perRecipient, total, lease } = use
    const keep = Math.max(neededFor(use), this.#keep.get(budget) ?? 0)
    this.#keep.set(budget, keep)
    this.#sweep(budget, now)
    const repeated = new Set(recipients.map(({ key }) => rowKey(id, key)))
    const all = recipients.reduce((sum, { count }) => sum + count, 0)
    const refusal =
      this.#full("total", total, { rows: this.#rows(budget), key: "", count: all, repeated, now }) ??
      recipients
        .filter(({ key }) => key !== "")
        .map(({ key, count }) => {
          const rows = this.#rows(budget, key)
          return this.#full("perRecipient", perRecipient, { rows, key, count, repeated, now })
        })
        .find((one) => one !== undefined)
    if (refusal) return refusal
    for (const { key, count } of recipients) {
      const before = this.#rows(budget).get(rowKey(id, key))
      const pending = (before?.pending ?? 0) + 1
      this.#put({
        budget,
        id,
        key,
        count: Math.max(count, before?.count ?? 0),
        at: now + lease,
        pending,
        sentAt: before?.sentAt ?? 0,
        keep,
      })
    }
    return { state: "taken" }
  }

  settle({ budget, id, recipients }: CeilingUse, isSent: boolean, now: number): void {
    for (const { key } of recipients) {
      const row = this.#rows(budget).get(rowKey(id, key))
      if (!row) continue
      const [pending, sentAt] = [row.pending - 1, isSent ? now : row.sentAt]
      if (pending <= 0 && sentAt === 0) this.#remove(row)
      else this.#put({ ...row, pending, sentAt, at: pending > 0 ? Math.max(row.at, sentAt) : sentAt })
    }
  }

  /** The refusal of a limit that does not leave room. */
  #full(
    ceiling: "perRecipient" | "total",
    limit: SendLimit | undefined,
    {
      rows,
      key,
      count,
      repeated,
      now,
    }: { rows: Rows; key: string; count: number; repeated: ReadonlySet<string>; now: number },
  ): CeilingReply | undefined {
    if (limit === undefined) return undefined
    const counted = [...rows.values()].filter(
      (row) => row.at > now - limit.ms && !repeated.has(rowKey(row.id, row.key)),
    )
    const used = counted.reduce((sum, row) => sum + row.count, 0)
    const excess = used + count - limit.count
    if (excess <= 0) return undefined
    let freed = 0
    const last = counted
      .sort((one, other) => one.at - other.at)
      .find((row) => {
        freed += row.count
        return freed >= excess
      })
    return { state: "full", ceiling, key, used, wait: (last?.at ?? now) + limit.ms - now }
  }

  #rows(budget: string, key?: string): Rows {
    return this.#groups.get(key === undefined ? budget : `${budget} ${key}`) ?? new Map()
  }

  #put(row: Row): void {
    for (const group of [row.budget, `${row.budget} ${row.key}`])
      this.#groups.set(group, (this.#groups.get(group) ?? new Map()).set(rowKey(row.id, row.key), row))
  }

  #remove(row: Row): void {
    for (const group of [row.budget, `${row.budget} ${row.key}`]) {
      const rows = this.#groups.get(group)
      rows?.delete(rowKey(row.id, row.key))
      if (rows?.size === 0) this.#groups.delete(group)
    }
  }

  #sweep(budget: string, now: number): void {
    if (this.#takes++ % sweepEvery !== 0) return
    const keep = this.#keep.get(budget) ?? 0
    for (const row of [...this.#rows(budget).values()]) {
      if (row.at > now + longestLease) this.#put({ ...row, at: now })
      else if (row.at <= now - keep) this.#remove(row)
    }
  }
}

/** Number of takes between two sweeps. */
const sweepEvery = 64

const rowKey = (id: string, key: string) => `${id} ${key}`

/**
 * Counts the sends of one process, on any platform: the default. Its stop is this process's, too.
 *
 * ```ts
 * const mas = new Mas({ ceiling: { total: "500/15m", store: memoryCeiling() } })
 * ```
 */
export function memoryCeiling(): CeilingStore {
  const ledger = new CeilingLedger()
  const { now } = platformClock
  return {
    sharedBy: "this process only",
    take: async (use) => ledger.take(use, now()),
    settle: async (use, isSent) => ledger.settle(use, isSent, now()),
    stop: async (reason) => ledger.stopSending(reason, Date.now()),
    start: async () => ledger.start(Date.now()),
    stopped: async () => ledger.stop,
    sinceStart: async () => ledger.sinceStart(Date.now()),
  }
}
