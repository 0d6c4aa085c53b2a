import { requireMethods } from "../stores/options.ts"
import { claimAndYield, type Relay } from "./hand-over.ts"
import { checkRounds, type RoundOptions } from "./rounds.ts"

/** A job that carries the id of a message. */
export interface BullmqJob {
  /** The job's data. */
  readonly data: {
    /** The id of the message. */
    readonly id: string
  }
}

/** The part of a BullMQ queue that the outbox uses. */
export interface BullmqQueue {
  /** Adds jobs. */
  addBulk(
    jobs: {
      name: string
      data: { id: string }
      opts: { jobId: string; removeOnComplete: boolean; removeOnFail: boolean }
    }[],
  ): Promise<unknown>
}

/** The processor for BullMQ's `new Worker(queue.name, …)`. */
export type BullmqProcessor = (job: BullmqJob, token?: string, signal?: AbortSignal) => Promise<void>

export function bullmqFor(relay: Relay, queue: BullmqQueue, options: RoundOptions = {}): BullmqProcessor {
  requireMethods("bullmq takes a Queue of BullMQ", queue, "addBulk")
  checkRounds("bullmq", options)
  // A waiting job is not added twice. Finished jobs are removed: BullMQ would ignore a new job with the same id.
  const jobOf = (id: string) => ({
    name: relay.jobName,
    data: { id },
    opts: { jobId: id, removeOnComplete: true, removeOnFail: true },
  })
  const send = claimAndYield(relay, (ids) => queue.addBulk(ids.map(jobOf)), options)
  return async ({ data }, _token, signal) => {
    await send(data.id, signal)
  }
}
