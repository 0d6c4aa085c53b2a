import { check, positiveCount } from "../request/options-check.ts"
import { mustHave } from "../stores/options.ts"
import { handOver, type Relay } from "./hand-over.ts"
import { checkRounds, type RoundOptions } from "./rounds.ts"

/** A job that carries the id of a message. */
export interface PgBossJob {
  /** What it carries. */
  readonly data: {
    /** The id of the message. */
    readonly id: string
  }
}

/** The part of pg-boss that the outbox uses. It was started before. */
export interface PgBossQueues {
  /** Makes a queue, where it is not there yet. */
  createQueue(name: string, options: { name: string; policy: "short"; retryLimit: number }): Promise<unknown>
  /** Adds a job. */
  send(name: string, data: { id: string }, options: { singletonKey: string }): Promise<unknown>
  /** Runs the jobs of a queue, and gives the id of the worker that does. */
  work(
    name: string,
    options: { batchSize: number; pollingIntervalSeconds: number },
    handler: (jobs: PgBossJob[]) => Promise<void>,
  ): Promise<string>
  /** Has a worker look for jobs at once. */
  notifyWorker(id: string): void
}

export interface PgBossOptions extends RoundOptions {
  /** How many messages are on their way at a time. Default 10. */
  concurrency?: number | undefined
}

export async function pgBossFor(relay: Relay, boss: PgBossQueues, options: PgBossOptions = {}): Promise<void> {
  const { concurrency = 10, ...rounds } = options
  const { jobName } = relay
  mustHave("pgBoss takes a PgBoss that was started", boss, "createQueue", "send", "work", "notifyWorker")
  check("concurrency", concurrency, positiveCount)
  checkRounds("pgBoss", rounds)
  // `short`: a job that waits already is not made a second time. One that fails is not run again: the outbox makes another.
  await boss.createQueue(jobName, { name: jobName, policy: "short", retryLimit: 0 })
  const often = { batchSize: concurrency, pollingIntervalSeconds: 0.5 }
  const worker = await boss.work(jobName, often, async (jobs) => {
    await Promise.all(jobs.map(({ data }) => relay.send(data.id, {})))
    // It waits half a second between two batches otherwise, however many jobs there are.
    boss.notifyWorker(worker)
  })
  const put = async (ids: readonly string[]) => {
    await Promise.all(ids.map((id) => boss.send(jobName, { id }, { singletonKey: id })))
    boss.notifyWorker(worker)
  }
  handOver(relay, put, rounds)
}
