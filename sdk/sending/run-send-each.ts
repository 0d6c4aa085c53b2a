import { MasError } from "../base/mas-error.ts"
import { AbortError, InvalidArgumentError, RequestError } from "../client/errors.ts"
import { idempotencyKey, type KeyPart } from "../client/idempotency.ts"
import type { KeyedOptions, RequestOptions } from "../client/options.ts"
import { isInDoubt } from "../client/request/final-error.ts"
import { host, raceAbort, sleep } from "../client/request/host.ts"
import {
  abortSignal,
  boolean,
  callable,
  check,
  checkOptions,
  milliseconds,
  object,
  positiveCount,
} from "../client/request/options-check.ts"
import type { Requester } from "../client/request/requester.ts"
import { sha256 } from "../client/sha256.ts"
import type { Message, SendMessage } from "../contract/messages.ts"
import type { Suppression } from "../contract/suppressions.ts"
import { checkStore, type WebhookClaim, type WebhookStore } from "../webhooks/store.ts"
import { isAcceptedMessage, noMessageId } from "./accepted-message.ts"
import type { AnyMessage } from "./template-message.ts"

/** Asks the service for the suppression that holds for an address; undefined if there is none. */
export type FindSuppression = (email: string, options: RequestOptions) => Promise<Suppression | undefined>

/** Identifies where calls with these options go, such as the account and brand: a store is asked by it, too. */
export type FindPlace = (options: RequestOptions) => Promise<string>

/** What the client does for the rows. */
interface Means<Data> extends Pick<Requester, "untilClosed"> {
  readonly send: Send<Data>
  readonly findSuppression: FindSuppression
  readonly findPlace: FindPlace
}

type Send<Data> = (message: AnyMessage<Data>, options: KeyedOptions) => Promise<Message>

/** What all messages of a program share: set it at the client. */
type SharedOption =
  | ("apiKey" | "token" | "baseUrl" | "fetch" | "clock" | "recipients")
  | ("logger" | "onRequest" | "onResponse" | "validateResponses" | "maxResponseBytes")

/** How rows are sent. Also takes options of a request, such as `brandSid` and `timeout`; they apply to each message. */
export interface SendEachOptions<Row, Data = never>
  extends Omit<RequestOptions, "signal" | "waitSignal" | "idempotencyKey" | SharedOption> {
  /**
   * Starts no more rows and gives back those that wait, for their turn, a pause or a connection: at once, and in the `store`,
   * too. What was sent is finished within `timeout`. The loop gets these rows, and then throws the signal's reason. Closing the
   * client does the same, with an `AbortError`.
   */
  signal?: AbortSignal | undefined
  /**
   * The parts of a row's idempotency key, as `idempotencyKey(...parts)` takes them: `["newsletter-42", row.id]`. Equal
   * parts send one message, however often the rows are sent.
   */
  key: (row: Row, index: number) => KeyPart | readonly KeyPart[]
  /** The message of a row. Default: the row itself. */
  message?: ((row: Row, index: number) => AnyMessage<Data> | Promise<AnyMessage<Data>>) | undefined
  /** Maximum number of messages sent at the same time, and of rows read ahead. Default 10. */
  concurrency?: number | undefined
  /** True: results in the order of the rows. Default: in the order of completion. */
  ordered?: boolean | undefined
  /**
   * Remembers sent keys for all processes that share it: those rows are not sent again, even if their text has changed. Any webhook
   * store works; the usual ones forget a key after two days. A key counts for its service, account, brand, redirect and recipient; the
   * account is read once.
   */
  store?: WebhookStore | undefined
  /**
   * True: asks before each e-mail whether its address is suppressed, one read a row, and leaves it out then: the row has
   * `suppressed` in place of a message. A row whose address cannot be checked fails and is not sent. What then waits for its turn or
   * its retry is not asked about again.
   */
  skipSuppressed?: boolean | undefined
  /**
   * Milliseconds that one message may take before the store gives it to another process. Only with a store. Default
   * 600,000. A message that a crash left behind is sent earlier, with the same key.
   */
  lease?: number | undefined
}

/**
 * The result of a row: `message` if it was accepted, `error` if not, `suppressed` if it was left out, none of them if the store
 * knew it as sent.
 */
export type SentRow<Row> = {
  /** The row as passed. */
  readonly input: Row
  /** Its position, starting at 0. */
  readonly index: number
} & (
  | {
      /** The idempotency key that it was sent with. */
      readonly key: string
      /** The accepted message; undefined if the store knew it as sent, or it was left out. */
      readonly message?: Message | undefined
      /** Why its address is suppressed, with `skipSuppressed`: nothing was sent. */
      readonly suppressed?: Suppression["reason"] | undefined
      /** Undefined: the row did not fail. */
      readonly error?: undefined
    }
  | {
      /** The idempotency key; undefined if none could be made of the row. */
      readonly key: string | undefined
      /** Undefined: the row failed. */
      readonly message?: undefined
      /** Undefined: the row failed. */
      readonly suppressed?: undefined
      /** Why it was not sent. `disposition` of a `RequestError` says whether to send the row again: now, later or never. */
      readonly error: Error
    }
)

