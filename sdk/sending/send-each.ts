import { defineNonEnumerable } from "../client/transport/fields.ts"
import { StreamLease } from "../files/stream-lease.ts"
import type { Outcome, runSendEach, SendEachSummary, SentRow } from "./run-send-each.ts"

type Start<Row> = (
  run: typeof runSendEach,
  count: (outcome: Outcome) => void,
) => AsyncGenerator<SentRow<Row>, void, undefined>

const nothing: SendEachSummary = { accepted: 0, duplicates: 0, failed: 0, uncertain: 0 }

/** Sends a message for each row while you iterate over it. */
export class SendEach<Row> implements AsyncIterable<SentRow<Row>> {
  /** Results of the rows whose calls have ended. After the loop, however it ended, that is every row that was started. */
  summary: SendEachSummary = nothing
  declare private readonly start: Start<Row>
  declare private readonly release: () => Promise<void>

  /** `start` calls the function that it gets with the rows, the options and a send function. */
  constructor(rows: Iterable<Row> | AsyncIterable<Row>, start: Start<Row>) {
    defineNonEnumerable(this, "start", start)
    const lease = new StreamLease(rows)
    defineNonEnumerable(this, "release", () => lease.release())
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<SentRow<Row>, void, undefined> {
    try {
      // Loaded on demand: few programs need it.
      const { runSendEach } = await import("./run-send-each.ts")
      this.summary = nothing
      yield* this.start(runSendEach, (outcome) => {
        this.summary = counted(this.summary, outcome)
      })
    } finally {
      void this.release()
    }
  }
}

function counted(summary: SendEachSummary, outcome: Outcome): SendEachSummary {
  if (typeof outcome === "string") return { ...summary, [outcome]: summary[outcome] + 1 }
  const { suppressed: reason } = outcome
  return { ...summary, suppressed: { ...summary.suppressed, [reason]: (summary.suppressed?.[reason] ?? 0) + 1 } }
}
