import { hide } from "../transport/fields.ts"
import type { runSendEach, SentRow } from "./run-send-each.ts"

/** What became of the rows so far. */
export interface SendEachSummary {
  /** Rows whose message was accepted: sent now, or in an earlier run with the same key. */
  readonly accepted: number
  /** Rows that the store knew as sent. */
  readonly known: number
  /** Rows with an error. */
  readonly failed: number
}

/** Sends a message for each row, while it is looped over. */
export class SendEach<Row> implements AsyncIterable<SentRow<Row>> {
  /** What became of the rows that the loop has seen. */
  summary: SendEachSummary
  declare private readonly start: (run: typeof runSendEach) => AsyncIterable<SentRow<Row>>

  /** `start` gives rows, options and a way to send to the function that it is called with. */
  constructor(start: (run: typeof runSendEach) => AsyncIterable<SentRow<Row>>) {
    this.summary = { accepted: 0, known: 0, failed: 0 }
    hide(this, { start })
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<SentRow<Row>, void, undefined> {
    // Few programs ever come here.
    const { runSendEach } = await import("./run-send-each.ts")
    const count = { accepted: 0, known: 0, failed: 0 }
    for await (const sent of this.start(runSendEach)) {
      count[sent.error ? "failed" : sent.message ? "accepted" : "known"]++
      this.summary = { ...count }
      yield sent
    }
  }
}