/** The results so far, each row counted once. */
export interface SendEachSummary {
  /** Rows whose message was accepted: sent now, or in an earlier run with the same key. */
  readonly accepted: number
  /** Rows that the store knew as sent. */
  readonly duplicates: number
  /** Rows whose message was not accepted. */
  readonly failed: number
  /** Rows whose message may have been accepted: call aborted or response lost. Resend: the key prevents duplicates. */
  readonly uncertain: number
  /** With `skipSuppressed`: rows that were left out, by the reason of the suppression. */
  readonly suppressed?: Readonly<Record<string, number>> | undefined
}

/** What a row counts as. */
export type Outcome = Exclude<keyof SendEachSummary, "suppressed"> | { readonly suppressed: string }

/** Sends a message for each row, at most `concurrency` at a time; reads no further ahead. Calls `count` with each outcome. */
export async function* runSendEach<Row, Data>(
  rows: Iterable<Row> | AsyncIterable<Row>,
  options: SendEachOptions<Row, Data>,
  means: Means<Data>,
  count: (outcome: Outcome) => void,
): AsyncGenerator<SentRow<Row>, void, undefined> {
  const stop = new AbortController()
  const sendRow = senderOf(options, means, stop.signal)
  const source = iteratorOf(rows)
  const { concurrency = 10, ordered = false } = options
  const { signal, forget } = means.untilClosed(options.signal)
  const sent: SentRow<Row>[] = []
  const change = new Change()
  const reading: { isUnderWay: boolean; isOver: boolean; error?: unknown } = { isUnderWay: false, isOver: false }
  let [begun, givenCount, underWay] = [0, 0, 0]

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
      // After an abort no row is started.
      else if (!signal.aborted) void sendOne(value)
    } catch (error) {
      Object.assign(reading, { isOver: true, error })
    }
    reading.isUnderWay = false
    change.happens()
  }

  const mayRead = () => !reading.isOver && !signal.aborted
  signal.addEventListener("abort", () => {
    stop.abort(signal.reason)
    change.happens()
  })
  if (signal.aborted) stop.abort(signal.reason)
  try {
    while (mayRead() || underWay + sent.length > 0) {
      if (mayRead() && !reading.isUnderWay && underWay + sent.length < concurrency) void readOne()
      const position = ordered ? sent.findIndex(({ index }) => index === givenCount) : 0
      const [next] = position < 0 ? [] : sent.splice(position, 1)
      if (next) {
        givenCount++
        yield next
      } else await change.next()
    }
  } finally {
    // Wait for what was sent, so that no lease is left behind.
    stop.abort()
    while (underWay > 0 || (reading.isUnderWay && !signal.aborted)) await change.next()
    forget()
    // A generator that waits for its next row can end only when that row arrives.
    if (!reading.isOver) await raceAbort(Promise.resolve(source.return?.()), reading.isUnderWay ? signal : undefined)
  }
  // An error of the source is not the result of a row.
  if ("error" in reading) throw reading.error
  options.signal?.throwIfAborted()
  if (signal.aborted) throw new AbortError("sending was aborted: the client was closed", firstRequest)
}

/** What the error of a closed client tells of the request: none was sent. */
const firstRequest = { method: "POST", path: "/v1/my/messages", attempts: 0 }

function iteratorOf<Row>(rows: Iterable<Row> | AsyncIterable<Row>): Iterator<Row> | AsyncIterator<Row> {
  const { [Symbol.asyncIterator]: later, [Symbol.iterator]: now }: Partial<AsyncIterable<Row> & Iterable<Row>> =
    Object(rows)
  const iterator = later?.call(rows) ?? now?.call(rows)
  if (!iterator) throw new InvalidArgumentError("rows", "must be iterable, such as an array or a stream")
  return iterator
}

function outcomeOf({ message, error, suppressed }: SentRow<unknown>): Outcome {
  if (suppressed !== undefined) return { suppressed }
  if (error === undefined) return message ? "accepted" : "duplicates"
  const isDoubtful = error instanceof RequestError ? isInDoubt(error) : error instanceof UnknownResponseError
  return isDoubtful ? "uncertain" : "failed"
}

/** What may lie before the service responds with a success, too, without a message. */
class UnknownResponseError extends MasError {}

