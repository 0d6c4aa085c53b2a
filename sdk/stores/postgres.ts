import {
  clockTolerance,
  clockWarning,
  keepTime,
  minKeep,
  refuseUnknownOptions,
  type TransactionalStore,
  type WebhookClaim,
} from "../webhooks/store.ts"
import { batch } from "./batch.ts"
import { endedTransaction } from "./ended-transaction.ts"
import {
  claimOf,
  indexName,
  maxMilliseconds,
  newOwner,
  requireMethods,
  type StoreOptions,
  soleValue,
  sweepEvery,
  type TableShape,
  tableName,
} from "./options.ts"
import {
  abortedCode,
  inTransaction,
  type PgClient,
  type Pglite,
  type PgPool,
  type PgPoolClient,
  type PostgresJs,
  type PostgresJsClient,
  retrySerialization,
  rolledBack,
  runner,
  type SqlValue,
} from "./postgres-clients.ts"
import { type TransactionTimeout, withTransactionTimeout } from "./transaction-timeout.ts"

export interface PostgresStoreOptions extends StoreOptions {
  /**
   * With `pg`: false behind a pooler in transaction mode that does not support prepared statements, such as PgBouncer before
   * 1.21. Default true: each connection prepares a statement once. postgres.js has its own option.
   */
  prepare?: boolean | undefined
}

/** A store in a database; `migrate()` creates its table if it is missing. */
export interface SqlStore<Tx> extends TransactionalStore<Tx> {
  /** Creates the table if it is missing. */
  migrate(): Promise<void>
}

/**
 * Remembers webhooks in a PostgreSQL table. Each step is one statement for all events that need it. What
 * `onEvent(event, { tx })` writes with `tx` is committed together with the mark. Takes a pool of `pg`, `postgres()` of
 * postgres.js, or PGlite. `tx` holds one of the pool's connections while `onEvent` runs, at most until the handler's
 * `timeout`. Other queries in `onEvent` need another connection, so a handler uses at most half of the pool
 * (`maxConcurrent`).
 *
 * ```ts
 * const store = postgresStore(new Pool({ connectionString }))
 * await store.migrate()
 * nodeWebhookHandler({ secret, store, onEvent: (event, { tx }) => tx.query("insert into …") })
 * ```
 * @throws {RangeError} when `keep` is less than 35 hours, or `table` is not a valid name.
 * @throws {TypeError} for an unknown option, or a client that is not a pool.
 */
export function postgresStore<Tx extends PgPoolClient>(pool: PgPool<Tx>, options?: PostgresStoreOptions): SqlStore<Tx>
export function postgresStore<Tx extends PostgresJsClient>(sql: PostgresJs<Tx>, options?: StoreOptions): SqlStore<Tx>
export function postgresStore<Tx extends PgClient>(db: Pglite<Tx>, options?: StoreOptions): SqlStore<Tx>
export function postgresStore<Tx extends PgPoolClient & PostgresJsClient>(
  db: PgPool<Tx> | PostgresJs<Tx> | Pglite<Tx>,
  { keep, table, prepare = true, ...others }: PostgresStoreOptions = {},
): SqlStore<Tx> {
  const keepMs = keepTime(keep)
  refuseUnknownOptions("postgresStore", others)
  mustBePool(db)
  const statements = statementsFor(tableName(table))
  const run = runner("begin" in db ? db.options.prepare : prepare, "connect" in db && !("transaction" in db))
  const warnOfClock = clockWarning("postgresStore")
  let claimCount = 0

  /** Nothing waits for it, and the next one makes up for a failure. */
  function sweep() {
    if (claimCount++ % sweepEvery === 0) run(db, statements.sweep, [minKeep]).catch(() => undefined)
  }
  /**
   * Sends the steps of one statement and returns a result for each. They are sent as one text: not every client can send arrays.
   */
  const steps = (statement: string, ...values: SqlValue[]) =>
    batch<Step, string | undefined>(async (claimSteps) => {
      const [row] = await retrySerialization(() => run(db, statement, [JSON.stringify(claimSteps), ...values]))
      return String(soleValue(row)).split(" ")
    }, 1)
  const [claims, completes, releases] = [
    steps(statements.claim),
    steps(statements.complete, keepMs),
    steps(statements.release),
  ]
  const begin = (work: (tx: Tx) => Promise<void>) => {
    if ("begin" in db) return db.begin(work)
    return "transaction" in db ? db.transaction(work) : inTransaction(db, work)
  }

  return {
    async claim(id, { lease }) {
      sweep()
      const owner = newOwner()
      return claimOf(await claims({ id, owner, lease: Math.min(lease, maxMilliseconds) }), owner, warnOfClock)
    },
    complete: async (id, owner) => (await completes({ id, owner })) === "did",
    release: async (id, owner) => (await releases({ id, owner })) === "did",
    maxConcurrent: halfOf(db),
    async transact(id, work, { lease }) {
      sweep()
      const owner = newOwner()
      let state: WebhookClaim["state"] = "mine"
      let [hasBegun, hasWorked] = [false, false]
      const workInTransaction = (limit: TransactionTimeout) =>
        begin(async (tx) => {
          const leased = [id, owner, Math.min(lease, maxMilliseconds)]
          const [transaction] = await run(tx, statements.take, [...leased, ms(lease + grace), ms(lease)])
          hasBegun = transaction !== undefined
          if (!hasBegun) {
            state = (await run(tx, statements.findDone, [id])).length > 0 ? "done" : "busy"
            return
          }
          await limit.run(tx, work)
          hasWorked = true
          // PGlite's transaction can end itself.
          if (Object(tx).closed === true) throw endedTransaction("postgres")
          const marked = await run(tx, statements.finish, [id, owner, keepMs, String(soleValue(transaction))])
          if (marked.length === 0) throw endedTransaction("postgres")
        })
      const attempt = () =>
        withTransactionTimeout(lease, async (limit) => {
          try {
            await workInTransaction(limit)
          } catch (error) {
            // Rolled back with the transaction, unless the work has committed it.
            const isLeft = hasBegun && (await releases({ id, owner }).catch(() => undefined)) === "did"
            if (isLeft) throw endedTransaction("postgres", error)
            throw hasWorked && Object(error).code === abortedCode ? new Error(rolledBack, { cause: error }) : error
          }
        })
      // The caller's work runs once: what it does besides the database is not rolled back.
      await retrySerialization(attempt, () => !hasBegun)
      return state
    },
    async migrate() {
      await run(db, statements.migrate)
    },
  }
}

