import { refuseUnknownOptions } from "../webhooks/store.ts"
import { type CeilingReply, type CeilingStore, type CeilingUse, longestLease, neededFor } from "./ceiling.ts"
import { indexName, soleValue, sweepEvery, tableName } from "./options.ts"
import { makeTable, mustBePool } from "./postgres.ts"
import {
  inTransaction,
  type PgClient,
  type PostgresJsClient,
  type PostgresPool,
  retrySerialization,
  runner,
  type SqlValue,
} from "./postgres-clients.ts"

export interface PostgresCeilingOptions {
  /**
   * Name of the table, optionally with its schema; both in lower case. Clients with another table have other counts and another
   * stop. Default `mas_ceiling`.
   */
  table?: string | undefined
}

/** A ceiling's store in a database. The first step creates its table if it is missing. */
export interface SqlCeiling extends CeilingStore {
  /** Creates the table if it is missing: for a program with more permissions than those that send. */
  migrate(): Promise<void>
}

/** PostgreSQL's code for a table that is not there. */
const undefinedTable = "42P01"

/** Milliseconds since 1970; after waiting for a row lock, the time then. */
const now = "(extract(epoch from clock_timestamp()) * 1000)::float8"

/**
 * As `CeilingLedger`. A row is one recipient of one call; `at` is in milliseconds since 1970. The row with an empty id is the budget's
 * lock, whose `count` is the longest window; with an empty budget, too, it is the stop, and beside it the id `started` has the last start. None is counted: `at` is 0.
 */
const statementsFor = (table: string) => {
  const rowsOf = (same: string, ms: string) =>
    `from ${table} as row where budget = $1 and ${same} at > now - ${ms} and id <> '' and not (id = $2 and recipient in (select key from asked))`
  const full = (rank: number, ceiling: string, needed: string, same: string, count: string, ms: string) =>
    `select ${rank} as rank, '${ceiling}' as ceiling, key, used,
        (select min(at) + ${ms} - now from (select at, sum(count) over (order by at, id, recipient) as freed ${rowsOf(same, ms)}) as oldest
          where freed >= used + needed - ${count}) as wait
      from clock, ${needed} as needs,
        lateral (select coalesce(sum(count), 0)::float8 as used ${rowsOf(same, ms)}) as counted
      where ${count} > 0 and used + needed > ${count}`
  const recipients = `asked as (select key, count from json_to_recordset($3::text::json) as one(key text, count float8))`
  return {
    // Its lock lasts until the end of the transaction. The next statement sees what others have counted until then.
    lock: `insert into ${table} as held (budget, id, recipient, count, at) values ($1, '', '', $2::float8, 0)
      on conflict (budget, id, recipient) do update set count = greatest(held.count, excluded.count)`,
    take: `with ${recipients}, clock as (select ${now} as now),
      stop as (select reason, since from ${table} where budget = '' and id = ''),
      refusal as (
        ${full(0, "total", "(select '' as key, sum(count) as needed from asked)", "", "$5::float8", "$6::float8")}
        union all ${full(1, "perRecipient", "(select key, count as needed from asked)", "recipient = key and", "$7::float8", "$8::float8")}),
      taken as (insert into ${table} as row (budget, id, recipient, count, at, pending)
        select $1, $2, key, count, now + $4::float8, 1 from asked, clock
        where not exists (select 1 from stop) and not exists (select 1 from refusal)
        on conflict (budget, id, recipient) do update set count = greatest(row.count, excluded.count), at = excluded.at, pending = row.pending + 1 returning 1)
      select coalesce(
        (select json_strip_nulls(json_build_object('state', 'stopped', 'reason', nullif(reason, ''), 'since', since))::text from stop),
        (select json_build_object('state', 'full', 'ceiling', ceiling, 'key', key, 'used', used, 'wait', wait)::text
          from refusal order by rank limit 1),
        (select '{"state":"taken"}' from taken limit 1))`,
    settle: `with ${recipients} update ${table} set pending = pending - 1,
        sent_at = case when $4::int = 1 then ${now} else sent_at end,
        at = greatest(case when pending > 1 then at end, case when $4::int = 1 then ${now} else sent_at end)
      where budget = $1 and id = $2 and recipient in (select key from asked)`,
    giveBack: `delete from ${table} where budget = $1 and id = $2 and id <> '' and pending <= 0 and sent_at = 0`,
    // Further ahead than can be: counted before the clock was set back.
    sweep: `with ahead as (update ${table} set at = ${now} where budget = $1 and at > ${now} + ${longestLease})
      delete from ${table} where budget = $1 and id <> ''
        and at <= ${now} - (select count from ${table} where budget = $1 and id = '')`,
    stop: `insert into ${table} (budget, id, recipient, count, at, reason, since) values ('', '', '', 0, 0, $1, ${now})
      on conflict (budget, id, recipient) do update set reason = coalesce(nullif(excluded.reason, ''), ${table}.reason)`,
    start: `with ended as (delete from ${table} where budget = '' and id = '')
      insert into ${table} (budget, id, recipient, count, at, since) values ('', 'started', '', 0, 0, ${now})
      on conflict (budget, id, recipient) do update set since = excluded.since`,
    sinceStart: `select ${now} - since from ${table} where budget = '' and id = 'started'`,
    stopped: `select json_strip_nulls(json_build_object('reason', nullif(reason, ''), 'since', since))::text from ${table} where budget = '' and id = ''`,
    migrate: makeTable(table, {
      create: `create table if not exists ${table} (budget text not null, id text not null, recipient text not null,
        count float8 not null, at float8 not null, pending int not null default 0, sent_at float8 not null default 0,
        reason text, since float8, primary key (budget, id, recipient))`,
      indexes: {
        [indexName(table, "at")]: `${table} (budget, at)`,
        [indexName(table, "recipient")]: `${table} (budget, recipient, at)`,
      },
    }),
  }
}

