import { clockTolerance, refuseUnknownOptions } from "../webhooks/store.ts"
import { soleValue, tableName } from "./options.ts"
import {
  batchTime,
  endpointKey,
  furthest,
  keepRate,
  largest,
  longestStep,
  minRate,
  outage,
  type Pace,
  type PacedRequest,
  type PaceOptions,
  type Rates,
  ratesOf,
  recent,
} from "./pace.ts"
import { paceOf } from "./pace-of.ts"
import { makeTable, mustBePool } from "./postgres.ts"
import { type PostgresPool, retrySerialization, runner } from "./postgres-clients.ts"

export interface PostgresPaceOptions extends PaceOptions {
  /** Name of the table, optionally with its schema; both in lower case. Default `mas_pace`. */
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
  // Infinity and NaN, which no pace stores, count as 0.
  const sound = (column: string) => `case when ${column} between -${largest} and ${largest} then ${column} else 0 end`
  const rate = `least(case when pace.rate between ${minRate} and ${largest} then pace.rate else ${first} end, ${max})`
  // After the clock was set back, a pause or a turn that is further ahead than can be is thrown away.
  const isTooFar = `paused > ${now} + (${sound("pause")}) + ${clockTolerance}`
  const paused = `case when ${isTooFar} then 0 else paused end`
  const ahead = `case when ${isTooFar} and paused < ${largest} then paused - ${now} else 0 end`
  const pauseAhead = `greatest(${ahead}, (select ${ahead} from ${table} where id = $2))`
  const next = `case when next > ${now} + ${furthest} then 0 else next end`
  const recently = `(${sound("recently")}) * exp(greatest(-50, least(0, counted - ${now}) / ${recent}))`
  const pausedMs = `coalesce((select ${paused} from ${table} where id = $2), 0)`
  // As numeric: a server can be set to write few digits of a float.
  const reply = (...numbers: string[]) =>
    `concat_ws(' ', ${numbers.map((number) => `(${number})::numeric`).join(", ")})`
  const prolong = `paused = greatest(${paused}, ${now} + $2::float8), pause = greatest(${paused} - ${now}, $2::float8)`
  return {
    // The commit is not awaited: turns that a server crash undoes have passed when it is back.
    take: `update ${table} as pace set (next, rate, said, recently, counted) = (
        select at + least((taken + $5::float8) * 1000 / grown, ${longestStep}), grown,
          ${reply("taken", "at - now", "1000 / grown", "0", "thrown", "ahead")}, recently + taken, now
        from (select now, greatest(now, next, paused) as at, taken, thrown, ahead, recently,
            case when next > now then least(${max}, ${rate} + ${growth} * taken / ${rate}) else ${rate} end as grown
          from (select ${now} as now, ${next} as next, ${paused} as paused, ${recently} as recently,
            case when next > ${now} + ${furthest} then next - ${now} else 0 end as thrown, ${pauseAhead} as ahead,
            least($3::float8, greatest(1, floor(${rate} * ${batchTime} / 1000))) as taken) as asked) as turn)
      where id = $1 and greatest(${next}, ${paused}) - ${now} <= $4::float8 and ${pausedMs} <= ${now}
        and set_config('synchronous_commit', 'off', true) is not null
      returning said`,
    look: `select ${reply("0", `greatest(0, greatest(${next}, ${paused}) - ${now})`, "0", `greatest(0, ${pausedMs} - ${now})`, "0", pauseAhead)}
      from ${table} where id = $1`,
    throwPauses: `with thrown as (update ${table} set paused = 0 where id in ($1, $2) and ${isTooFar} returning 1)
      select 1 from thrown limit 1`,
    begin: `insert into ${table} (id, rate) values ($1, ${first}) on conflict do nothing`,
    // With a time, or the sweep would take it.
    beginEndpoint: `insert into ${table} (id, rate, paused) values ($1, 0, ${now}) on conflict do nothing`,
    slow: `update ${table} set ${prolong},
        rate = case when ${paused} > ${now} then rate else greatest(${minRate}, ${rate.replaceAll("pace.", "")} / 2) end
      where id = $1`,
    stop: `update ${table} set ${prolong} where id = $1`,
    count: `update ${table} set recently = ${recently} + 1, counted = ${now} where id = $1`,
    stopIfOutage: `update ${table} set ${prolong} where id = $1 and recently >= ${outage.failures}
        and recently >= ${outage.share} * coalesce((select ${recently} from ${table} where id = $3), 0)`,
    sweep: `delete from ${table} where greatest(next, paused) < ${now} - ${keepRate}`,
    // Room for each change on the row's own page: it is written with each request.
    migrate: makeTable(table, {
      create: `create table if not exists ${table} (id text primary key, next float8 not null default 0,
        paused float8 not null default 0, pause float8 not null default 0, rate float8 not null, said text,
        recently float8 not null default 0, counted float8 not null default 0) with (fillfactor = 10)`,
    }),
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
          const response = (await askForTurns(...keys, count, within, late)) ?? (await ask(statements.look, ...keys))
          if (response !== undefined) {
            const numbers = String(response).split(" ").map(Number)
            const [granted = 0, wait = 0, spacing = 0, pausedMs = 0, turnThrown = 0, pauseAhead = 0] = numbers
            // Of all that see the pause, only the one that throws it away says so.
            const isThrown = pauseAhead > 0 && (await ask(statements.throwPauses, ...keys)) !== undefined
            const thrown = isThrown ? Math.max(turnThrown, pauseAhead) : turnThrown
            return { count: granted, wait, spacing, held: pausedMs, thrown }
          }
          await begin(request)
          return this.take({ request, count, within, late })
        },
        async slow(request, ms) {
          await begin(request)
          await ask(statements.slow, request.credential, ms)
        },
        async stop(request, ms) {
          await ask(statements.beginEndpoint, endpointKey(request))
          await ask(statements.stop, endpointKey(request), ms)
        },
        async countFailure(request, ms) {
          const key = endpointKey(request)
          await ask(statements.beginEndpoint, key)
          await ask(statements.count, key)
          await ask(statements.stopIfOutage, key, ms, request.credential)
        },
      },
      { longestPause },
    ),
    migrate,
  }
}
