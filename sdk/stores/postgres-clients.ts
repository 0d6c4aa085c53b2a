export type SqlValue = string | number
export type Rows = readonly unknown[]

/** What is used of a client of `pg`, and of a transaction of PGlite. */
export interface PgClient {
  query(statement: string | NamedStatement, values?: SqlValue[]): Promise<{ rows: Rows; command?: string }>
}
/** A statement of `pg` that each connection prepares once. */
export interface NamedStatement {
  name: string
  text: string
  values: SqlValue[]
}
/** What is used of a client that a pool of `pg` lends. */
export interface PgPoolClient extends PgClient {
  release(broken?: boolean): unknown
  on(event: "error", listener: () => void): unknown
  off(event: "error", listener: () => void): unknown
}
/** What is used of a pool of `pg`. */
export interface PgPool<Client extends PgPoolClient> extends PgClient {
  readonly options?: { readonly max?: number | undefined }
  connect: { (): Promise<Client>; (callback: (error: Error | undefined, client: Client | undefined) => void): void }
}
/** What is used of a transaction of `postgres` (postgres.js). */
export interface PostgresJsClient {
  unsafe(text: string, values?: SqlValue[], options?: { prepare?: boolean | undefined }): PromiseLike<Rows>
}
/** What is used of `postgres()` (postgres.js). */
export interface PostgresJs<Tx extends PostgresJsClient> extends PostgresJsClient {
  readonly options: { readonly prepare: boolean; readonly max?: number | undefined }
  begin: { (work: (tx: Tx) => Promise<unknown>): Promise<unknown>; (options: string, work: never): Promise<unknown> }
}
/** What is used of PGlite. */
export interface Pglite<Tx extends PgClient> extends PgClient {
  transaction(work: (tx: Tx) => Promise<unknown>): Promise<unknown>
}

/** Runs a statement on a connection of any kind. */
export type Run = (on: PgClient | PostgresJsClient, text: string, values?: SqlValue[]) => Promise<Rows>

/** How statements are run: prepared once for each connection, which is much the quicker, where postgres.js or pg may do that. */
export function runner(prepare: boolean, isPg: boolean): Run {
  const names = new Map<string, string>()
  return async (on, text, values = []) => {
    if ("unsafe" in on) return on.unsafe(text, values, { prepare })
    if (!isPg || !prepare || values.length === 0) return (await on.query(text, values)).rows
    const name = names.get(text) ?? nameOf(text)
    names.set(text, name)
    return (await on.query({ name, text, values })).rows
  }
}

/** Of another text another name: a pool outside the process may give its connections to several programs. */
function nameOf(text: string): string {
  let sum = 0
  for (const character of text) sum = (Math.imul(sum, 31) + (character.codePointAt(0) ?? 0)) >>> 0
  return `mas_webhooks_${sum}`
}

/** `transaction` as the other packages have it, for a pool of `pg`. */
export async function transactionOf<Client extends PgPoolClient>(
  pool: PgPool<Client>,
  work: (tx: Client) => Promise<unknown>,
): Promise<void> {
  const client = await borrow(pool)
  let broken = true
  try {
    await client.query("begin")
    await work(client)
    const { command } = await client.query("commit")
    broken = false
    // PostgreSQL says no more of it when a statement had failed, and the work went on.
    if (command === "ROLLBACK") throw new Error("A statement of the transaction failed: it is undone")
  } catch (error) {
    // Undone all the same when this fails, too: the connection is then closed.
    await client.query("rollback").then(
      () => {
        broken = false
      },
      () => {},
    )
    throw error
  } finally {
    client.off("error", unheard)
    client.release(broken)
  }
}

/**
 * A connection that is lost while no statement runs would end the process; the next statement fails all the same. A promise
 * would come too late: the loss may be told in the same packet as that the connection is ready.
 */
function borrow<Client extends PgPoolClient>(pool: PgPool<Client>): Promise<Client> {
  return new Promise((resolve, reject) => {
    pool.connect((error, client) => {
      client?.on("error", unheard)
      client ? resolve(client) : reject(error)
    })
  })
}

const unheard = () => {}