/** Refuses a client without transactions: a single `pg` client is one connection for everything. */
export function mustBePool(db: object, taker = "postgresStore"): void {
  const takes = `${taker} takes a Pool of pg, postgres() or PGlite`
  if ("escapeLiteral" in Object(db)) throw new TypeError(takes)
  requireMethods(takes, db, ["transaction", "connect"].find((method) => method in Object(db)) ?? "begin")
}

/** Half of the pool's connections, if the pool shows its size. The other half serves all other queries. */
function halfOf(db: object): number | undefined {
  const { max } = Object("options" in db && db.options)
  return typeof max === "number" && max > 0 ? Math.max(Math.floor(max / 2), 1) : undefined
}

/**
 * Extra milliseconds, so that this process ends the transaction first: postgres.js crashes when it rolls back one that the server
 * has ended.
 */
const grace = 30_000

/** Whole milliseconds, as PostgreSQL settings require. */
const ms = (time: number) => `${Math.min(Math.ceil(time), 2 ** 31 - 1)}`

interface Step {
  readonly id: string
  readonly owner: string
  readonly lease?: number
}

/**
 * The steps of a statement as rows, in the order of their ids, so that all sessions lock rows in the same order. Each row is
 * looked up separately: with a join, a plan made for an empty table would read the whole table.
 */
const claimRows = `asked as materialized (select * from rows from (json_to_recordset(($1::text)::json)
    as (id text, owner text, lease float8)) with ordinality as asked (id, owner, lease, n))`

/** A lease was given before the server's clock was set back. */
const isTooFar = `held.owner is not null
        and held.until > clock_timestamp() + (held.lease + ${clockTolerance}) * interval '1 millisecond'`
const isFree = `(held.until <= clock_timestamp() or ${isTooFar})`
/** The row as it was before the statement. */
const wasTooFar = (table: string, id: string) =>
  `(select 'thrown' from ${table} as held where held.id = ${id} and ${isTooFar})`

