import type { PageQuery } from "../../contract/core/shared.ts"
import type { Message, SendMessage } from "../../contract/messages.ts"
import type { FindPlace, FindSuppression, SendEachOptions } from "../../sending/run-send-each.ts"
import { SendEach } from "../../sending/send-each.ts"
import type { AnyMessage } from "../../sending/template-message.ts"
import type { IdempotentOptions, RequestOptions } from "../options.ts"
import type { ApiPromise } from "../response/api-promise.ts"
import type { PagePromise } from "../response/page.ts"
import { Resource } from "./resource.ts"

/** Transactional e-mail and SMS. */
export class Messages extends Resource {
  /**
   * Send one e-mail or SMS. Success means accepted for sending, not delivered: later events come by webhook, with the
   * message's `id` as `message_id`. An e-mail needs `subject` and one of `html`, `body`, `template_id`.
   *
   * One call sends one message, even when it is retried: without an `idempotencyKey` it gets a new key. Pass a key that
   * you can make again (`idempotencyKey("receipt", order.id)`), so that a restart cannot send twice either.
   * For a template of `templates/` pass its data: `{ ...templates.receipt, to, data }`.
   * Spec: Transactional messages.
   * @throws InvalidArgumentError for a template of `templates/` that has no id at this address.
   * @throws IdempotencyConflictError when the key was used with another message.
   * @throws UnprocessableEntityError when a field, header or tag is refused, or the sender is not verified.
   * @throws RateLimitError with `errorCode` `sending_capacity_reached` past the plan's allowance; see `retryAt`.
   */
  send<Data = never>(message: AnyMessage<Data>, options?: IdempotentOptions): ApiPromise<Message> {
    // The client replaces the template by its id.
    return this.call("messages.send", { body: message as SendMessage }, options)
  }

  /**
   * Send a message for each row of a list, a file or a database, up to `concurrency` at a time. A refused row does not
   * stop the others. Run it again after a crash: the keys ensure that only missing messages are sent.
   * Spec: Transactional messages 5.
   *
   * ```ts
   * const sending = mas.messages.sendEach(people, {
   *   key: ({ id }) => ["newsletter-42", id],
   *   message: ({ email }) => ({ channel: "email", to: email, subject: "News", template_id: 7 }),
   * })
   * for await (const { input, error } of sending) if (error) console.error(input.id, error.message)
   * console.log(sending.summary)
   * ```
   * @throws InvalidArgumentError (in the loop) for an invalid option. An error of `rows` is thrown after the rows
   * before it.
   */
  sendEach<Row extends SendMessage, Data = never>(
    rows: Iterable<Row> | AsyncIterable<Row>,
    options: SendEachOptions<Row, Data>,
  ): SendEach<Row>
  sendEach<Row, Data = never>(
    rows: Iterable<Row> | AsyncIterable<Row>,
    options: SendEachOptions<Row, Data> & Required<Pick<SendEachOptions<Row, Data>, "message">>,
  ): SendEach<Row>
  sendEach<Row, Data = never>(
    rows: Iterable<Row> | AsyncIterable<Row>,
    options: SendEachOptions<Row, Data>,
  ): SendEach<Row> {
    const send = (message: AnyMessage<Data>, keyed: IdempotentOptions) => this.send(message, keyed)
    const findSuppression: FindSuppression = async (email, reading) => {
      const { items } = await this.listOf("suppressions.list", { query: { email, limit: 1 } }, reading)
      return items[0]
    }
    const findPlace: FindPlace = (settings) => this.requester().place(settings)
    const untilClosed = (signal: AbortSignal | undefined) => this.requester().untilClosed(signal)
    return new SendEach(rows, (run, count) =>
      run(rows, options, { send, findSuppression, findPlace, untilClosed }, count),
    )
  }

  /** The brand's messages, 30 a page. Spec: Transactional messages. */
  list(query?: PageQuery, options?: RequestOptions): PagePromise<Message> {
    return this.listOf("messages.list", { query }, options)
  }
}
