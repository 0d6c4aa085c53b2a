export type SqlValue = string | number
export type Rows = readonly unknown[]

/** The part of a `pg` client, or of a PGlite transaction, that the store uses. */
export interface PgClient {
  /** Runs a statement. */
  query(statement: string | NamedStatement, values?: SqlValue[]): Promise<{ rows: Rows; command?: string }>
}
/** A `pg` statement that each connection prepares once. */
export interface NamedStatement {
  /** The name that the server keeps the statement under. */
  name: string
  /** The statement. */
  text: string
  /** The values of `$1`, `$2` and so on. */
  values: SqlValue[]
}
/** The part of a client from a `pg` pool that the store uses. */
export interface PgPoolClient extends PgClient {
  /** Returns the connection to the pool; closes it if broken. */
  release(broken?: boolean): unknown
  /** Adds a listener for a lost connection. */
  on(event: "error", listener: () => void): unknown
  /** Removes the listener. */
  off(event: "error", listener: () => void): unknown
}
/** The part of a `pg` pool that the store uses. */
export interface PgPool<Client extends PgPoolClient> extends PgClient {
  /** The options of the pool. */
  readonly options?: {
    /** Maximum number of connections. */
    readonly max?: number | undefined
  }
  /** Lends a connection. */
  connect: { (): Promise<Client>; (callback: (error: Error | undefined, client: Client | undefined) => void): void }
}
/** The part of a postgres.js transaction that the store uses. */
export interface PostgresJsClient {
  /** Runs a statement that is given as text. */
  unsafe(text: string, values?: SqlValue[], options?: { prepare?: boolean | undefined }): PromiseLike<Rows>
}
/** The part of `postgres()` (postgres.js) that the store uses. */
export interface PostgresJs<Tx extends PostgresJsClient> extends PostgresJsClient {
  /** The options of the client. */
  readonly options: {
    /** Whether each connection keeps prepared statements. */
    readonly prepare: boolean
    /** Maximum number of connections. */
    readonly max?: number | undefined
  }
  /** Runs work in a transaction. */
  begin: { (work: (tx: Tx) => Promise<unknown>): Promise<unknown>; (options: string, work: never): Promise<unknown> }
}
/** The part of PGlite that the store uses. */
export interface Pglite<Tx extends PgClient> extends PgClient {
  /** Runs work in a transaction. */
  transaction(work: (tx: Tx) => Promise<unknown>): Promise<unknown>
}

/** A pool of `pg`, `postgres()` of postgres.js, or PGlite. */
export type PostgresPool = PgPool<PgPoolClient> | PostgresJs<PostgresJsClient> | Pglite<PgClient>

/** Runs a statement on a connection of any kind. */
export type Run = (on: PgClient | PostgresJsClient, text: string, values?: SqlValue[]) => Promise<Rows>

/** Runs statements, prepared once per connection where postgres.js or pg allows it: that is much faster. */
export function runner(prepare: boolean, isPg: boolean): Run {
  const names = new Map<string, string>()
  return async (on, text, values = []) => {
    if ("unsafe" in on) return rowsOfPostgresJs(on, text, values, prepare)
    if (!isPg || !prepare || values.length === 0) return (await on.query(text, values)).rows
    const name = names.get(text) ?? nameOf(text)
    names.set(text, name)
    return (await on.query({ name, text, values })).rows
  }
}

/**
 * Runs a statement by postgres.js. After a statement of the same connection that failed between two rows, the result begins with as
 * many holes (porsager/postgres#1119).
 */
export async function rowsOfPostgresJs(
  on: PostgresJsClient,
  text: string,
  values: SqlValue[],
  prepare = false,
): Promise<Rows> {
  return (await on.unsafe(text, values, { prepare })).filter(() => true)
}

/** The code by which PostgreSQL refuses statements after one that failed. */
export const abortedCode = "25P02"
export const rolledBack = "A statement of the transaction failed: the transaction was rolled back"

/** Maximum attempts of a statement that others' changes make fail. */
const maxAttempts = 20

/**
 * Repeats a statement of its own transaction, or a transaction, when PostgreSQL asks for it: at stricter isolation levels others'
 * changes fail it.
 */
export async function retrySerialization<T>(run: () => Promise<T>, isRepeatable = () => true): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await run()
    } catch (error) {
      const isConflict = ["40001", "40P01"].includes(Object(error).code)
      if (!isConflict || attempts === maxAttempts || !isRepeatable()) throw error
    }
  }
}

/** A different text gets a different name: an external pool may share connections between several programs. */
function nameOf(text: string): string {
  let sum = 0
  for (const character of text) sum = (Math.imul(sum, 31) + (character.codePointAt(0) ?? 0)) >>> 0
  return `mas_webhooks_${sum}`
}

/**
 * Runs work in a transaction on a connection of a `pg` pool and returns its result. If the work throws, the transaction
 * is rolled back and the error is rethrown. So the work must not end the transaction itself; it may use savepoints.
 * postgres.js and PGlite have this built in (`begin`, `transaction`).
 *
 * ```ts
 * await inTransaction(pool, async (tx) => {
 *   await tx.query("insert into orders (id) values ($1)", [17])
 *   await outbox.add(tx, message, { key: ["receipt", 17] })
 * })
 * ```
 */
export async function inTransaction<Client extends PgPoolClient, Result>(
  pool: PgPool<Client>,
  work: (tx: Client) => Promise<Result>,
): Promise<Result> {
  // A single client has `connect` too, which lends nothing.
  const isPool = typeof Object(pool).connect === "function" && !("escapeLiteral" in pool)
  if (!isPool) throw new TypeError("inTransaction takes a Pool of pg: postgres.js has begin for it, PGlite transaction")
  const client = await borrow(pool)
  let broken = true
  try {
    await client.query("begin")
    const result = await work(client)
    const { command } = await client.query("commit")
    broken = false
    // PostgreSQL reports a commit that became a rollback only in this way.
    if (command === "ROLLBACK") throw new Error(rolledBack)
    return result
  } catch (error) {
    // If the rollback fails, too, the connection is closed, which also undoes the work.
    await client.query("rollback").then(
      () => {
        broken = false
      },
      () => {},
    )
    throw error
  } finally {
    client.off("error", ignoreError)
    client.release(broken)
  }
}

/**
 * Without a listener, a connection that is lost between statements would end the process. The next statement fails anyway. A
 * promise would be too late: the loss may arrive in the same packet as the ready message.
 */
function borrow<Client extends PgPoolClient>(pool: PgPool<Client>): Promise<Client> {
  return new Promise((resolve, reject) => {
    pool.connect((error, client) => {
      client?.on("error", ignoreError)
      client ? resolve(client) : reject(error)
    })
  })
}

const ignoreError = () => {}
