import { existsSync, mkdirSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { MasError } from "../../../sdk/base/mas-error.ts"
import { installedPackage } from "../../../sdk/files/installed-package.ts"
import { stateFolder } from "../../../sdk/files/state-folder.ts"
import { HeldItemError } from "../../../sdk/outbox/held-items.ts"
import type { Outbox, OutboxOptions, OutboxPool, OutboxSqlite } from "../../../sdk/outbox/index.ts"
import type { Context } from "../../connection/context.ts"
import { numberOf, textOf } from "../../line/flag-values.ts"
import { CliError, reasonOf, refusedValue, UsageError } from "../../terminal/errors/cli-error.ts"
import { exitCodes } from "../../terminal/errors/exit-codes.ts"

type OpenOutbox = Pick<
  Outbox<never, unknown>,
  "failed" | "blocked" | "retry" | "stats" | "migrate" | "hold" | "approvals"
>

interface Pg {
  readonly Pool: new (options: { connectionString: string; max: number }) => OutboxPool & { end(): Promise<void> }
}
type OpenSqlite = new (path: string) => OutboxSqlite & { close(): unknown }

type Work<T> = (outbox: OpenOutbox) => Promise<T>

export async function withOutbox<T>(context: Context, work: Work<T>): Promise<T> {
  const { flags, io } = context
  const file = textOf(flags, "file")
  const url = textOf(flags, "database-url") ?? io.env.DATABASE_URL
  if (file !== undefined) return withSqlite(context, existing(context, file), work, [io.cwd])
  if (!url) throw new UsageError("No database given", "Give --database-url or --file, or set DATABASE_URL.")
  return withPostgres(context, url, work, [io.cwd])
}

/** The file of held calls where no other place is named. Its folder is for its owner alone: it holds whole messages. */
const heldFile = (io: Context["io"]) => join(stateFolder(io), "approvals.db")

/**
 * Opens the table of held calls: the one that is named, or a SQLite file of this user's. One that calls are put into is created if
 * need be; one that is only looked at must exist, unless it is the user's own.
 */
export async function withApprovals<T>(context: Context, work: Work<T>, creates = false): Promise<T> {
  const { flags, io, program } = context
  // Beside this program as well: an assistant starts it in any folder.
  const folders = [io.cwd, program.folder]
  const migrated: Work<T> = async (outbox) => {
    await outbox.migrate()
    return work(outbox)
  }
  const url = textOf(flags, "database-url")
  if (url !== undefined) return withPostgres(context, url, creates ? migrated : work, folders)
  const file = textOf(flags, "file")
  if (file !== undefined && !creates) return withSqlite(context, existing(context, file), work, folders)
  const path = file === undefined ? heldFile(io) : resolve(io.cwd, file)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  return withSqlite(context, path, migrated, folders)
}

/** A file that must exist: SQLite would create it. */
function existing({ io }: Context, file: string): string {
  const path = resolve(io.cwd, file)
  if (!existsSync(path)) throw new UsageError(`--file ${file}: there is no such file`)
  return path
}

async function withPostgres<T>(context: Context, url: string, work: Work<T>, folders: readonly string[]): Promise<T> {
  context.redactor.add(url)
  if (!/^postgres(ql)?:\/\//.test(url)) throw refusedValue("--database-url", "must be a postgres:// address")
  const pg = installed<Pg>("pg", folders)
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

async function withSqlite<T>(context: Context, path: string, work: Work<T>, folders: readonly string[]): Promise<T> {
  const Database =
    installed<OpenSqlite>("better-sqlite3", folders) ??
    installed<{ readonly DatabaseSync: OpenSqlite }>("node:sqlite", folders)?.DatabaseSync
  if (Database === undefined)
    throw missing("better-sqlite3", "npm install better-sqlite3, or use Node 22.13 or newer, which has node:sqlite")
  let db: InstanceType<OpenSqlite> | undefined
  try {
    db = new Database(path)
    const { createOutbox } = await import("mas-sdk/outbox")
    return await work(createOutbox({ ...optionsOf(context), db }))
  } catch (error) {
    throw explained(error, textOf(context.flags, "file") ?? path)
  } finally {
    db?.close()
  }
}

const optionsOf = ({ flags, io }: Context): OutboxOptions => ({
  table: textOf(flags, "table"),
  clock: { now: io.now },
  holdFor: numberOf(flags, "hold-for"),
})

function installed<T>(name: string, folders: readonly string[]): T | undefined {
  try {
    return installedPackage(name, folders)
  } catch (error) {
    throw new CliError(`The package ${name} cannot be loaded: ${reasonOf(error)}`, exitCodes.failure, { cause: error })
  }
}

const missing = (name: string, remedy: string) =>
  new CliError(`The package ${name} is not installed in this folder`, exitCodes.failure, { hint: `Run ${remedy}.` })

/** A held item that cannot be changed as asked, for the user. */
function heldError(error: HeldItemError, where: string): CliError {
  const { problem, message } = error
  const isMissing = problem === "not found"
  return new CliError(message, isMissing ? exitCodes.notFound : exitCodes.conflict, {
    code: `item_${problem.replace(" ", "_")}`,
    hint: isMissing
      ? `It was looked for in ${where}. --file or --database-url names another place.`
      : problem === "unclear"
        ? "Look for it at the service: it is not sent again, and needs no decision any more."
        : "Nothing was sent. mas approvals list shows what waits, mas approvals show one of them.",
    cause: error,
  })
}

/** Wraps a database error, with a hint if there is one. */
function explained(error: unknown, where: string): unknown {
  if (error instanceof MasError) return error instanceof HeldItemError ? heldError(error, where) : error
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
