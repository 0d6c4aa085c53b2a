import { MasError } from "../base/mas-error.ts"
import { batch } from "../stores/batch.ts"
import { indexName, soleValue, tableName } from "../stores/options.ts"
import type { Engine } from "./engines.ts"
import { isoTime, isSameJson, messageIn, type OpenMessage, type OutboxMessage, openMessageIn } from "./row.ts"

/** The state of an outbox in numbers. Times are ISO 8601, by the client's clock. */
export interface OutboxStats {
  /** Messages that are neither sent nor set aside, without those for later. */
  readonly waiting: number
  /**
   * Those of the waiting messages that fail until somebody has corrected the cause, such as a revoked key. They are tried again, and
   * are sent once it is corrected.
   */
  readonly blocked: number
  /** Messages for a later time (`at`). */
  readonly scheduled: number
  /** Messages that are set aside: `outbox.failed()` lists them. */
  readonly failed: number
  /** Those of the failed messages that `skipSuppressed` has left out, by the reason of the suppression. */
  readonly suppressed: Readonly<Record<string, number>>
  /** Since when the oldest of the waiting messages should have been sent; null if none waits. */
  readonly oldest: string | null
  /** Age of the oldest waiting message in milliseconds; 0 if none waits. */
  readonly oldestAge: number
  /** The latest failure of a message that is not sent; null if there is none. */
  readonly lastError: OutboxFailure | null
}

/** The last failure of a message. */
export interface OutboxFailure {
  /** The id of the message. */
  readonly id: string
  /** The error's text. */
  readonly error: string
  /** When it happened. */
  readonly at: string | null
}

/** A message as `add` writes it. */
export interface NewRow {
  readonly id: string
  /** As JSON. */
  readonly message: string
  readonly brandSid?: string | undefined
  readonly accountId?: string | number | undefined
  /** Not before this time, in milliseconds since 1970; undefined: at once, whatever the clocks say. */
  readonly at?: number | undefined
}

/** A failed attempt. */
export interface FailedAttempt {
  readonly id: string
  readonly error: string
  /** Number of failures so far. */
  readonly attempts: number
  /** Milliseconds until the next one. */
  readonly pause: number
  /** True if the attempt was begun, and the service certainly did not accept the message. */
  readonly endsDoubt: boolean
  /** True if it fails until somebody has corrected the cause. */
  readonly isBlocked: boolean
}

/** A message that is set aside. */
export interface Refusal extends Pick<FailedAttempt, "error" | "endsDoubt"> {
  /** The reason of a suppression, or empty. */
  readonly suppressed: string
}

/** The client's clock. */
export interface OutboxClock {
  /** Milliseconds since 1970. */
  now(): number
}

interface Identified {
  readonly id: string
}
interface Accepted extends Identified {
  readonly messageId: number
}
interface Beginning extends Identified {
  /** Who sends it. */
  readonly triedBy: string
}

/** Milliseconds, about 3,000 years: engines cannot represent infinity, and SQLite compares four-digit years. */
const longest = 1e14

/** Maximum number of batch statements under way at the same time. */
const atATime = 2

/** Milliseconds that clocks of several machines may differ. */
const clockTolerance = 60_000
/** Maximum number of rows that one statement puts right. */
const rightedAtOnce = 500

/**
 * The table of an outbox. An open row has `due_at`, null once it was sent or set aside; `waits_for` says for what it waits until
 * then: its `turn` (due at once), the `time` of `add`, a `retry`, or the `result` of who took it. `span` is the milliseconds that
 * it waits at most. A held call (`held-items.ts`) waits for a `person`, and is never due. A lease counts by the database's clock, which all processes share; all else by the client's.
 * `in_doubt` counts the attempts of which nobody knows whether the service accepted them, from before they leave; `tried_by` is who makes
 * them, one sender at a time.
 */
