import { refuseUnknownOptions } from "../webhooks/store.ts"

/** The owners of the outbox's options. */
const owners: Readonly<Record<string, RegExp>> = {
  createOutbox: /^(mas|pool|db|clock|table|longestWait|overdueAfter|skipSuppressed|holdFor|logger)$/,
  "outbox.add": /^(key|at|brandSid|accountId)$/,
  "poll, bullmq, pgBoss and graphileWorker": /^(signal|every|lease|onError)$/,
  "poll and pgBoss": /^concurrency$/,
  graphileWorker: /^schema$/,
}

/** Throws for options of `of` that it does not have. */
export const refuseUnknownOutboxOptions = (of: string, others: object): void =>
  refuseUnknownOptions(of, others, TypeError, owners)
