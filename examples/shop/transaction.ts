import type { ClientBase, Pool } from "pg"

/** Runs something in a transaction: all of what it writes stays, or nothing. */
export async function inTransaction<T>(pool: Pool, run: (tx: ClientBase) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let isBroken = true // then the connection goes, and the transaction with it
  try {
    await client.query("begin")
    const result = await run(client)
    await client.query("commit")
    isBroken = false
    return result
  } finally {
    client.release(isBroken)
  }
}

/** A job for a worker, in the transaction that makes it necessary. */
export async function addJob(tx: ClientBase, task: string, payload: object): Promise<void> {
  await tx.query("select graphile_worker.add_job($1, $2)", [task, payload])
}
