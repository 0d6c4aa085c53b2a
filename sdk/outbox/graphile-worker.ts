import { claimAndYield, type Relay } from "./hand-over.ts"
import { checkRounds, type RoundOptions } from "./rounds.ts"

export interface GraphileWorkerOptions extends RoundOptions {
  /** The schema of graphile-worker. Default `graphile_worker`. */
  schema?: string | undefined
}

/** Options for graphile-worker's `run({ … })`. */
export interface GraphileWorkerTasks {
  /** The tasks by their names. */
  readonly taskList: {
    /** Sends the message whose id the job carries. Its name is `mas-outbox`, plus the table's name if that is not the default. */
    readonly [name: string]: (
      payload: unknown,
      helpers: { readonly abortSignal?: AbortSignal | undefined },
    ) => Promise<void>
  }
}

/** `ask` runs a statement in the database of graphile-worker. */
export function graphileWorkerFor(
  relay: Relay,
  ask: (statement: string, ids: string) => Promise<unknown>,
  { schema = "graphile_worker", ...options }: GraphileWorkerOptions = {},
): GraphileWorkerTasks {
  if (!/^[A-Za-z_]\w*$/.test(schema)) throw new RangeError("schema must be a name of letters, digits and _")
  checkRounds("graphileWorker", options)
  const { jobName } = relay
  // A waiting job is not added twice.
  const addJobs = `select count("${schema}".add_job('${jobName}', json_build_object('id', id), job_key := '${jobName}/' || id,
    job_key_mode := 'preserve_run_at')) from json_array_elements_text((?::text)::json) as jobs (id)`
  // Not when the runner starts: only `run({ events })` reports that, so a caller who passes just the task would send nothing.
  const send = claimAndYield(relay, (ids) => ask(addJobs, JSON.stringify(ids)), options)
  return {
    taskList: {
      async [jobName](payload, { abortSignal }) {
        await send(String(Object(payload).id), abortSignal)
      },
    },
  }
}
