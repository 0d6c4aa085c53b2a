import { PGlite } from "@electric-sql/pglite"

/** A Postgres in this process whose time stands still. */
export interface FrozenPglite {
  readonly db: PGlite
  /** Its time, in milliseconds since 1970. */
  now(): number
  /** Moves its time forward. */
  pass(milliseconds: number): Promise<unknown>
}

// Shared by the files of a worker: its WebAssembly takes a second to start.
let shared: Promise<PGlite> | undefined

/**
 * An empty database whose clock moves only by `pass`. Functions of the same names come before those of PostgreSQL in its
 * search path.
 */
export async function frozenPglite(): Promise<FrozenPglite> {
  shared ??= PGlite.create()
  const db = await shared
  let now = Date.now()
  const set = () => db.exec(`set test.now = '${new Date(now).toISOString()}'`)
  const frozen = (name: string, volatility: string) =>
    `create function clock.${name}() returns timestamptz ${volatility} language sql
       as $$ select current_setting('test.now')::timestamptz $$;`
  await db.exec(`drop schema public cascade; create schema public; drop schema if exists clock cascade; create schema clock;
    ${frozen("now", "stable")} ${frozen("clock_timestamp", "volatile")}
    set search_path = public, clock, pg_catalog`)
  await set()
  return {
    db,
    now: () => now,
    pass(milliseconds) {
      now += milliseconds
      return set()
    },
  }
}
