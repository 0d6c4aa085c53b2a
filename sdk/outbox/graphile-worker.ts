import { handOver, type Relay } from "./hand-over.ts"
import { checkRounds, type RoundOptions } from "./rounds.ts"

export interface GraphileWorkerOptions extends RoundOptions {
  /** The schema of graphile-worker. Default `graphile_worker`. */
  schema?: string | undefined
}

/** What goes into `run({ … })` of graphile-worker. */
export interface GraphileWorkerTasks {
  /** The tasks by their names. */
  readonly taskList: {
    /** Sends the message whose id the job carries: `mas-outbox`, and the table's name after it where that is another. */
    readonly [name: string]: (
      payload: unknown,
      helpers: { readonly abortSignal?: AbortSignal | undefined },
    ) => Promise<void>
  }
}

/** `ask` runs a statement where graphile-worker's schema is. */
export function graphileWorkerFor(
  relay: Relay,
  ask: (statement: string, ids: string) => Promise<unknown>,
  { schema = "graphile_worker", ...options }: GraphileWorkerOptions = {},
): GraphileWorkerTasks {
  if (!/^[A-Za-z_]\w*$/.test(schema)) throw new RangeError("schema must be a name of letters, digits and _")
  checkRounds("graphileWorker", options)
  const { jobName } = relay
  // A job that waits already is not made a second time.
  const addJobs = `select count("${schema}".add_job('${jobName}', json_build_object('id', id), job_key := '${jobName}/' || id,
    job_key_mode := 'preserve_run_at')) from json_array_elements_text((?::text)::json) as jobs (id)`
  // Not when the runner starts: the engine says that only through `run({ events })`, and who passes the task alone would send nothing.
  handOver(relay, (ids) => ask(addJobs, JSON.stringify(ids)), options)
  return {
    taskList: {
      async [jobName](payload, { abortSignal }) {
        await relay.send(String(Object(payload).id), { signal: abortSignal })
      },
    },
  }
}
