import type { Pool } from "pg"

// graphile-worker keeps a dead worker's jobs locked for four hours. Each worker here holds an advisory lock for as long
// as its connection lives: jobs whose worker's lock is free are free as well.
const key = (worker: string) => `hashtextextended(${worker}, 0)`

/** Takes this worker's lock. Resolves once it is held; `lost` is called when the connection breaks. */
export async function sayAlive(pool: Pool, worker: string, lost: () => void): Promise<void> {
  const client = await pool.connect()
  client.once("error", lost)
  await client.query(`select pg_advisory_lock(${key("$1")})`, [worker])
}

/** Releases the jobs of dead workers. */
export async function takeOver(pool: Pool): Promise<void> {
  try {
    await pool.query(`
      select graphile_worker.force_unlock_workers(array_agg(locked_by))
      from (select distinct locked_by from graphile_worker.jobs where locked_by is not null) as worker
      where pg_try_advisory_xact_lock(${key("locked_by")})`)
  } catch (error) {
    // Workers that start at the same time can wait for each other's rows; Postgres then ends one of the statements.
    if (Object(error).code !== "40P01") throw error
    await takeOver(pool)
  }
}