/** A row whose address is suppressed: it is given back to the store. */
class LeftOut {
  constructor(
    readonly key: string,
    readonly reason: Suppression["reason"],
  ) {}
}

function accountedFor(message: Message): Message {
  if (isAcceptedMessage(message)) return message
  throw new UnknownResponseError(noMessageId)
}

/** How often, and for how long, to check a row that another process has claimed. Milliseconds. */
const lookEvery = 200
const longestLook = 5_000

/** Checks the options. The returned function sends a row and never rejects. */
function senderOf<Row, Data>(
  options: SendEachOptions<Row, Data>,
  { send, findSuppression, findPlace }: Means<Data>,
  waitSignal: AbortSignal,
): (row: Row, index: number) => Promise<SentRow<Row>> {
  check("options", options, object)
  const {
    key,
    message,
    concurrency,
    ordered: _,
    store,
    lease = 600_000,
    signal,
    skipSuppressed,
    ...settings
  } = options ?? {}
  if (typeof key !== "function")
    throw new InvalidArgumentError("key", "must be a function that returns the parts of a key")
  check("message", message, callable)
  check("concurrency", concurrency, positiveCount)
  check("lease", lease, milliseconds)
  check("signal", signal, abortSignal)
  check("skipSuppressed", skipSuppressed, boolean)
  checkOptions(settings)
  if (store) checkStore(store)

  let placeKey: Promise<string> | undefined
  /** The store's id of a row: another account's row with the same key is another message, and so is another person's. */
  async function idOf(key: string, { channel, to }: AnyMessage<Data>): Promise<string> {
    placeKey ??= findPlace({ ...settings, waitSignal }).catch((error) => {
      placeKey = undefined
      throw error
    })
    const where = await raceAbort(placeKey, waitSignal)
    waitSignal.throwIfAborted()
    return `send-${sha256(JSON.stringify([where, key, channel, to]))}`
  }

  /** Claims a row. If another process has it, waits a moment: if that process has died, the row is sent with the same key. */
  async function claim(store: WebhookStore, id: string): Promise<WebhookClaim> {
    for (let looked = 0; ; looked += lookEvery) {
      const pending = Promise.resolve(store.claim(id, { lease }))
      const claimed = await raceAbort(pending, waitSignal)
      if (claimed === undefined) {
        // What the store gives too late is given back.
        pending
          .then((late) => ("owner" in late ? report(() => store.release(id, late.owner)) : undefined))
          .catch(() => {})
        throw waitSignal.reason
      }
      if (claimed.state !== "busy" || looked >= longestLook) return claimed
      await sleep(host, lookEvery, waitSignal)
    }
  }

  async function once(
    key: string,
    message: AnyMessage<Data>,
    work: () => Promise<Message>,
  ): Promise<Message | undefined> {
    if (!store) return work()
    const id = await idOf(key, message)
    const claimed = await claim(store, id)
    if (claimed.state === "done") return undefined
    if (claimed.state === "busy") return work()
    const { owner } = claimed
    try {
      const accepted = await work()
      await report(() => store.complete(id, owner))
      return accepted
    } catch (error) {
      await report(() => store.release(id, owner))
      throw error
    }
  }

  return async (input, index) => {
    let used: string | undefined
    try {
      const parts = [key(input, index)].flat()
      const rowKey = idempotencyKey(...parts)
      used = rowKey
      const keyed = { ...settings, waitSignal, idempotencyKey: rowKey }
      // Without `message` the row itself is the message: the types ensure it.
      const one = message ? await message(input, index) : (input as SendMessage)
      const accepted = await once(rowKey, one, async () => {
        if (skipSuppressed && one.channel === "email") {
          const suppression = await findSuppression(one.to, { ...settings, waitSignal })
          if (suppression) throw new LeftOut(rowKey, suppression.reason)
        }
        return accountedFor(await send(one, keyed))
      })
      return { input, index, key: rowKey, message: accepted }
    } catch (error) {
      if (error instanceof LeftOut) return { input, index, key: error.key, suppressed: error.reason }
      return { input, index, key: used, error: error instanceof Error ? error : new MasError(String(error)) }
    }
  }
}

/** Reports a result to the store. A failure is ignored: the service's response still counts, and the key prevents duplicates. */
async function report(step: () => boolean | Promise<boolean>): Promise<void> {
  try {
    await step()
  } catch {}
}

/** A signal that can be awaited repeatedly. A change that happens while nothing waits is not missed. */
class Change {
  #isMissed = false
  #wake: (() => void) | undefined

  happens(): void {
    this.#isMissed = true
    this.#wake?.()
  }

  async next(): Promise<void> {
    if (!this.#isMissed) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    this.#isMissed = false
  }
}
