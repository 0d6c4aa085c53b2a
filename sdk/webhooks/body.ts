import { adviceFor, usualAdvice } from "./body-advice.ts"
import { concat, type OwnBytes } from "./concat.ts"
import { WebhookVerificationError } from "./errors.ts"
import { handlerFor, isRequest } from "./framework-advice.ts"

/** A request body exactly as received. Bytes are best: decoding to text loses what is not valid UTF-8. A Buffer is a Uint8Array. */
export type RawBody = string | Uint8Array | ArrayBuffer

/** An object whose body is read at once, such as a `Blob`. */
export interface WholeBody {
  /** The whole body. */
  arrayBuffer(): Promise<ArrayBuffer>
}

/** The body to hash. Throws when it is not raw. */
export function asReceived(body: unknown): string | Uint8Array {
  const raw = rawOf(body)
  if (raw !== undefined) return raw
  const isLater = !isRequest(body) && (isWhole(body) || isStream(body))
  throw isLater ? notRaw("give its bytes, or give it to verifyWebhookAsync") : parsedOr(handlerFor(body))
}

/** Text and bytes, from this realm or another: `instanceof` fails with those of test runners and `vm`. */
function rawOf(body: unknown): string | Uint8Array | undefined {
  if (isRaw(body)) return body
  return /^\[object (Shared)?ArrayBuffer\]$/.test(tag(body)) ? new Uint8Array(body as ArrayBuffer).slice() : undefined
}

export function isRaw(value: unknown): value is string | Uint8Array {
  return typeof value === "string" || value instanceof Uint8Array || tag(value) === "[object Uint8Array]"
}

/** The type tag of a value, such as `[object Uint8Array]`. */
export function tag(value: unknown): string {
  return Object.prototype.toString.call(value)
}

/** The error for a body that was already read, with advice. */
export function rawBodyRequired(advice: string = usualAdvice): WebhookVerificationError {
  return new WebhookVerificationError(
    "raw_body_required",
    `A signature covers the raw body; this one was read before: ${advice}`,
  )
}

function notRaw(advice: string): WebhookVerificationError {
  return new WebhookVerificationError(
    "raw_body_required",
    `A signature covers the raw body, and this is not one: ${advice}`,
  )
}
const parsedOr = (advice: string | undefined) => (advice === undefined ? rawBodyRequired() : notRaw(advice))

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** The body of a fetch request or a similar object; undefined when it is larger than `max` bytes. */
export async function readRequest(request: object, max: number): Promise<string | Uint8Array | undefined> {
  if (!isRequest(request)) {
    throw notRaw(handlerFor(request) ?? "createWebhookHandler takes a fetch Request")
  }
  const body: unknown = request.body
  // A stream that other code has started to read is locked.
  if (request.bodyUsed || Object(body).locked) throw rawBodyRequired(adviceFor(request))
  const length = request.headers.get("content-length")
  if (Number(length) > max) return undefined
  // Some platforms' Request has no stream: read it at once.
  return body == null ? readWhole(request, max) : readBody(body, max)
}

/** The bytes or text of a body of any kind; undefined when it is larger than `max` bytes. */
export async function readBody(body: unknown, max: number): Promise<string | Uint8Array | undefined> {
  const raw = rawOf(body)
  if (raw !== undefined) return atMost(raw, max)
  if (isStream(body)) return readStream(Symbol.asyncIterator in body ? body : chunksOf(body), undefined, max)
  if (isWhole(body) && !isRequest(body)) return readWhole(body, max)
  throw parsedOr(handlerFor(body))
}

const isStream = (body: unknown): body is AsyncIterable<Uint8Array> | ReadableStream<Uint8Array> =>
  Symbol.asyncIterator in Object(body) || typeof Object(body).getReader === "function"
const isWhole = (body: unknown): body is Whole =>
  ["bytes", "arrayBuffer", "text"].some((read) => typeof Object(body)[read] === "function")

/** The methods of a `Request` or a `Blob` that read it at once; older ones lack some. */
interface Whole {
  readonly bodyUsed?: boolean
  readonly bytes?: () => Promise<unknown>
  readonly arrayBuffer?: () => Promise<unknown>
  readonly blob?: () => Promise<WholeBody>
  readonly text?: () => Promise<unknown>
}

/** Reads all at once with the available method, bytes before text: text loses what is not UTF-8. */
async function readWhole(body: Whole, max: number): Promise<string | Uint8Array | undefined> {
  const { bytes, arrayBuffer, blob, text } = body
  const read = bytes ?? arrayBuffer ?? (blob && (async () => (await blob.call(body)).arrayBuffer())) ?? text
  if (read === undefined) return ""
  let parsed: unknown
  try {
    parsed = await read.call(body)
  } catch {
    // A Request without `bodyUsed` fails if it was already read.
    throw "headers" in body && body.bodyUsed === undefined
      ? rawBodyRequired(adviceFor({ bodyUsed: true }))
      : endedEarly()
  }
  const raw = rawOf(parsed)
  return raw === undefined ? undefined : atMost(raw, max)
}

function atMost<Raw extends string | Uint8Array>(raw: Raw, max: number): Raw | undefined {
  const { length } = typeof raw === "string" ? new TextEncoder().encode(raw) : raw
  return length > max ? undefined : raw
}

/** The chunks of a stream that is not iterable, as in Safari. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
  } finally {
    // Discard the rest. After an end or an error there is nothing left.
    reader.cancel().catch(() => {})
  }
}

const endedEarly = () => new WebhookVerificationError("invalid_body", "The body ended early")

/** Joins the chunks; undefined, with the rest left unread, if `length` or the chunks exceed `max` bytes. */
export async function readStream(chunks: Chunks, length: unknown, max: number): Promise<OwnBytes | undefined> {
  if (Number(length) > max) return undefined
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of chunks) {
      const raw = rawOf(chunk)
      if (raw === undefined) throw new TypeError("A body is made of bytes")
      const part = typeof raw === "string" ? new TextEncoder().encode(raw) : raw
      size += part.length
      if (!(size <= max)) return undefined
      parts.push(part)
    }
  } catch {
    throw endedEarly()
  }
  return concat(parts)
}
