import { hide } from "../transport/fields.ts"
import type { runSendEach, SendEachSummary, SentRow } from "./run-send-each.ts"

type Start<Row> = (
  run: typeof runSendEach,
  count: (outcome: keyof SendEachSummary) => void,
) => AsyncGenerator<SentRow<Row>, void, undefined>

const nothing: SendEachSummary = { accepted: 0, known: 0, failed: 0, inDoubt: 0 }

/** Sends a message for each row, while it is looped over. */
export class SendEach<Row> implements AsyncIterable<SentRow<Row>> {
  /** What became of the rows whose calls have ended. Once the loop is over, however it ended, that is every row that it took. */
  summary: SendEachSummary = nothing
  declare private readonly start: Start<Row>

  /** `start` gives rows, options and a way to send to the function that it is called with. */
  constructor(start: Start<Row>) {
    hide(this, "start", start)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<SentRow<Row>, void, undefined> {
    // Few programs ever come here.
    const { runSendEach } = await import("./run-send-each.ts")
    this.summary = nothing
    yield* this.start(runSendEach, (outcome) => {
      this.summary = { ...this.summary, [outcome]: this.summary[outcome] + 1 }
    })
  }
}
