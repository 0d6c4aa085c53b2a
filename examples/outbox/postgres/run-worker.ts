import { EventEmitter } from "node:events"
import { Logger, run, type TaskList, type WorkerEvents } from "graphile-worker"
import type { Pool } from "pg"
import { settings } from "../settings.ts"
import { sayAlive, takeOver } from "./take-over.ts"

/** Runs jobs until a stop signal, and takes over those of dead workers. Ends the process. */
export async function runWorker(pool: Pool, taskList: TaskList): Promise<never> {
  // A broken idle connection is replaced at its next use; one in use fails its query.
  pool.on("error", (error) => console.error(error.message))
  pool.on("connect", (client) => client.on("error", () => {}))
  const events: WorkerEvents = new EventEmitter()
  events.once("pool:create", ({ workerPool }) => {
    sayAlive(pool, workerPool.id, () => fail("The connection that says that this worker lives is lost")).catch(fail)
  })
  const runner = await run({
    pgPool: pool,
    concurrency: settings.concurrency,
    events,
    noHandleSignals: true,
    logger: new Logger(() => (level, message) => level === "error" && console.error(message)),
    taskList,
  })
  for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, () => runner.stop()) // finishes running jobs
  setInterval(() => takeOver(pool).catch((error) => console.error(error)), settings.takeOver).unref()
  await takeOver(pool)
  console.log("Working")
  await runner.promise
  process.exit(0)
}

/** The supervisor starts another worker. */
function fail(problem: unknown): never {
  console.error(problem)
  process.exit(1)
}

/** A string field of a job's payload. */
export function textOf(payload: unknown, name: string): string {
  const value = Object(payload)[name]
  if (typeof value === "string") return value
  throw new Error(`The job has no ${name}`)
}
