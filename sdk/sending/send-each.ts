import { hide } from "../transport/fields.ts"
import type { Send, SendEachOptions, SentRow } from "./run-send-each.ts"

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
  declare private readonly work: () => readonly [Iterable<Row> | AsyncIterable<Row>, SendEachOptions<Row>, Send]

  constructor(rows: Iterable<Row> | AsyncIterable<Row>, options: SendEachOptions<Row>, send: Send) {
    this.summary = { accepted: 0, known: 0, failed: 0 }
    hide(this, { work: () => [rows, options, send] })
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<SentRow<Row>, void, undefined> {
    // Few programs ever come here.
    const { runSendEach } = await import("./run-send-each.ts")
    const count = { accepted: 0, known: 0, failed: 0 }
    for await (const sent of runSendEach(...this.work())) {
      count[sent.error ? "failed" : sent.message ? "accepted" : "known"]++
      this.summary = { ...count }
      yield sent
    }
  }
}
