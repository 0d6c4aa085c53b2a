import type { Message, SendMessage } from "../contract/messages.ts"
import { InvalidArgumentError } from "../errors.ts"
import { idempotencyKey } from "../idempotency.ts"
import { MasError } from "../mas-error.ts"
import { check, milliseconds } from "../request/options-check.ts"
import { checkStore } from "../webhooks/store.ts"
import type { Send, SendEachOptions, SentRow } from "./send-each.ts"

/** Sends a message for each row, so many at a time; reads no further ahead than that. */
export async function* runSendEach<Row>(
  rows: Iterable<Row> | AsyncIterable<Row>,
  options: SendEachOptions<Row>,
  send: Send,
): AsyncGenerator<SentRow<Row>, void, undefined> {
  const { concurrency = 10, ordered = false, signal } = options
  const sendRow = senderOf(options, send)
  const source = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]()
  const sent: SentRow<Row>[] = []
  const change = new Change()
  const reading: { isUnderWay: boolean; end?: { readonly error?: unknown } } = { isUnderWay: false }
  let [begun, given, underWay] = [0, 0, 0]

  async function sendOne(row: Row): Promise<void> {
    underWay++
    sent.push(await sendRow(row, begun++))
    underWay--
    change.happens()
  }

  async function readOne(): Promise<void> {
    reading.isUnderWay = true
    try {
      const { done, value } = await source.next()
      if (done) reading.end = {}
      else void sendOne(value)
    } catch (error) {
      reading.end = { error }
    }
    reading.isUnderWay = false
    change.happens()
  }

  try {
    while (!reading.end || underWay + sent.length > 0) {
      signal?.throwIfAborted()
      if (!reading.end && !reading.isUnderWay && underWay + sent.length < concurrency) void readOne()
      const place = ordered ? sent.findIndex(({ index }) => index === given) : 0
      const [next] = place < 0 ? [] : sent.splice(place, 1)
      if (next) {
        given++
        yield next
      } else await change.next()
    }
  } finally {
    // What is on its way arrives, so that no lease is left behind.
    while (underWay > 0) await change.next()
    if (!reading.end) await source.return?.()
  }
  // Rows that cannot be read are no fault of a row.
  if (reading.end && "error" in reading.end) throw reading.end.error
}

/** Checks the options; what it answers sends a row and never rejects. */
function senderOf<Row>(given: SendEachOptions<Row>, send: Send): (row: Row, index: number) => Promise<SentRow<Row>> {
  const { key, message, concurrency = 10, ordered: _, store, lease = 600_000, ...options } = given
  if (typeof key !== "function")
    throw new InvalidArgumentError("key", "must be a function that gives the parts of a key")
  if (!Number.isSafeInteger(concurrency) || concurrency < 1)
    throw new InvalidArgumentError("concurrency", "must be a whole number, 1 or more")
  check("lease", lease, milliseconds)
  if (store !== undefined) checkStore(store)

  async function once(idempotencyKey: string, work: () => Promise<Message>): Promise<Message | undefined> {
    if (store === undefined) return work()
    const claim = await store.claim(idempotencyKey, { lease })
    if (claim.state === "done") return undefined
    if (claim.state === "busy") throw new MasError(`${idempotencyKey} is being sent by another process`)
    try {
      const accepted = await work()
      await store.complete(idempotencyKey, claim.owner)
      return accepted
    } catch (error) {
      await store.release(idempotencyKey, claim.owner)
      throw error
    }
  }

  return async (input, index) => {
    let used: string | undefined
    try {
      const parts = [key(input, index)].flat()
      used = idempotencyKey(...parts)
      const keyed = { ...options, idempotencyKey: used }
      // Without `message` a row is one: the types say so.
      const one = message ? await message(input, index) : (input as SendMessage)
      const accepted = await once(used, () => send(one, keyed))
      return { input, index, key: used, message: accepted }
    } catch (error) {
      return { input, index, key: used, error: error instanceof Error ? error : new MasError(String(error)) }
    }
  }
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