/** `owner` is null when the event is done; `until` is then when it may be deleted. Otherwise `until` is the end of the lease. */
const statementsFor = (table: string) => ({
  // A row that is locked by a transaction or another claim counts as busy: its lock is not awaited. A done row is read from the
  // snapshot before the statement; it stays done for good.
  claim: `with ${claimRows}, taken as (
      insert into ${table} as held (id, owner, lease, until)
      select id, owner, lease, clock_timestamp() + lease * interval '1 millisecond' from asked
      where pg_try_advisory_xact_lock(hashtextextended(id, hashtext('${table}'))) order by n
      on conflict (id) do update set owner = excluded.owner, lease = excluded.lease, until = excluded.until where ${isFree}
      returning id)
    select string_agg(coalesce((select coalesce(${wasTooFar(table, "taken.id")}, 'mine') from taken where id = asked.id),
      (select 'done' from ${table} as held where id = asked.id and owner is null), 'busy'), ' ' order by n) from asked`,
  // The lock lasts as long as the transaction. When the process dies, the lock is released. When its machine dies, or a statement
  // hangs, the server ends the session after the lease, unless another setting does so. Rows that are locked, or whose lease has
  // not run out, are not taken. It reads no other row: in a serializable transaction that would be a conflict with each other event.
  // It returns the id of the transaction. Until `finish` the row is only leased: if the work commits it, it must not count as done.
  take: `insert into ${table} as held (id, owner, lease, until)
    select $1, $2, $3::float8, clock_timestamp() + $3::float8 * interval '1 millisecond'
    where pg_try_advisory_xact_lock(hashtextextended($1, hashtext('${table}')))
      and set_config('idle_in_transaction_session_timeout', $4, true) is not null
      and set_config('statement_timeout', coalesce(nullif(current_setting('statement_timeout'), '0'), $5), true) is not null
    on conflict (id) do update set owner = excluded.owner, lease = excluded.lease, until = excluded.until where ${isFree}
    returning txid_current()::text`,
  // No row unless the transaction is still that of `take`, which has an id because it has written. An insert for the same reason as
  // there: an update may read other rows.
  finish: `insert into ${table} as held (id, until) select $1, clock_timestamp() + $3::float8 * interval '1 millisecond'
    where txid_current_if_assigned()::text = $4
    on conflict (id) do update set owner = null, until = excluded.until where held.owner = $2
    returning 1`,
  findDone: `select 1 from ${table} where id = $1 and owner is null`,
  complete: withClaims(
    `update ${table} set owner = null, until = clock_timestamp() + $2 * interval '1 millisecond'`,
    table,
  ),
  release: withClaims(`delete from ${table}`, table),
  // A late owner may still complete. Not by `clock_timestamp`, which no index can serve.
  sweep: `delete from ${table} where id = any(array(select id from ${table} where until <= now()
    and (owner is null or until <= now() - $1 * interval '1 millisecond')
    order by until limit ${2 * sweepEvery} for update skip locked))`,
  migrate: makeTable(table, {
    create: `create table if not exists ${table} (id text primary key, owner text, lease float8, until timestamptz not null)`,
    indexes: { [indexName(table, "until")]: `${table} (until)` },
  }),
})

/**
 * Creates what is missing of a table. Two sessions that create a table at once would fail: the lock makes them take turns. A role
 * without the right to create tables is refused even if the table exists; that is no failure. Notices that something exists
 * already are suppressed: postgres.js would print them. `create index` waits for all who write to the table, even if the index
 * exists, and who comes later waits behind it: so it is left out then, as is the change of the table.
 */
export function makeTable(table: string, { create, indexes = {}, column }: TableShape): string {
  const missingIndexes = Object.entries(indexes).map(
    ([name, on]) => `if not exists (select from pg_index join pg_class on oid = indexrelid
        where indrelid = to_regclass('${table}') and relname = '${name.replaceAll('"', "")}') then
      create index if not exists ${name} on ${on};
    end if;`,
  )
  const lacksColumn = column
    ? `not exists (select from pg_attribute where attrelid = to_regclass('${table}') and attname = '${column}' and not attisdropped)`
    : "false"
  const add = column && `if ${lacksColumn} then alter table ${table} add column ${column} text; end if;`
  return `do $$ begin
    perform set_config('client_min_messages', 'warning', true);
    perform pg_advisory_xact_lock(hashtext('${table}'));
    ${create};
    ${missingIndexes.join("\n    ")}
    ${add ?? ""}
  exception when insufficient_privilege then
    if to_regclass('${table}') is null then raise; end if;
    if ${lacksColumn} then
      raise insufficient_privilege using message = '${table} is of an earlier version and lacks the column ${column}: let the owner of the table run migrate()';
    end if;
  end $$`
}

/** Updates rows that the given owners still hold, and returns a result for each. */
const withClaims = (change: string, table: string) => `with ${claimRows},
    mine as materialized (select held.id from asked, lateral
      (select id from ${table} where id = asked.id and owner = asked.owner for update) as held),
    changed as (${change} where id = any(array(select id from mine)) returning id)
  select string_agg(coalesce((select 'did' from changed where id = asked.id), 'not'), ' ' order by n) from asked`
