import type { Message, SendMessage } from "../contract/messages.ts"
import type { KeyPart } from "../idempotency.ts"
import type { KeyedOptions, RequestOptions } from "../options.ts"
import { hide } from "../transport/fields.ts"
import type { WebhookStore } from "../webhooks/store.ts"

/** Sends one message. */
export type Send = (message: SendMessage, options: KeyedOptions) => Promise<Message>

/** How rows are sent. Any option of a call can be given too, such as `brandSid`; they hold for each message. */
export interface SendEachOptions<Row> extends Omit<RequestOptions, "idempotencyKey"> {
  /**
   * The parts of a row's idempotency key, as `idempotencyKey(...parts)` takes them: `["newsletter-42", row.id]`. The same parts
   * send one message, however often the rows are sent.
   */
  key: (row: Row, index: number) => KeyPart | readonly KeyPart[]
  /** The message of a row. Default: the row itself. */
  message?: ((row: Row, index: number) => SendMessage | Promise<SendMessage>) | undefined
  /** How many messages are on their way at a time, and how many rows are read ahead. Default 10. */
  concurrency?: number | undefined
  /** True: results come in the order of the rows. Default: as they come. */
  ordered?: boolean | undefined
  /** Remembers by key what was sent, in all processes that share it: those rows are not sent again. Any store of webhooks does. */
  store?: WebhookStore | undefined
  /** Milliseconds that one message may take, after which another process may send it. With a store. Default 600,000. */
  lease?: number | undefined
}

/** What became of a row: `message` where it was accepted, `error` where it was not, neither where the store knew it as sent. */
export type SentRow<Row> = {
  /** The row as it was given. */
  readonly input: Row
  /** Its place, counted from 0. */
  readonly index: number
} & (
  | {
      /** The idempotency key that it was sent with. */
      readonly key: string
      /** The message that was accepted; undefined where the store knew it as sent. */
      readonly message?: Message | undefined
      /** Nothing went wrong. */
      readonly error?: undefined
    }
  | {
      /** The idempotency key; undefined where the row gave none. */
      readonly key: string | undefined
      /** There is none. */
      readonly message?: undefined
      /** Why it was not sent. `disposition` of a `RequestError` says whether to send the row again: now, later or not at all. */
      readonly error: Error
    }
)

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
