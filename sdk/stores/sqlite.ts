import { clockTolerance, clockWarning, keepTime, minKeep, refuseUnknownOptions } from "../webhooks/store.ts"
import { maxMilliseconds, newOwner, requireMethods, type StoreOptions, soleValue, tableName } from "./options.ts"
import type { SqlStore } from "./postgres.ts"
import { queueOf, stepsOf } from "./sqlite-queue.ts"
import { withTransactionTimeout } from "./transaction-timeout.ts"

export type Value = string | number

/** The part of a `node:sqlite` `DatabaseSync` or a better-sqlite3 database that the store uses. */
export interface SqliteDatabase {
  /** Runs statements. */
  exec(sql: string): unknown
  /** Prepares a statement. */
  prepare(sql: string): {
    /** Runs it and returns the first row. */
    get(...values: Value[]): unknown
  }
}

/**
 * Remembers webhooks in an SQLite table. Each step is one statement. What `onEvent(event, { tx })` writes with `tx`,
 * the same database, is committed together with the mark. Steps and transactions run one after another, and waiting
 * ones are committed together. So give stores a connection that nothing else writes to, and keep `onEvent` quick:
 * SQLite has one writer, even among processes. While another holds the lock (a writer, `VACUUM`), the store retries by
 * a timer and blocks nothing; at the handler's `timeout` events get 503. Your pragmas stay unchanged;
 * with `journal_mode = wal` readers and the writer do not block each other.
 *
 * ```ts
 * const db = new DatabaseSync("webhooks.db")
 * db.exec("pragma journal_mode = wal")
 * const store = sqliteStore(db)
 * await store.migrate()
 * nodeWebhookHandler({ secret, store, onEvent: (event, { tx }) => tx.prepare("insert into …").run(event.id) })
 * ```
 * @throws {RangeError} when `keep` is less than 35 hours, or `table` is not a valid name.
 * @throws {TypeError} for an unknown option, or a `db` that is not a database.
 */
export function sqliteStore<Db extends SqliteDatabase>(
  db: Db,
  { keep, table, ...others }: StoreOptions = {},
): SqlStore<Db> {
  const keepMs = keepTime(keep)
  refuseUnknownOptions("sqliteStore", others)
  requireMethods("sqliteStore takes a database of node:sqlite or better-sqlite3", db, "prepare", "exec")
  const statements = statementsFor(tableName(table))
  const warnOfClock = clockWarning("sqliteStore")
  const prepared = new Map<string, ReturnType<Db["prepare"]>>()
  let claims = 0
  /** The sweep has checked all rows up to this id. */
  let swept = ""

  // Prepared on first use: before `migrate` there is no table.
  function run(statement: string, ...values: Value[]) {
    const query = prepared.get(statement) ?? db.prepare(statement)
    prepared.set(statement, query as ReturnType<Db["prepare"]>)
    // `bun:sqlite` returns null for a missing row.
    return query.get(...values) ?? undefined
  }
  const enqueue = queueOf(db)
  const step = stepsOf(db)
  function sweep() {
    if (claims++ % 100 !== 0) return
    const last = soleValue(run(statements.last, swept))
    if (typeof last === "string") run(statements.sweep, swept, last, minKeep)
    swept = typeof last === "string" ? last : ""
  }
  const stateOf = (owner: unknown) => (owner === null ? "done" : "busy")

  return {
    claim: (id, { lease }) =>
      step(() => {
        sweep()
        const owner = newOwner()
        const isThrown = run(statements.findTooFar, id) !== undefined
        const holder = soleValue(run(statements.claim, id, owner, ...Array(2).fill(Math.min(lease, maxMilliseconds))))
        if (holder !== owner) return { state: stateOf(holder) }
        if (isThrown) warnOfClock()
        return { state: "mine", owner }
      }),
    complete: (id, owner) => step(() => run(statements.complete, keepMs, id, owner) !== undefined),
    release: (id, owner) => step(() => run(statements.release, id, owner) !== undefined),
    transact: (id, work, { lease }) =>
      withTransactionTimeout(lease, (limit) =>
        enqueue(
          limit,
          async () => {
            sweep()
            const isThrown = run(statements.findTooFar, id) !== undefined
            if (run(statements.take, id, keepMs) === undefined) return stateOf(soleValue(run(statements.find, id)))
            if (isThrown) warnOfClock()
            await limit.run(db, work)
            return "mine"
          },
          true,
        ),
      ),
    async migrate() {
      await step(() => db.exec(statements.migrate))
    },
  }
}

/** Milliseconds since 1970. */
const now = "cast((julianday('now') - 2440587.5) * 86400000 as integer)"

/** A lease was given before the clock was set back. */
const isTooFar = `owner is not null and until > ${now} + lease + ${clockTolerance}`
const isFree = `(until <= ${now} or ${isTooFar})`

/** `owner` is null when the event is done; `until` is then when it may be deleted. Otherwise `until` is the end of the lease. */
const statementsFor = (table: string) => ({
  claim: `insert into ${table} (id, owner, lease, until) values (?, ?, ?, ${now} + ?) on conflict (id) do update set
    owner = case when ${isFree} then excluded.owner else owner end, lease = case when ${isFree} then excluded.lease else lease end,
    until = case when ${isFree} then excluded.until else until end returning owner`,
  take: `insert into ${table} (id, until) values (?, ${now} + ?) on conflict (id) do update set
    owner = null, until = excluded.until where ${isFree} returning 1`,
  findTooFar: `select 1 from ${table} where id = ? and ${isTooFar}`,
  find: `select owner from ${table} where id = ?`,
  complete: `update ${table} set owner = null, until = ${now} + ? where id = ? and owner = ? returning 1`,
  release: `delete from ${table} where id = ? and owner = ? returning 1`,
  // Every 100 claims check 1,000 rows, in the order of ids: checking a large table at once would block the event loop.
  last: `select max(id) from (select id from ${table} where id > ? order by id limit 1000)`,
  // A late owner may still complete.
  sweep: `delete from ${table} where id > ? and id <= ? and until <= ${now}
    and (owner is null or until <= ${now} - ?) returning 1`,
  migrate: `create table if not exists ${table} (id text primary key, owner text, lease integer, until integer not null) without rowid`,
})
