import { errorText, type SetAsideEvent, type SetAsideStore, type UnlistedEventType } from "../webhooks/set-aside.ts"
import { clockWarning, isHeld, isTooFar, refuseUnknownOptions } from "../webhooks/store.ts"
import { storable } from "./options.ts"

/** A row as an engine returns it: times are milliseconds since 1970, the event is JSON. */
interface SetAsideRow {
  readonly id: string
  readonly event: string
  readonly failures: number
  readonly error: string
  readonly first: number
  readonly last: number
}

/** An event as JSON, and the end of its lease in whole milliseconds since 1970. */
interface Taken {
  readonly event: string
  readonly until: number
}

/** The operations of an engine, each atomic. */
export interface SetAsideEngine {
  /** Counts a failure, and keeps the event from the `after`-th failure on. */
  fail(row: Pick<SetAsideRow, "id" | "event" | "error">, after: number): number | Promise<number>
  rows(): readonly SetAsideRow[] | Promise<readonly SetAsideRow[]>
  /** Takes the event for `lease` milliseconds; undefined if it is missing or taken. */
  take(id: string, lease: number): Taken | undefined | Promise<Taken | undefined>
  /** Counts one more failure, and frees the event if it is still taken `until` then: later, another caller may have it. */
  giveBack(id: string, until: number, error: string): unknown
  /** Returns false if it was missing. */
  remove(id: string): boolean | Promise<boolean>
}

/** Milliseconds after which failures are forgotten if too few followed: the service retries for 35 hours. */
export const failureTtl = 172_800_000
const usualLease = 300_000

/** The store over an engine. */
export function setAsideStore(engine: SetAsideEngine): SetAsideStore {
  return {
    async fail(event, { error, after }) {
      return engine.fail({ id: event.id, event: JSON.stringify(event), error: storable(error) }, after)
    },
    async list() {
      return [...(await engine.rows())].sort((a, b) => a.first - b.first || (a.id < b.id ? -1 : 1)).map(toEvent)
    },
    async retry(id, work, { lease = usualLease, ...others } = {}) {
      refuseUnknownOptions("retry", others)
      const takenEvent = await engine.take(id, lease)
      if (takenEvent === undefined) return false
      try {
        await work(JSON.parse(takenEvent.event))
      } catch (error) {
        await engine.giveBack(id, takenEvent.until, storable(errorText(error)))
        throw error
      }
      await engine.remove(id)
      return true
    },
    drop: async (id) => engine.remove(id),
  }
}

function toEvent({ id, event: stored, failures, error, first, last }: SetAsideRow): SetAsideEvent {
  const times = { firstFailure: timeText(first), lastFailure: timeText(last) }
  const facts = { id, failures: Number(failures) || 0, error, ...times }
  try {
    return { ...facts, event: JSON.parse(stored) }
  } catch {
    // The others are listed all the same, and this one can be dropped.
    const event = { id, type: "unreadable" as UnlistedEventType, timestamp: times.lastFailure, data: { stored } }
    return { ...facts, event, error: `The stored event is not JSON. ${error}` }
  }
}

const timeText = (time: number) => new Date(time >= 0 && time <= 8.64e15 ? Number(time) : 0).toISOString()

/** Keeps set-aside events in memory until the process ends: for tests, and for programs that list them before. */
export function memorySetAside({
  now = Date.now,
  ...others
}: {
  now?: (() => number) | undefined
} = {}): SetAsideStore {
  refuseUnknownOptions("memorySetAside", others)
  const warnOfClock = clockWarning("memorySetAside")
  const rows = new Map<string, SetAsideRow & { readonly takenUntil: number; readonly lease: number }>()
  return setAsideStore({
    fail({ id, event, error }, after) {
      const before = rows.get(id)
      const failures = (before?.failures ?? 0) + 1
      const at = now()
      rows.set(id, {
        id,
        event: failures >= after ? event : "",
        error,
        failures,
        first: before?.first ?? at,
        last: at,
        takenUntil: 0,
        lease: 0,
      })
      for (const [each, row] of rows) if (row.event === "" && row.last < at - failureTtl) rows.delete(each)
      return failures
    },
    rows: () => [...rows.values()].filter(({ event }) => event !== ""),
    take(id, lease) {
      const row = rows.get(id)
      if (!row?.event || isHeld(row.takenUntil - now(), row.lease)) return undefined
      if (isTooFar(row.takenUntil - now(), row.lease)) warnOfClock()
      const until = now() + lease
      rows.set(id, { ...row, takenUntil: until, lease })
      return { event: row.event, until }
    },
    giveBack(id, until, error) {
      const row = rows.get(id)
      if (row === undefined) return
      const takenUntil = row.takenUntil === until ? 0 : row.takenUntil
      rows.set(id, { ...row, error, failures: row.failures + 1, last: now(), takenUntil })
    },
    remove: (id) => Boolean(rows.get(id)?.event) && rows.delete(id),
  })
}