export function outboxTable<Tx, Added>(engine: Engine<Tx, Added>, name: string, clock: OutboxClock) {
  const { moment, at, millisecondsOf, momentType, among, locked, json, ask, within } = engine
  const table = tableName(name)
  const indexOf = (purpose: string) => indexName(table, purpose)
  const content = "'message', cast(message as text), 'brandSid', brand_sid, 'accountId', account_id"
  const fields = `'id', id, ${content}, 'attempts', attempts, 'error', error, 'suppressed', suppressed, 'messageId', message_id, 'sentAt', sent_at`

  const oldest = () => `(select min(wanted_at) from ${table} where due_at is not null and wanted_at <= ${clientTime()})`
  /** A held call is no message: nothing but a person's approval sends it. */
  const isMessage = "waits_for <> 'person'"
  const isSetAside = `due_at is null and sent_at is null and ${isMessage}`
  const bounded = (ms: number) => Math.ceil(Math.min(ms, longest))
  const clientTime = (ms = 0) => at(clock.now() + bounded(ms))
  const doubtAfter = (endsDoubt: boolean) =>
    `in_doubt = ${endsDoubt ? "case when in_doubt > 0 then in_doubt - 1 else 0 end" : "in_doubt"}`
  const atOnce = () => `waits_for = 'turn', due_at = ${clientTime()}, span = 0, taken_at = null`

  async function read(condition: string, ...values: (string | number)[]): Promise<OutboxMessage[]> {
    return (await ask(`select ${json(fields)} from ${table} where ${condition}`, ...values)).map(messageIn)
  }

  async function heldTexts(condition: string, ...values: string[]): Promise<string[]> {
    const rows = await ask(
      `select ${json("'text', cast(message as text)")} from ${table} where waits_for = 'person' and ${condition} order by wanted_at, id`,
      ...values,
    )
    return rows.map((row) => JSON.parse(String(soleValue(row))).text)
  }

  // Returns rows even if the caller ignores them: `all` of better-sqlite3 takes only statements that return rows.
  const change = async (set: string, condition: string, ...values: (string | number)[]): Promise<string[]> =>
    (await ask(`update ${table} set ${set} where ${condition} returning id`, ...values)).map((row) =>
      String(soleValue(row)),
    )

  // Simultaneous lookups share one statement.
  const findOpen = batch<Identified, OpenMessage | undefined>(async (rows) => {
    const ids = rows.map(({ id }) => id)
    const openRows = await ask(
      `select ${json(`${fields}, 'inDoubt', in_doubt, 'triedBy', tried_by`)} from ${table}
        where due_at is not null and id in (${ids.map(() => "?").join(", ")})`,
      ...ids,
    )
    const messages = openRows.map(openMessageIn)
    return ids.map((id) => messages.find((message) => message.id === id))
  }, atATime)
  // Committed before the call leaves: after a crash the row says who may repeat it.
  const beginAttempts = batch<Beginning, boolean>(async (beginnings) => {
    const values = beginnings.map(() => "(cast(? as text), cast(? as text))").join(", ")
    const begun = await ask(
      `update ${table} set in_doubt = in_doubt + 1, tried_by = begun.column2
        from (values ${values}) as begun
        where id = begun.column1 and due_at is not null and (in_doubt = 0 or tried_by = begun.column2) returning id`,
      ...beginnings.flatMap(({ id, triedBy }) => [id, triedBy]),
    )
    const ids = begun.map((row) => String(soleValue(row)))
    return beginnings.map(({ id }) => ids.includes(id))
  }, atATime)
  // Two workers may have the same row: a sent row stays sent.
  const markSent = batch<Accepted, void>(async (accepted) => {
    const values = accepted.map(() => "(cast(? as text), cast(? as bigint))").join(", ")
    await ask(
      `update ${table} set sent_at = ${clientTime()}, message_id = accepted.column2, due_at = null, error = null, in_doubt = 0
        from (values ${values}) as accepted where id = accepted.column1 returning id`,
      ...accepted.flatMap(({ id, messageId }) => [id, messageId]),
    )
    return accepted.map(() => undefined)
  }, atATime)

  return {
    /** Adds a row in the caller's transaction. An existing row stays, and must have the same message. */
    add: (tx: Tx, { id, message, brandSid = "", accountId = "", at: dueTime }: NewRow): Added =>
      within(
        tx,
        (condition) => `insert into ${table} (id, message, brand_sid, account_id, wanted_at, due_at, waits_for)
          select cast(? as text), cast(? as text), nullif(cast(? as text), ''), nullif(cast(? as text), ''),
            ${at(Math.max(dueTime ?? 0, clock.now()))}, ${dueTime === undefined ? clientTime() : at(dueTime)}, '${dueTime === undefined ? "turn" : "time"}'
            from (select 1) as one where ${condition}
          on conflict (id) do update set id = excluded.id returning ${json(content)}`,
        [id, message, brandSid, String(accountId)],
        ([row]) => {
          const there = JSON.parse(String(soleValue(row)))
          // The order of fields is not kept by every caller: a value from a column of jsonb has another.
          if (!isSameJson(String(there.message), message))
            throw new MasError(`The outbox has another message with the key ${id}`)
          if ((there.brandSid ?? "") !== brandSid || (there.accountId ?? "") !== String(accountId))
            throw new MasError(`The outbox has the message with the key ${id} for another brand or account`)
          return id
        },
      ),
    /** Takes due rows; no other process takes them for `lease` milliseconds. */
    take(count: number, lease: number): Promise<string[]> {
      // Each from its own part of the index: what others have taken, or waits for later, is not read.
      const first = (what: string, condition: string) =>
        `select * from (select id, due_at from ${table} where waits_for = '${what}' and due_at ${condition}
          order by due_at limit ${count} ${locked}) as of_${what}`
      const isOver = `<= ${clientTime()}`
      const openRow = [
        ...[first("turn", "is not null"), first("time", isOver), first("retry", isOver)],
        first("result", `<= ${moment()}`),
      ]
      const lot = `select id from (${openRow.join(" union all ")}) as due order by due_at limit ${count}`
      const span = bounded(lease)
      return change(
        `waits_for = 'result', due_at = ${moment(span)}, span = ${span}, taken_at = ${moment()}`,
        among(lot),
      )
    },
    /**
     * Makes rows due whose time is further ahead than it can be, as it was written before a clock was set back. Returns their
     * number.
     */
    async putRight(): Promise<number> {
      let count = 0
      for (const what of ["turn", "retry", "result"]) {
        const furthest = `select id from ${table} where waits_for = '${what}' and due_at is not null
          order by due_at desc limit ${rightedAtOnce}`
        let righted = rightedAtOnce
        while (righted === rightedAtOnce) {
          const now = what === "result" ? millisecondsOf(moment()) : `${clock.now()}`
          const isTooFar = `waits_for = '${what}' and ${millisecondsOf("due_at")} - span > ${now} + ${clockTolerance}`
          const wantedAt = `wanted_at = case when wanted_at > ${clientTime()} then ${clientTime()} else wanted_at end`
          righted = (await change(`${atOnce()}, ${wantedAt}`, `${among(furthest)} and ${isTooFar}`)).length
          count += righted
        }
      }
      return count
    },
    /** Makes rows due at once that were taken but not sent. */
    giveBack: (ids: readonly string[], endsDoubt = false) =>
      change(
        `${atOnce()}, ${doubtAfter(endsDoubt)}`,
        `due_at is not null and id in (${ids.map(() => "?").join(", ")})`,
        ...ids,
      ),
    /** Records who is about to send a row. False if it is not open any more, or another sender may have sent it. */
    beginAttempt: (id: string, triedBy: string) => beginAttempts({ id, triedBy }),
    /** Notes that a row is about to be sent by a worker that did not take it; nothing if the time of `add` has not come. */
    begin: (id: string) =>
      change(
        `taken_at = ${moment()}`,
        `id = ? and due_at is not null and (waits_for <> 'time' or due_at <= ${clientTime()})`,
        id,
      ),
    findOpen: (id: string) => findOpen({ id }),
    sent: (id: string, messageId: number) => markSent({ id, messageId }),
    setAside: (id: string, { error, suppressed, endsDoubt }: Refusal) =>
      change(
        `due_at = null, taken_at = null, blocked = 0, error = ?, suppressed = nullif(cast(? as text), ''),
          failed_at = ${clientTime()}, ${doubtAfter(endsDoubt)}`,
        // Another worker may be about to send it.
        `id = ? and sent_at is null${suppressed === "" ? "" : " and in_doubt = 0"}`,
        error,
        suppressed,
        id,
      ),
    wait: ({ id, error, attempts, pause, endsDoubt, isBlocked }: FailedAttempt) =>
      change(
        `waits_for = 'retry', due_at = ${clientTime(pause)}, span = ${bounded(pause)}, taken_at = null,
          attempts = ?, error = ?, failed_at = ${clientTime()}, blocked = ${isBlocked ? 1 : 0}, ${doubtAfter(endsDoubt)}`,
        "id = ? and sent_at is null",
        attempts,
        error,
        id,
      ),
    listFailed: () => read(`${isSetAside} order by id`),
    listBlocked: () => read("due_at is not null and blocked = 1 order by id"),
    retry: async (id: string) =>
      (
        await change(
          `${atOnce()}, wanted_at = ${clientTime()}, attempts = 0, suppressed = null`,
          `id = ? and ${isSetAside}`,
          id,
        )
      ).length > 0,
    /** Deletes a row that no worker has, and that the service certainly did not accept. */
    cancel: async (ids: readonly string[]) => {
      const marks = ids.map(() => "?").join(", ")
      const open = `sent_at is null and taken_at is null and in_doubt = 0 and ${isMessage}`
      return (await ask(`delete from ${table} where id in (${marks}) and ${open} returning id`, ...ids)).length > 0
    },
    held: {
      add: (id: string, text: string) =>
        ask(
          `insert into ${table} (id, message, wanted_at, waits_for) values (?, ?, ${clientTime()}, 'person')
            on conflict (id) do nothing returning id`,
          id,
          text,
        ),
      read: async (id: string): Promise<string | undefined> => (await heldTexts("id = ?", id))[0],
      list: () => heldTexts("true"),
      replace: async (id: string, before: string, after: string) =>
        (
          await change(
            "message = ?",
            "id = ? and waits_for = 'person' and cast(message as text) = ?",
            after,
            id,
            before,
          )
        ).length > 0,
    },
    byMessage: async (messageId: number) => (await read("message_id = ?", messageId))[0],
    /** Since when the oldest waiting row should have been sent, in milliseconds since 1970; undefined if none waits. */
    async oldest(): Promise<number | undefined> {
      const [row] = await ask(`select ${json(`'oldest', ${oldest()}`)}`)
      const time = Date.parse(JSON.parse(String(soleValue(row)))?.oldest)
      return Number.isNaN(time) ? undefined : time
    },
    async stats(): Promise<OutboxStats> {
      const lastFailed = (column: string) =>
        `(select ${column} from ${table} where error is not null order by failed_at desc limit 1)`
      const count = (condition: string) => `(select count(*) from ${table} where ${condition})`
      const now = clock.now()
      const [row] = await ask(
        `select ${json(`'open', ${count("due_at is not null")}, 'blocked', ${count("due_at is not null and blocked = 1")},
          'scheduled', ${count(`waits_for = 'time' and due_at > ${at(now)}`)},
          'failed', ${count(isSetAside)}, 'oldest', ${oldest()},
          'id', ${lastFailed("id")}, 'error', ${lastFailed("error")}, 'at', ${lastFailed("failed_at")}`)}`,
      )
      const byReason = await ask(
        `select ${json("'reason', suppressed, 'count', count(*)")} from ${table} where suppressed is not null and ${isSetAside}
          group by suppressed order by suppressed`,
      )
      const reasons = byReason.map((reason) => JSON.parse(String(soleValue(reason))))
      const suppressed = Object.fromEntries(reasons.map(({ reason, count }) => [reason, count]))
      const counts = JSON.parse(String(soleValue(row)))
      const { open, blocked, scheduled, failed, id, error } = counts
      const since = isoTime(counts.oldest)
      const oldestAge = since === null ? 0 : Math.max(0, now - Date.parse(since))
      const lastError = typeof error === "string" ? { id: String(id), error, at: isoTime(counts.at) } : null
      return { waiting: open - scheduled, blocked, scheduled, failed, suppressed, oldest: since, oldestAge, lastError }
    },
    migrate: () =>
      engine.make(table, {
        create: `create table if not exists ${table} (id text primary key, message text not null, brand_sid text, account_id text,
          wanted_at ${momentType} not null, due_at ${momentType}, waits_for text not null default 'turn',
          span bigint not null default 0, taken_at ${momentType}, in_doubt integer not null default 0,
          tried_by text, blocked integer not null default 0,
          attempts integer not null default 0, error text, suppressed text, failed_at ${momentType}, message_id bigint, sent_at ${momentType})`,
        indexes: {
          [indexOf("due")]: `${table} (waits_for, due_at) where due_at is not null`,
          [indexOf("wanted")]: `${table} (wanted_at) where due_at is not null`,
          [indexOf("error")]: `${table} (failed_at) where error is not null`,
          [indexOf("blocked")]: `${table} (id) where due_at is not null and blocked = 1`,
          [indexOf("failed")]: `${table} (id) where ${isSetAside}`,
          [indexOf("held")]: `${table} (wanted_at) where waits_for = 'person'`,
          [indexOf("message")]: `${table} (message_id)`,
        },
        column: "tried_by",
      }),
  }
}
