import type { ClientBase } from "pg"

/** A job for a worker, in the transaction that makes it necessary. */
export async function addJob(tx: ClientBase, task: string, payload: object): Promise<void> {
  await tx.query("select graphile_worker.add_job($1, $2)", [task, payload])
}
