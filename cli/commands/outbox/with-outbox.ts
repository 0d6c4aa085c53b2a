import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { join, resolve } from "node:path"
import type { Outbox, OutboxOptions, OutboxPool, OutboxSqlite } from "../../../sdk/outbox/index.ts"
import type { Context } from "../../connection/context.ts"
import { textOf } from "../../line/flag-values.ts"
import { CliError, reasonOf, refusedValue, UsageError } from "../../terminal/errors/cli-error.ts"
import { exitCodes } from "../../terminal/errors/exit-codes.ts"

type OpenOutbox = Pick<Outbox<never, unknown>, "failed" | "retry" | "stats">

interface Pg {
  readonly Pool: new (options: { connectionString: string; max: number }) => OutboxPool & { end(): Promise<void> }
}
type OpenSqlite = new (path: string) => OutboxSqlite & { close(): unknown }

export async function withOutbox<T>(context: Context, work: (outbox: OpenOutbox) => Promise<T>): Promise<T> {
  const { flags, io, redactor } = context
  const file = textOf(flags, "file")
  const url = textOf(flags, "database-url") ?? io.env.DATABASE_URL
  if (file !== undefined) return withSqlite(context, file, work)
  if (!url) throw new UsageError("No database given", "Give --database-url or --file, or set DATABASE_URL.")
  redactor.add(url)
  if (!/^postgres(ql)?:\/\//.test(url)) throw refusedValue("--database-url", "must be a postgres:// address")
  return withPostgres(context, url, work)
}

async function withPostgres<T>(context: Context, url: string, work: (outbox: OpenOutbox) => Promise<T>): Promise<T> {
  const pg = installed<Pg>(context, "pg")
  if (pg === undefined) throw missing("pg", "npm install pg")
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  try {
    const { createOutbox } = await import("mas-sdk/outbox")
    return await work(createOutbox({ ...optionsOf(context), pool }))
  } catch (error) {
    throw explained(error, "the Postgres database")
  } finally {
    await pool.end()
  }
}

async function withSqlite<T>(context: Context, file: string, work: (outbox: OpenOutbox) => Promise<T>): Promise<T> {
  const path = resolve(context.io.cwd, file)
  // SQLite would create it.
  if (!existsSync(path)) throw new UsageError(`--file ${file}: there is no such file`)
  const Database =
    installed<OpenSqlite>(context, "better-sqlite3") ??
    installed<{ readonly DatabaseSync: OpenSqlite }>(context, "node:sqlite")?.DatabaseSync
  if (Database === undefined)
    throw missing("better-sqlite3", "npm install better-sqlite3, or use Node 22.13 or newer, which has node:sqlite")
  let db: InstanceType<OpenSqlite> | undefined
  try {
    db = new Database(path)
    const { createOutbox } = await import("mas-sdk/outbox")
    return await work(createOutbox({ ...optionsOf(context), db }))
  } catch (error) {
    throw explained(error, file)
  } finally {
    db?.close()
  }
}

const optionsOf = ({ flags }: Context): OutboxOptions => ({ table: textOf(flags, "table") })

/** Loads a package installed in the working folder; undefined if it is missing. */
function installed<T>({ io }: Context, name: string): T | undefined {
  try {
    const loaded: T = createRequire(join(io.cwd, "package.json"))(name)
    return loaded
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined
    if (code === "MODULE_NOT_FOUND" || code === "ERR_UNKNOWN_BUILTIN_MODULE") return undefined
    throw new CliError(`The package ${name} cannot be loaded: ${reasonOf(error)}`, exitCodes.failure, { cause: error })
  }
}

const missing = (name: string, remedy: string) =>
  new CliError(`The package ${name} is not installed in this folder`, exitCodes.failure, { hint: `Run ${remedy}.` })

/** Wraps a database error, with a hint if there is one. */
function explained(error: unknown, where: string): unknown {
  if (error instanceof CliError) return error
  if (error instanceof RangeError) return refusedValue("--table", error.message.replace(/^table /, ""))
  const code = error instanceof Error && "code" in error ? error.code : undefined
  // System errors, such as ECONNREFUSED; Node's own begin with ERR_.
  const isAway = /^E(?!RR_)/.test(String(code))
  const reason = (error instanceof Error && error.message) || String(code ?? error)
  const hasNoTable = code === "42P01" || /no such table/.test(reason)
  return new CliError(`${where}: ${reason}`, isAway ? exitCodes.network : exitCodes.failure, {
    hint: hasNoTable ? "outbox.migrate() creates the table; --table selects another one." : undefined,
    cause: error,
  })
}
