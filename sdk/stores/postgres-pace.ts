import { refuseUnknownOptions } from "../webhooks/store.ts"
import { soleValue, tableName } from "./options.ts"
import {
  batchTime,
  endpointKey,
  keepRate,
  minRate,
  type Pace,
  type PacedRequest,
  type PaceOptions,
  type Rates,
  ratesOf,
} from "./pace.ts"
import { paceOf } from "./pace-of.ts"
import { makeTable, mustBePool } from "./postgres.ts"
import { type PostgresPool, retrySerialization, runner } from "./postgres-clients.ts"

export interface PostgresPaceOptions extends PaceOptions {
  /** Name of the table, optionally with its schema. Default `mas_pace`. */
  table?: string | undefined
}

/** A pace in a database. The first turn creates its table if it is missing. */
export interface SqlPace extends Pace {
  /** Creates the table if it is missing: for a program with more permissions than those that send. */
  migrate(): Promise<void>
}

/** PostgreSQL's code for a table that is not there. */
const undefinedTable = "42P01"

/** Milliseconds since 1970; after waiting for a row lock, the time then. */
const now = "(extract(epoch from clock_timestamp()) * 1000)::float8"

/**
 * As `memoryEngine`. `next` and `paused` are milliseconds since 1970, `rate` is turns a second, `said` is the reply
 * about the row's last turns: `returning` sees only columns, and every client reads a text the same way.
 */
const statementsFor = (table: string, { first, max, growth }: Rates) => {
  const rate = `least(pace.rate, ${max})`
  const held = `coalesce((select paused from ${table} where id = $2), 0)`
  return {
    // The commit is not awaited: turns that a server crash undoes have passed when it is back.
    take: `update ${table} as pace set (next, rate, said) = (
        select at + (taken + $5::float8) * 1000 / grown, grown, concat_ws(' ', taken, at - now, 1000 / grown, 0)
        from (select now, greatest(now, pace.next, pace.paused) as at, taken,
            case when pace.next > now then least(${max}, ${rate} + ${growth} * taken / ${rate}) else ${rate} end as grown
          from (select ${now} as now,
            least($3::float8, greatest(1, floor(${rate} * ${batchTime} / 1000))) as taken) as asked) as turn)
      where id = $1 and greatest(next, paused) - ${now} <= $4::float8 and ${held} <= ${now}
        and set_config('synchronous_commit', 'off', true) is not null
      returning said`,
    look: `select concat_ws(' ', 0, greatest(0, greatest(next, paused) - ${now}), 0, greatest(0, ${held} - ${now}))
      from ${table} where id = $1`,
    begin: `insert into ${table} (id, rate) values ($1, ${first}) on conflict do nothing`,
    slow: `update ${table} set paused = greatest(paused, ${now} + $2::float8),
        rate = case when paused > ${now} then rate else greatest(${minRate}, ${rate.replaceAll("pace.", "")} / 2) end
      where id = $1`,
    stop: `insert into ${table} as pace (id, rate, paused) values ($1, 0, ${now} + $2::float8)
      on conflict (id) do update set paused = greatest(pace.paused, excluded.paused)`,
    sweep: `delete from ${table} where greatest(next, paused) < ${now} - ${keepRate}`,
    // Room for each change on the row's own page: it is written with each request.
    migrate: makeTable(
      table,
      `create table if not exists ${table} (id text primary key, next float8 not null default 0,
        paused float8 not null default 0, rate float8 not null, said text) with (fillfactor = 10);`,
    ),
  }
}

/**
 * The pace of all clients that share a PostgreSQL database, by its clock. `migrate()` or the first turn creates the
 * table. Takes the same clients as `postgresStore`.
 *
 * ```ts
 * const pace = postgresPace(new Pool({ connectionString }), { perSecond: 50 })
 * await pace.migrate()
 * const mas = new Mas({ pace })
 * ```
 * @throws {RangeError} when `perSecond` is not 0.1 to 1,000,000, `longestPause` is negative, or `table` is not a valid name.
 * @throws {TypeError} for an unknown option, or a client that is not a pool.
 */
export function postgresPace(
  db: PostgresPool,
  { perSecond, longestPause, table = "mas_pace", ...others }: PostgresPaceOptions = {},
): SqlPace {
  refuseUnknownOptions("postgresPace", others)
  mustBePool(db, "postgresPace")
  const statements = statementsFor(tableName(table), ratesOf(perSecond))
  const run = runner(false, false)
  const ask = async (statement: string, ...values: (string | number)[]) =>
    soleValue((await retrySerialization(() => run(db, statement, values)))[0])

  const migrate = async () => {
    await ask(statements.migrate)
  }
  const askForTurns = (...values: (string | number)[]) =>
    ask(statements.take, ...values).catch(async (error: unknown) => {
      if (Object(error).code !== undefinedTable) throw error
      await migrate()
      return undefined
    })
  async function begin({ credential }: PacedRequest) {
    await ask(statements.sweep)
    await ask(statements.begin, credential)
  }
  return {
    ...paceOf(
      {
        async take({ request, count, within, late }) {
          const keys = [request.credential, endpointKey(request)] as const
          const answer = (await askForTurns(...keys, count, within, late)) ?? (await ask(statements.look, ...keys))
          if (answer !== undefined) {
            const [taken = 0, wait = 0, spacing = 0, held = 0] = String(answer).split(" ").map(Number)
            return { count: taken, wait, spacing, held }
          }
          await begin(request)
          return this.take({ request, count, within, late })
        },
        async slow(request, ms) {
          await begin(request)
          await ask(statements.slow, request.credential, ms)
        },
        stop: (request, ms) => ask(statements.stop, endpointKey(request), ms),
      },
      { longestPause },
    ),
    migrate,
  }
}
