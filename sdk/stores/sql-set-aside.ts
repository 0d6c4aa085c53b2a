import type { SetAsideStore } from "../webhooks/set-aside.ts"
import { clockTolerance, clockWarning, refuseUnknownOptions } from "../webhooks/store.ts"
import { requireMethods, soleValue, tableName } from "./options.ts"
import { makeTable, mustBePool } from "./postgres.ts"
import { type PostgresPool, retrySerialization, runner, type SqlValue } from "./postgres-clients.ts"
import { failureTtl, type SetAsideEngine, setAsideStore } from "./set-aside.ts"
import type { SqliteDatabase } from "./sqlite.ts"
import { stepsOf } from "./sqlite-queue.ts"

export interface SqlSetAsideOptions {
  /** Name of the table, optionally with its schema; both in lower case. Default `mas_webhooks_set_aside`. */
  table?: string | undefined
}
/** A store in a database; `migrate()` creates its table if it is missing. */
export interface SqlSetAside extends SetAsideStore {
  /** Creates the table if it is missing. */
  migrate(): Promise<void>
}

interface Dialect {
  /** Milliseconds since 1970. */
  readonly now: string
  readonly real: string
  /** The next parameter, numbered from 1; with its type where PostgreSQL would infer another. */
  readonly given: (number: number, type?: "int" | "float8" | "text") => string
  /** A time as a whole number, whatever digits the server's settings leave of others; never later than the time. */
  readonly whole: (time: string) => string
  /** A row as JSON text, by its fields: clients differ in how they read other values. */
  readonly json: (fields: string) => string
  /** All rows as one JSON text. */
  readonly rows: (fields: string) => string
}

function statementsFor(table: string, { now, real, given: parameter, whole: wholeRow, json, rows }: Dialect) {
  const texts = ["id", "event", "failures", "error"].map((name) => `'${name}', cast(${name} as text)`)
  const times = ["first", "last"].map(
    (name) => `'${name}', ${wholeRow(`(case when ${name} between 0 and 8e15 then ${name} else 0 end)`)}`,
  )
  const isTooFar = `taken_until > ${now} + lease + ${clockTolerance}`
  return {
    fail: `with given (id, event, error, after) as
        (values (${parameter(1, "text")}, ${parameter(2, "text")}, ${parameter(3, "text")}, ${parameter(4, "int")}))
      insert into ${table} as held (id, failures, event, error, first, last, taken_until)
      select id, 1, case when after <= 1 then event end, error, ${now}, ${now}, 0 from given where true
      on conflict (id) do update set failures = held.failures + 1, error = excluded.error, last = excluded.last,
        event = (select case when held.failures + 1 >= after then event end from given) returning failures`,
    forget: `delete from ${table} where event is null and last < ${now} - ${failureTtl} returning 1`,
    rows: `select ${rows([...texts, ...times].join(", "))} from ${table} where event is not null`,
    findTooFar: `select 1 from ${table} where id = ${parameter(1)} and event is not null and ${isTooFar}`,
    take: `update ${table} set taken_until = ${wholeRow(`(${now} + ${parameter(1, "float8")})`)}, lease = ${parameter(2, "float8")}
      where id = ${parameter(3)} and event is not null
        and (taken_until <= ${now} or ${isTooFar}) returning ${json(`'event', event, 'until', ${wholeRow("taken_until")}`)}`,
    giveBack: `update ${table} set failures = failures + 1, error = ${parameter(1)}, last = ${now},
        taken_until = case when taken_until = ${parameter(2, "float8")} then 0 else taken_until end
      where id = ${parameter(3)} returning 1`,
    remove: `delete from ${table} where id = ${parameter(1)} and event is not null returning 1`,
    migrate: `create table if not exists ${table} (id text primary key, failures integer not null, event text, error text not null,
      first ${real} not null, last ${real} not null, taken_until ${real} not null, lease ${real})`,
  }
}

type Ask = (statement: string, ...values: SqlValue[]) => Promise<unknown>

function engineOf(ask: Ask, statements: ReturnType<typeof statementsFor>, warnOfClock: () => void): SetAsideEngine {
  return {
    async fail({ id, event, error }, after) {
      await ask(statements.forget)
      return Number(await ask(statements.fail, id, event, error, after))
    },
    rows: async () => JSON.parse(String((await ask(statements.rows)) ?? "[]")),
    async take(id, lease) {
      const isThrown = (await ask(statements.findTooFar, id)) !== undefined
      const takenEvent = await ask(statements.take, Math.ceil(lease), lease, id)
      if (takenEvent === undefined) return undefined
      if (isThrown) warnOfClock()
      return JSON.parse(String(takenEvent))
    },
    giveBack: (id, until, error) => ask(statements.giveBack, error, until, id),
    remove: async (id) => (await ask(statements.remove, id)) !== undefined,
  }
}

const postgres: Dialect = {
  now: "(extract(epoch from clock_timestamp()) * 1000)",
  real: "float8",
  given: (number, type) => (type ? `($${number}::${type})` : `$${number}`),
  whole: (time) => `floor(${time})::bigint`,
  json: (fields) => `json_build_object(${fields})::text`,
  rows: (fields) => `coalesce(json_agg(json_build_object(${fields})), '[]')::text`,
}
const sqlite: Dialect = {
  now: "cast((julianday('now') - 2440587.5) * 86400000 as integer)",
  real: "real",
  given: () => "?",
  whole: (time) => time,
  json: (fields) => `json_object(${fields})`,
  rows: (fields) => `json_group_array(json_object(${fields}))`,
}

/**
 * Keeps events that were set aside in a table of PostgreSQL. Takes the same clients as `postgresStore`.
 * @throws {RangeError} if `table` is not a valid name. @throws {TypeError} for an unknown option, or a client that is
 * not a pool.
 */
export function postgresSetAside(
  db: PostgresPool,
  { table = "mas_webhooks_set_aside", ...others }: SqlSetAsideOptions = {},
): SqlSetAside {
  refuseUnknownOptions("postgresSetAside", others)
  mustBePool(db, "postgresSetAside")
  const statements = statementsFor(tableName(table), postgres)
  const run = runner(false, false)
  const ask: Ask = async (statement, ...values) =>
    soleValue((await retrySerialization(() => run(db, statement, values)))[0])
  return {
    ...setAsideStore(engineOf(ask, statements, clockWarning("postgresSetAside"))),
    async migrate() {
      await run(db, makeTable(tableName(table), { create: statements.migrate }))
    },
  }
}

/**
 * Keeps events that were set aside in a table of SQLite. Takes the same databases as `sqliteStore`.
 * @throws {RangeError} if `table` is not a valid name. @throws {TypeError} for an unknown option, or a `db` that is not
 * a database.
 */
export function sqliteSetAside(
  db: SqliteDatabase,
  { table = "mas_webhooks_set_aside", ...others }: SqlSetAsideOptions = {},
): SqlSetAside {
  refuseUnknownOptions("sqliteSetAside", others)
  requireMethods("sqliteSetAside takes a database of node:sqlite or better-sqlite3", db, "prepare", "exec")
  const statements = statementsFor(tableName(table), sqlite)
  const step = stepsOf(db)
  const ask: Ask = (statement, ...values) => step(() => soleValue(db.prepare(statement).get(...values) ?? undefined))
  return {
    ...setAsideStore(engineOf(ask, statements, clockWarning("sqliteSetAside"))),
    migrate: async () => void (await step(() => db.exec(statements.migrate))),
  }
}
