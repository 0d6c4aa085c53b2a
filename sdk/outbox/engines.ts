import { InvalidArgumentError } from "../client/errors.ts"
import { newOwner, requireMethods, soleValue, type TableShape } from "../stores/options.ts"
import { makeTable, mustBePool } from "../stores/postgres.ts"
import {
  type PostgresJsClient,
  type PostgresPool,
  type Rows,
  retrySerialization,
  rowsOfPostgresJs,
  runner,
  type SqlValue,
} from "../stores/postgres-clients.ts"
import { isInOtherWork } from "../stores/sqlite-queue.ts"
import { stepsIn } from "./sqlite-steps.ts"

/** The part of a `node:sqlite` `DatabaseSync` or a better-sqlite3 database that the outbox uses. */
export interface OutboxSqlite {
  /** Runs statements. */
  exec(sql: string): unknown
  /** Prepares a statement. */
  prepare(sql: string): {
    /** Runs it and returns the first row. */
    get(...values: (string | number)[]): unknown
    /** Runs it and returns all rows. */
    all(...values: (string | number)[]): unknown[]
  }
}

/** What only pools have: what one writes is in no transaction of the caller's. */
export interface NoPool {
  /** Of a `Pool` of pg. */
  readonly totalCount?: never
  /** Of PGlite. */
  readonly waitReady?: never
}

/** A client of pg or PGlite, or an ORM's way to run SQL: `{ query: (text, values) => tx.$queryRawUnsafe(text, ...values) }`. */
export interface OutboxQuery {
  /** Runs a statement that has `$1`, `$2` and so on for its values, in this order. Resolves to its rows, or to an object with them. */
  query(text: string, values: SqlValue[]): PromiseLike<Rows | { readonly rows: Rows }>
}

/** A transaction of postgres.js. */
export interface PostgresJsTx extends PostgresJsClient {
  /** What `postgres()` itself does not have. */
  readonly savepoint: unknown
}

/** A connection of a pool, with an open transaction. */
export type PostgresTx = (OutboxQuery & NoPool) | PostgresJsTx

async function rowsOf(tx: PostgresTx, text: string, values: SqlValue[]): Promise<Rows> {
  if ("unsafe" in tx) return rowsOfPostgresJs(tx, text, values)
  const result = await tx.query(text, values)
  return Object(result).rows ?? result
}

/** A database engine. Statements have a plain `?` for each value. `Added` is the result of `within`. */
export interface Engine<Tx, Added> {
  /** The time `ms` milliseconds from now, in SQL. */
  moment(ms?: number): string
  /** The time with these milliseconds since 1970, in SQL. */
  at(ms: number): string
  /** Milliseconds since 1970 of a time in SQL, in SQL. */
  millisecondsOf(moment: string): string
  readonly momentType: string
  /** A condition: `id` is among the rows of a query. */
  among(query: string): string
  /** Ends a query whose rows no other process takes at the same time. */
  readonly locked: string
  /** One column with these fields as JSON text. */
  json(fields: string): string
  /** Runs a statement in its own transaction. */
  ask(statement: string, ...values: SqlValue[]): Promise<Rows>
  /** Runs a statement in the caller's transaction. It must change nothing, and return no row, unless `condition` holds. */
  within(tx: Tx, statementIf: (condition: string) => string, values: SqlValue[], read: (rows: Rows) => string): Added
  /**
   * Creates a table, and adds a column of text that a table of an earlier version lacks. Succeeds if another process is doing so, or
   * if all is there and this role may create none.
   */
  make(table: string, shape: TableShape & { readonly column: string }): Promise<unknown>
}

const noTransaction = (advice: string) =>
  new InvalidArgumentError("tx", `has no transaction open, so the message was not added: ${advice}`)
const afterBegin = "use a client after `begin`, such as that of inTransaction(pool, …)"

const ofAnother =
  "has the open transaction of a webhook handler, so the message was not added: give the handler's store a connection of its own"

/** A setting of a transaction, which needs no declaration. */
const setting = "mas_outbox.transaction"

