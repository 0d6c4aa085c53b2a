import type { ApiPromise } from "../answer/api-promise.ts"
import type { PagePromise } from "../answer/page.ts"
import type { PageQuery } from "../contract/core/shared.ts"
import type { Message, SendMessage } from "../contract/messages.ts"
import type { IdempotentOptions, RequestOptions } from "../options.ts"
import type { SendEachOptions } from "../sending/run-send-each.ts"
import { SendEach } from "../sending/send-each.ts"
import type { AnyMessage } from "../template-message.ts"
import { Resource } from "./resource.ts"

/** Transactional e-mail and SMS. */
export class Messages extends Resource {
  /**
   * Send one e-mail or SMS. The answer means accepted for sending, not delivered: what becomes of it comes by webhook,
   * with its `id` as `message_id`. An e-mail needs `subject` and one of `html`, `body`, `template_id`.
   *
   * One call sends one message, even when it is repeated: without an `idempotencyKey` it gets a key of its own. Give one
   * that you can make again (`idempotencyKey("receipt", order.id)`), and a restart cannot send twice either.
   * A template of `templates/` takes what it asks for: `{ ...templates.receipt, to, data }`.
   * Spec: Transactional messages.
   * @throws InvalidArgumentError for a template of `templates/` that has no id at this address.
   * @throws IdempotencyConflictError when the key was used with another message.
   * @throws UnprocessableEntityError when a field, header or tag is refused, or the sender is not verified.
   * @throws RateLimitError with `errorCode` `sending_capacity_reached` past the plan's allowance; see `retryAt`.
   */
  send<Data = never>(message: AnyMessage<Data>, options?: IdempotentOptions): ApiPromise<Message> {
    // The client puts in the template's id.
    return this.call("messages.send", { body: message as SendMessage }, options)
  }

  /**
   * Send a message for each row of a list, a file or a database, so many at a time. A row that is refused does not stop the
   * others. Run it again after a crash: by their keys only those are sent that are missing. Spec: Transactional messages 5.
   *
   * ```ts
   * const sending = mas.messages.sendEach(people, {
   *   key: ({ id }) => ["newsletter-42", id],
   *   message: ({ email }) => ({ channel: "email", to: email, template_id: 7 }),
   * })
   * for await (const { input, error } of sending) if (error) console.error(input.id, error.message)
   * console.log(sending.summary)
   * ```
   * @throws InvalidArgumentError (in the loop) for an option that is none. What `rows` throws is thrown after the rows before it.
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
    return new SendEach((run, count) => run(rows, options, (message, keyed) => this.send(message, keyed), count))
  }

  /** The brand's messages, 30 a page. Spec: Transactional messages. */
  list(query?: PageQuery, options?: RequestOptions): PagePromise<Message> {
    return this.listOf("messages.list", { query }, options)
  }
}