/**
 * Counts the sends of all clients that share a PostgreSQL database, by its clock. `migrate()` or the first step creates the
 * table. Takes the same clients as `postgresStore`.
 *
 * ```ts
 * const store = postgresCeiling(new Pool({ connectionString }))
 * const mas = new Mas({ ceiling: { perRecipient: "5/1h", total: "500/15m", store } })
 * ```
 * @throws {RangeError} when `table` is not a valid name.
 * @throws {TypeError} for an unknown option, or a client that is not a pool.
 */
export function postgresCeiling(
  db: PostgresPool,
  { table = "mas_ceiling", ...others }: PostgresCeilingOptions = {},
): SqlCeiling {
  refuseUnknownOptions("postgresCeiling", others)
  mustBePool(db, "postgresCeiling")
  const statements = statementsFor(tableName(table))
  const run = runner(false, false)
  let takes = 0

  const begin = async <T>(work: (tx: PgClient | PostgresJsClient) => Promise<T>): Promise<T> => {
    const results: T[] = []
    const step = async (tx: PgClient | PostgresJsClient) => {
      results.push(await work(tx))
    }
    if ("begin" in db) await db.begin(step)
    else await ("transaction" in db ? db.transaction(step) : inTransaction(db, step))
    return results.at(-1) as T
  }
  const migrate = async () => {
    await retrySerialization(() => run(db, statements.migrate))
  }
  /** Creates the table if the step shows that it is missing. */
  const withTable = <T>(step: () => Promise<T>): Promise<T> =>
    retrySerialization(step).catch(async (error: unknown) => {
      if (Object(error).code !== undefinedTable) throw error
      await migrate()
      return retrySerialization(step)
    })
  const ask = async (statement: string, ...values: SqlValue[]) =>
    soleValue((await withTable(() => run(db, statement, values)))[0])
  const rowsOf = ({ recipients }: CeilingUse) => JSON.stringify(recipients)

  return {
    sharedBy: `all that share this database and the table ${table}`,
    async take(use) {
      const { budget, id, total, perRecipient, lease } = use
      if (takes++ % sweepEvery === 0) await ask(statements.sweep, budget)
      const limits = [total, perRecipient].flatMap((limit) => [limit?.count ?? 0, limit?.ms ?? 0])
      const [row] = await withTable(() =>
        begin(async (tx) => {
          // At a stricter level a statement after the lock would not see what others have counted meanwhile.
          await run(tx, "set transaction isolation level read committed")
          await run(tx, statements.lock, [budget, neededFor(use)])
          return run(tx, statements.take, [budget, id, rowsOf(use), lease, ...limits])
        }),
      )
      const reply: CeilingReply = JSON.parse(String(soleValue(row)))
      return reply
    },
    async settle(use, isSent) {
      await ask(statements.settle, use.budget, use.id, rowsOf(use), isSent ? 1 : 0)
      if (!isSent) await ask(statements.giveBack, use.budget, use.id)
    },
    async stop(reason = "") {
      await ask(statements.stop, reason)
    },
    async start() {
      await ask(statements.start)
    },
    async stopped() {
      const stop = await ask(statements.stopped)
      return stop === undefined || stop === null ? undefined : JSON.parse(String(stop))
    },
    async sinceStart() {
      const elapsed = await ask(statements.sinceStart)
      return elapsed === undefined || elapsed === null ? undefined : Number(elapsed)
    },
    migrate,
  }
}
