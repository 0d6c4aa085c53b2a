import { mustHave } from "../stores/options.ts"
import { makeTable, mustBePool } from "../stores/postgres.ts"
import {
  type PgClient,
  type PostgresJsClient,
  type PostgresPool,
  type Rows,
  runner,
  type SqlValue,
} from "../stores/postgres-clients.ts"
import { stepsIn } from "./sqlite-steps.ts"

/** The part of a `node:sqlite` `DatabaseSync` or a better-sqlite3 database that the outbox uses. */
export interface OutboxSqlite {
  /** Runs statements. */
  exec(sql: string): unknown
  /** Makes a statement ready to run. */
  prepare(sql: string): {
    /** Runs it, and gives the first row. */
    get(...values: (string | number)[]): unknown
    /** Runs it, and gives all rows. */
    all(...values: (string | number)[]): unknown[]
  }
}

/** A connection of such a pool, which has a transaction open. */
export type PostgresTx = PgClient | PostgresJsClient

/** How an engine is spoken with. Statements have a plain `?` for each value. `Added` is what a step in the caller's transaction gives. */
export interface Engine<Tx, Added> {
  /** The moment so many milliseconds from now, in SQL. */
  moment(ms?: number): string
  readonly momentType: string
  /** A condition: `id` is among the rows of a query, which nobody else takes at the same time. */
  among(query: string): string
  /** The rows of one column each, as JSON text of these fields. */
  json(fields: string): string
  /** Runs a statement by itself. */
  ask(statement: string, ...values: SqlValue[]): Promise<Rows>
  /** Runs a statement in the caller's transaction. */
  within(tx: Tx, statement: string, values: SqlValue[], read: (rows: Rows) => string): Added
  /** Runs statements that make a table, also where another process does so, or it is there and this role may make none. */
  make(table: string, statements: string): Promise<unknown>
}

/** Its time is the server's: the clocks of many machines differ. */
export function postgresEngine(pool: PostgresPool): Engine<PostgresTx, Promise<string>> {
  mustBePool(pool, "createOutbox")
  const run = runner(false, false)
  const numbered = (statement: string) => {
    let number = 0
    return statement.replaceAll("?", () => `$${++number}`)
  }
  return {
    moment: (ms = 0) => `now() + interval '${ms} milliseconds'`,
    momentType: "timestamptz",
    among: (query) => `id = any(array(${query} for update skip locked))`,
    json: (fields) => `json_build_object(${fields})::text`,
    ask: (statement, ...values) => run(pool, numbered(statement), values),
    async within(tx, statement, values, read) {
      const takes = "outbox.add takes a client of pg, postgres.js or PGlite that has a transaction open"
      mustHave(takes, tx, "unsafe" in Object(tx) ? "unsafe" : "query")
      return read(await run(tx, numbered(statement), values))
    },
    make: (table, statements) => run(pool, makeTable(table, statements)),
  }
}

export function sqliteEngine(db: OutboxSqlite): Engine<OutboxSqlite, string> {
  mustHave("createOutbox takes a db of node:sqlite or better-sqlite3", db, "prepare", "exec")
  const step = stepsIn(db)
  return {
    // Its own clock is that of this machine, too.
    moment: (ms = 0) => `'${new Date(Date.now() + ms).toISOString()}'`,
    momentType: "text",
    among: (query) => `id in (${query})`,
    json: (fields) => `json_object(${fields})`,
    ask: (statement, ...values) => step(() => db.prepare(statement).all(...values)),
    within(tx, statement, values, read) {
      mustHave("outbox.add takes a database of node:sqlite or better-sqlite3", tx, "prepare")
      return read(tx.prepare(statement).all(...values))
    },
    make: (_, statements) => step(() => db.exec(statements)),
  }
}
