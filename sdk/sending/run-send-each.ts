import type { Message, SendMessage } from "../contract/messages.ts"
import { InvalidArgumentError, RequestError, ResponseValidationError } from "../errors.ts"
import { idempotencyKey, type KeyPart } from "../idempotency.ts"
import { MasError } from "../mas-error.ts"
import type { KeyedOptions, RequestOptions } from "../options.ts"
import { onAbort } from "../request/abort.ts"
import { mayHaveEffect } from "../request/disposition.ts"
import { host, raceAbort, sleep } from "../request/host.ts"
import {
  abortSignal,
  callable,
  check,
  checkOptions,
  milliseconds,
  object,
  positiveCount,
} from "../request/options-check.ts"
import type { AnyMessage } from "../template-message.ts"
import { checkStore, type WebhookClaim, type WebhookStore } from "../webhooks/store.ts"

type Send<Data> = (message: AnyMessage<Data>, options: KeyedOptions) => Promise<Message>

/** How rows are sent. Any option of a call can be given too, such as `brandSid`; they hold for each message. */
export interface SendEachOptions<Row, Data = never> extends Omit<RequestOptions, "idempotencyKey"> {
  /**
   * The parts of a row's idempotency key, as `idempotencyKey(...parts)` takes them: `["newsletter-42", row.id]`. The same parts
   * send one message, however often the rows are sent.
   */
  key: (row: Row, index: number) => KeyPart | readonly KeyPart[]
  /** The message of a row. Default: the row itself. */
  message?: ((row: Row, index: number) => AnyMessage<Data> | Promise<AnyMessage<Data>>) | undefined
  /** How many messages are on their way at a time, and how many rows are read ahead. Default 10. */
  concurrency?: number | undefined
  /** True: results come in the order of the rows. Default: as they come. */
  ordered?: boolean | undefined
  /** Remembers by key what was sent, in all processes that share it: those rows are not sent again. Any store of webhooks does. */
  store?: WebhookStore | undefined
  /**
   * Milliseconds that one message may take, after which the store gives it to another process. With a store. Default 600,000. What
   * a crash left behind is sent before that, by the same key.
   */
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

/** What became of the rows so far, each counted once. */
export interface SendEachSummary {
  /** Rows whose message was accepted: sent now, or in an earlier run with the same key. */
  readonly accepted: number
  /** Rows that the store knew as sent. */
  readonly known: number
  /** Rows whose message was not accepted. */
  readonly failed: number
  /** Rows whose message was perhaps accepted: `signal` cut the call off, or its answer was lost. Send them again: by their keys nobody gets two. */
  readonly inDoubt: number
}

/** Sends a message for each row, up to a limit at a time; reads no further ahead. `count` is called with each result. */
export async function* runSendEach<Row, Data>(
  rows: Iterable<Row> | AsyncIterable<Row>,
  options: SendEachOptions<Row, Data>,
  send: Send<Data>,
  count: (outcome: keyof SendEachSummary) => void,
): AsyncGenerator<SentRow<Row>, void, undefined> {
  const sendRow = senderOf(options, send)
  const source = iteratorOf(rows)
  const { concurrency = 10, ordered = false, signal } = options
  const sent: SentRow<Row>[] = []
  const change = new Change()
  const reading: { isUnderWay: boolean; isOver: boolean; error?: unknown } = { isUnderWay: false, isOver: false }
  let [begun, given, underWay] = [0, 0, 0]

  async function sendOne(row: Row): Promise<void> {
    underWay++
    const result = await sendRow(row, begun++)
    count(outcomeOf(result))
    sent.push(result)
    underWay--
    change.happens()
  }

  async function readOne(): Promise<void> {
    reading.isUnderWay = true
    try {
      const { done, value } = await source.next()
      if (done) reading.isOver = true
      // After the signal none is begun.
      else if (!signal?.aborted) void sendOne(value)
    } catch (error) {
      Object.assign(reading, { isOver: true, error })
    }
    reading.isUnderWay = false
    change.happens()
  }

  const mayRead = () => !reading.isOver && !signal?.aborted
  const forget = onAbort(signal, () => change.happens())
  try {
    while (mayRead() || underWay + sent.length > 0) {
      if (mayRead() && !reading.isUnderWay && underWay + sent.length < concurrency) void readOne()
      const place = ordered ? sent.findIndex(({ index }) => index === given) : 0
      const [next] = place < 0 ? [] : sent.splice(place, 1)
      if (next) {
        given++
        yield next
      } else await change.next()
    }
  } finally {
    // What is on its way arrives, so that no lease is left behind.
    while (underWay > 0 || (reading.isUnderWay && !signal?.aborted)) await change.next()
    forget()
    // A generator that waits for its next row ends only when that comes.
    const isStuck = reading.isUnderWay
    if (!reading.isOver) await raceAbort(Promise.resolve(source.return?.()), isStuck ? signal : undefined)
  }
  // Rows that cannot be read are no fault of a row.
  if ("error" in reading) throw reading.error
  signal?.throwIfAborted()
}

function iteratorOf<Row>(rows: Iterable<Row> | AsyncIterable<Row>): Iterator<Row> | AsyncIterator<Row> {
  const { [Symbol.asyncIterator]: later, [Symbol.iterator]: now }: Partial<AsyncIterable<Row> & Iterable<Row>> =
    Object(rows)
  const iterator = later?.call(rows) ?? now?.call(rows)
  if (!iterator)
    throw new InvalidArgumentError("rows", "must be what `for await` can loop over, such as an array or a stream")
  return iterator
}

function outcomeOf({ message, error }: SentRow<unknown>): keyof SendEachSummary {
  if (error === undefined) return message ? "accepted" : "known"
  const isTaken = error instanceof ResponseValidationError
  return isTaken || (error instanceof RequestError && mayHaveEffect(error)) ? "inDoubt" : "failed"
}

/** How often a row that another process has begun is looked at, and for how long, in milliseconds. */
const lookEvery = 200
const longestLook = 5_000

/** Checks the options; what it answers sends a row and never rejects. */
function senderOf<Row, Data>(
  given: SendEachOptions<Row, Data>,
  send: Send<Data>,
): (row: Row, index: number) => Promise<SentRow<Row>> {
  check("options", given, object)
  const { key, message, concurrency, ordered: _, store, lease = 600_000, signal, ...settings } = given ?? {}
  if (typeof key !== "function")
    throw new InvalidArgumentError("key", "must be a function that gives the parts of a key")
  check("message", message, callable)
  check("concurrency", concurrency, positiveCount)
  check("lease", lease, milliseconds)
  check("signal", signal, abortSignal)
  checkOptions(settings)
  if (store) checkStore(store)

  /** Takes a row. One that another process has begun is soon sent; where that has died, it is taken over by its key. */
  async function claim(store: WebhookStore, idempotencyKey: string): Promise<WebhookClaim> {
    for (let looked = 0; ; looked += lookEvery) {
      const claim = await store.claim(idempotencyKey, { lease })
      if (claim.state !== "busy" || looked >= longestLook) return claim
      await sleep(host, lookEvery, signal)
    }
  }

  async function once(idempotencyKey: string, work: () => Promise<Message>): Promise<Message | undefined> {
    if (!store) return work()
    const claimed = await claim(store, idempotencyKey)
    if (claimed.state === "done") return undefined
    if (claimed.state === "busy") return work()
    const { owner } = claimed
    try {
      const accepted = await work()
      await tell(() => store.complete(idempotencyKey, owner))
      return accepted
    } catch (error) {
      await tell(() => store.release(idempotencyKey, owner))
      throw error
    }
  }

  return async (input, index) => {
    let used: string | undefined
    try {
      const parts = [key(input, index)].flat()
      used = idempotencyKey(...parts)
      const keyed = { ...settings, signal, idempotencyKey: used }
      // Without `message` a row is one: the types say so.
      const one = message ? await message(input, index) : (input as SendMessage)
      const accepted = await once(used, () => send(one, keyed))
      return { input, index, key: used, message: accepted }
    } catch (error) {
      return { input, index, key: used, error: error instanceof Error ? error : new MasError(String(error)) }
    }
  }
}

/** Tells a store what became of a row. Where that fails, what the service said still holds, and by the key nobody gets two. */
async function tell(step: () => boolean | Promise<boolean>): Promise<void> {
  try {
    await step()
  } catch {}
}

/** Something that is waited for again and again. What happens while nobody waits is not missed. */
class Change {
  #isMissed = false
  #tell: (() => void) | undefined

  happens(): void {
    this.#isMissed = true
    this.#tell?.()
  }

  async next(): Promise<void> {
    if (!this.#isMissed) {
      await new Promise<void>((resolve) => {
        this.#tell = resolve
      })
    }
    this.#isMissed = false
  }
}