/** `moment` is the server's time: the clocks of several machines differ. */
export function postgresEngine(pool: PostgresPool): Engine<PostgresTx, Promise<string>> {
  mustBePool(pool, "createOutbox")
  const run = runner(false, false)
  const numbered = (statement: string) => {
    let number = 0
    return statement.replaceAll("?", () => `$${++number}`)
  }
  return {
    moment: (ms = 0) => `now() + interval '${ms} milliseconds'`,
    at: (ms) => `to_timestamp(${ms / 1_000})`,
    millisecondsOf: (moment) => `extract(epoch from ${moment}) * 1000`,
    momentType: "timestamptz",
    among: (query) => `id = any(array(${query}))`,
    locked: "for update skip locked",
    json: (fields) => `json_build_object(${fields})::text`,
    ask: (statement, ...values) => retrySerialization(() => run(pool, numbered(statement), values)),
    async within(tx, statementIf, values, read) {
      // These certainly have none; for all else the database is asked.
      if ("totalCount" in Object(tx) || ("begin" in Object(tx) && !("savepoint" in Object(tx))))
        throw noTransaction(afterBegin)
      const takes = "outbox.add takes a client of pg, postgres.js or PGlite that has a transaction open"
      requireMethods(takes, tx, "unsafe" in Object(tx) ? "unsafe" : "query")
      // A local setting ends with its transaction: found again, both statements are in one.
      const mark = newOwner()
      const [row] = (await rowsOf(tx, `select set_config('${setting}', $1, true)`, [mark])) ?? []
      if (soleValue(row) !== mark) throw new TypeError(takes)
      const statement = numbered(statementIf(`current_setting('${setting}', true) = ?`))
      const rows = await rowsOf(tx, statement, [...values, mark])
      if (rows.length === 0) throw noTransaction(afterBegin)
      return read(rows)
    },
    make: (table, shape) => run(pool, makeTable(table, shape)),
  }
}

/** Asks the database itself: only newer versions of the libraries have a property for it. */
function hasTransaction(tx: OutboxSqlite): boolean {
  try {
    tx.exec("begin")
  } catch {
    // A transaction has none in it. Whatever else is wrong, adding the message says it.
    return true
  }
  tx.exec("rollback")
  return false
}

function canRun(db: OutboxSqlite, statement: string): boolean {
  try {
    db.prepare(statement)
    return true
  } catch {
    return false
  }
}

export function sqliteEngine(db: OutboxSqlite): Engine<OutboxSqlite, string> {
  requireMethods("createOutbox takes a db of node:sqlite or better-sqlite3", db, "prepare", "exec")
  const step = stepsIn(db)
  return {
    // SQLite's clock is this machine's, too.
    moment: (ms = 0) => `'${new Date(Date.now() + ms).toISOString()}'`,
    at: (ms) => `'${new Date(ms).toISOString()}'`,
    millisecondsOf: (moment) => `(julianday(${moment}) - 2440587.5) * 86400000`,
    momentType: "text",
    among: (query) => `id in (${query})`,
    locked: "",
    json: (fields) => `json_object(${fields})`,
    ask: (statement, ...values) => step(() => db.prepare(statement).all(...values)),
    within(tx, statementIf, values, read) {
      requireMethods("outbox.add takes a database of node:sqlite or better-sqlite3", tx, "prepare", "exec")
      if (isInOtherWork(tx)) throw new InvalidArgumentError("tx", ofAnother)
      if (!hasTransaction(tx)) throw noTransaction("add it between `begin` and `commit`, with what it belongs to")
      return read(tx.prepare(statementIf("true")).all(...values))
    },
    make: (table, { create, indexes = {}, column }) =>
      step(() => {
        db.exec(create)
        for (const [name, on] of Object.entries(indexes)) db.exec(`create index if not exists ${name} on ${on}`)
        if (!canRun(db, `select ${column} from ${table}`)) db.exec(`alter table ${table} add column ${column} text`)
      }),
  }
}
