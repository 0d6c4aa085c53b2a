import {
  clockTolerance,
  clockWarning,
  keepTime,
  minKeep,
  refuseUnknownOptions,
  type WebhookClaim,
} from "../webhooks/store.ts"
import { endedTransaction } from "./ended-transaction.ts"
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
  function claim(id: string, owner: string, lease: number): WebhookClaim {
    sweep()
    const isThrown = run(statements.findTooFar, id) !== undefined
    const holder = soleValue(run(statements.claim, id, owner, ...Array(2).fill(Math.min(lease, maxMilliseconds))))
    if (holder !== owner) return { state: holder === null ? "done" : "busy" }
    if (isThrown) warnOfClock()
    return { state: "mine", owner }
  }
  const complete = (id: string, owner: string) => run(statements.complete, keepMs, id, owner) !== undefined
  const release = (id: string, owner: string) => step(() => run(statements.release, id, owner) !== undefined)

  return {
    claim: (id, { lease }) => step(() => claim(id, newOwner(), lease)),
    complete: (id, owner) => step(() => complete(id, owner)),
    release,
    transact: (id, work, { lease }) =>
      withTransactionTimeout(lease, async (limit) => {
        const owner = newOwner()
        let isLost = false
        // Until `finish` the event is only leased: if the work commits that, it must not count as done.
        const claimAndWork = async () => {
          const { state } = claim(id, owner, lease)
          if (state === "mine") await limit.run(db, work)
          return state
        }
        const finish = (state: WebhookClaim["state"]) => void (state === "mine" && complete(id, owner))
        const lost = () => {
          isLost = true
        }
        try {
          return await enqueue(limit, claimAndWork, { finish, lost })
        } catch (error) {
          // Rolled back with the transaction, unless the work has committed it.
          const isLeft = isLost && (await release(id, owner).catch(() => false))
          throw isLeft ? endedTransaction("sqlite", error) : error
        }
      }),
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
  findTooFar: `select 1 from ${table} where id = ? and ${isTooFar}`,
  complete: `update ${table} set owner = null, until = ${now} + ? where id = ? and owner = ? returning 1`,
  release: `delete from ${table} where id = ? and owner = ? returning 1`,
  // Every 100 claims check 1,000 rows, in the order of ids: checking a large table at once would block the event loop.
  last: `select max(id) from (select id from ${table} where id > ? order by id limit 1000)`,
  // A late owner may still complete.
  sweep: `delete from ${table} where id > ? and id <= ? and until <= ${now}
    and (owner is null or until <= ${now} - ?) returning 1`,
  migrate: `create table if not exists ${table} (id text primary key, owner text, lease integer, until integer not null) without rowid`,
})
