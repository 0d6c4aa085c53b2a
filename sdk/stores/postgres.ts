import { keepTime, leastKeep, type TransactionalStore, type WebhookClaim } from "../webhooks/store.ts"
import { lend } from "./lend.ts"
import { claimOf, longest, mustHave, newOwner, type StoreOptions, soleValue, sweepEvery, tableName } from "./options.ts"
import {
  type PgClient,
  type Pglite,
  type PgPool,
  type PgPoolClient,
  type PostgresJs,
  type PostgresJsClient,
  runner,
  transactionOf,
} from "./postgres-clients.ts"

/** A store in a database; `migrate()` makes its table where there is none. */
export interface SqlStore<Tx> extends TransactionalStore<Tx> {
  migrate(): Promise<void>
}

/**
 * Remembers webhooks in a table of PostgreSQL: each step is one statement, and what `onEvent(event, { tx })` writes by `tx` is
 * committed together with the mark. Takes a pool of `pg`, `postgres()` of postgres.js, or PGlite. `tx` holds one of the
 * pool's connections while `onEvent` runs: what is written past it needs another.
 *
 * ```ts
 * const dedupe = postgresStore(new Pool({ connectionString }))
 * await dedupe.migrate()
 * nodeWebhookHandler({ secret, dedupe, onEvent: (event, { tx }) => tx.query("insert into …") })
 * ```
 * @throws {RangeError} when `keep` is less than 35 hours, or `table` is no name.
 * @throws {TypeError} when it is given no pool.
 */
export function postgresStore<Tx extends PgPoolClient>(pool: PgPool<Tx>, options?: StoreOptions): SqlStore<Tx>
export function postgresStore<Tx extends PostgresJsClient>(sql: PostgresJs<Tx>, options?: StoreOptions): SqlStore<Tx>
export function postgresStore<Tx extends PgClient>(db: Pglite<Tx>, options?: StoreOptions): SqlStore<Tx>
export function postgresStore<Tx extends PgPoolClient & PostgresJsClient>(
  db: PgPool<Tx> | PostgresJs<Tx> | Pglite<Tx>,
  { keep, table }: StoreOptions = {},
): SqlStore<Tx> {
  const kept = keepTime(keep)
  mustBePool(db)
  const statements = statementsFor(tableName(table))
  const run = runner("begin" in db && db.options.prepare)
  let claims = 0

  async function sweep() {
    if (claims++ % sweepEvery === 0) await run(db, statements.sweep, [leastKeep])
  }
  // No row is one of somebody else's; that it is done is read as of before the statement, and is true for good.
  async function claim(id: string, { lease }: { lease: number }) {
    await sweep()
    const owner = newOwner()
    const [row] = await run(db, statements.claim, [id, owner, Math.min(lease, longest)])
    return claimOf(soleValue(row), owner)
  }
  const begin = (work: (tx: Tx) => Promise<void>) => {
    if ("begin" in db) return db.begin(work)
    return "transaction" in db ? db.transaction(work) : transactionOf(db, work)
  }

  return {
    claim,
    complete: async (id, owner) => (await run(db, statements.complete, [id, owner, kept])).length > 0,
    release: async (id, owner) => (await run(db, statements.release, [id, owner])).length > 0,
    async transact(id, work, { lease }) {
      await sweep()
      let state: WebhookClaim["state"] = "mine"
      await begin(async (tx) => {
        const taken = await run(tx, statements.take, [id, kept, ms(lease + grace), ms(lease)])
        if (taken.length > 0) await lend(tx, lease, work)
        else state = (await run(tx, statements.findDone, [id])).length > 0 ? "done" : "busy"
      })
      return state
    },
    async migrate() {
      await run(db, statements.migrate)
    },
  }
}

/** Refuses what gives no transactions: a client of `pg` is one connection for all. */
function mustBePool(db: object): void {
  const takes = "postgresStore takes a Pool of pg, postgres() or PGlite"
  if ("escapeLiteral" in Object(db)) throw new TypeError(takes)
  mustHave(takes, db, ["transaction", "connect"].find((method) => method in Object(db)) ?? "begin")
}

/** Milliseconds: who is there ends it first, for postgres.js brings its process down when it undoes what the server has ended. */
const grace = 30_000

/** Whole milliseconds, as a setting of PostgreSQL, which takes no more. */
const ms = (time: number) => `${Math.min(Math.ceil(time), 2 ** 31 - 1)}`

/** `owner` is null when the event is done; `until` is then when it may be forgotten, else when the lease ends. */
const statementsFor = (table: string) => ({
  claim: `with taken_now as (
      insert into ${table} as held (id, owner, until) values ($1, $2, clock_timestamp() + $3 * interval '1 millisecond')
      on conflict (id) do update set owner = excluded.owner, until = excluded.until where held.until <= clock_timestamp()
      returning 1)
    select case when exists (select from taken_now) then 'mine'
      when exists (select from ${table} where id = $1 and owner is null) then 'done' else 'busy' end as state`,
  // The lock lasts for the transaction, and frees the event when its process is gone; whose machine is gone, too, is cut off
  // after the lease, as is a statement that hangs, where nothing else says for how long it may. A lock that another has, and
  // a row that is none of a lease that ran out, take nothing.
  take: `insert into ${table} as held (id, until) select $1, clock_timestamp() + $2 * interval '1 millisecond'
    where pg_try_advisory_xact_lock(hashtextextended($1, hashtext('${table}')))
      and set_config('idle_in_transaction_session_timeout', $3, true) is not null
      and set_config('statement_timeout', coalesce(nullif(current_setting('statement_timeout'), '0'), $4), true) is not null
    on conflict (id) do update set owner = null, until = excluded.until where held.until <= clock_timestamp()
    returning 1`,
  findDone: `select 1 from ${table} where id = $1 and owner is null`,
  complete: `update ${table} set owner = null, until = clock_timestamp() + $3 * interval '1 millisecond'
    where id = $1 and owner = $2 returning 1`,
  release: `delete from ${table} where id = $1 and owner = $2 returning 1`,
  // A late owner may still complete.
  sweep: `delete from ${table} where until <= clock_timestamp()
    and (owner is null or until <= clock_timestamp() - $1 * interval '1 millisecond')`,
  // Two that make a table at once would fail; the lock lets them do it in turn. Who may make none is refused although it is there.
  migrate: `do $$ begin
    perform pg_advisory_xact_lock(hashtext('${table}'));
    create table if not exists ${table} (id text primary key, owner text, until timestamptz not null);
  exception when insufficient_privilege then
    if to_regclass('${table}') is null then raise; end if;
  end $$`,
})
