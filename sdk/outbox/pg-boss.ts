import { check, positiveCount } from "../client/request/options-check.ts"
import { requireMethods } from "../stores/options.ts"
import { claimAndYield, type Relay } from "./hand-over.ts"
import { checkRounds, type RoundOptions } from "./rounds.ts"

/** A job that carries the id of a message. */
export interface PgBossJob {
  /** The job's data. */
  readonly data: {
    /** The id of the message. */
    readonly id: string
  }
  /** Aborts when pg-boss gives the job up, from version 11 on. */
  readonly signal?: AbortSignal | undefined
}

/** The part of pg-boss that the outbox uses. It must be started. */
export interface PgBossQueues {
  /** Creates a queue if it is missing. */
  createQueue(name: string, options: { name: string; policy: "short"; retryLimit: number }): Promise<unknown>
  /** Adds a job. */
  send(name: string, data: { id: string }, options: { singletonKey: string }): Promise<unknown>
  /** Starts a worker for the jobs of a queue and returns its id. */
  work(
    name: string,
    options: { batchSize: number; pollingIntervalSeconds: number },
    handler: (jobs: PgBossJob[]) => Promise<void>,
  ): Promise<string>
  /** Makes a worker look for jobs at once. */
  notifyWorker(id: string): void
}

export interface PgBossOptions extends RoundOptions {
  /** Maximum number of messages sent at the same time. Default 10. */
  concurrency?: number | undefined
}

export async function pgBossFor(relay: Relay, boss: PgBossQueues, options: PgBossOptions = {}): Promise<void> {
  const { concurrency = 10, ...rounds } = options
  const { jobName } = relay
  requireMethods("pgBoss takes a PgBoss that was started", boss, "createQueue", "send", "work", "notifyWorker")
  check("concurrency", concurrency, positiveCount)
  checkRounds("pgBoss", rounds)
  // `short`: a waiting job is not added twice. A failed job is not retried: the outbox adds another.
  await boss.createQueue(jobName, { name: jobName, policy: "short", retryLimit: 0 })
  const often = { batchSize: concurrency, pollingIntervalSeconds: 0.5 }
  // Until there is a worker, it has nothing to be told.
  let wake = () => {}
  const enqueue = async (ids: readonly string[]) => {
    await Promise.all(ids.map((id) => boss.send(jobName, { id }, { singletonKey: id })))
    wake()
  }
  const send = claimAndYield(relay, enqueue, rounds)
  const worker = await boss.work(jobName, often, async (jobs) => {
    await Promise.all(jobs.map(({ data, signal }) => send(data.id, signal)))
    // Otherwise pg-boss waits half a second between two batches, however many jobs there are.
    boss.notifyWorker(worker)
  })
  wake = () => boss.notifyWorker(worker)
}
