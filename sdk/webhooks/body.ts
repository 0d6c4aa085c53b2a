import { adviceFor, usualAdvice } from "./advice.ts"
import { concat, type OwnBytes } from "./concat.ts"
import { WebhookVerificationError } from "./errors.ts"

/** A request body exactly as received. Bytes are best: decoding to text loses what is not valid UTF-8. A Buffer is a Uint8Array. */
export type RawBody = string | Uint8Array | ArrayBuffer

/** The body to hash. Throws when it is not raw. */
export function asReceived(body: RawBody): string | Uint8Array {
  if (isRaw(body)) return body
  if (tag(body) === "[object ArrayBuffer]") return new Uint8Array(body)
  throw rawBodyRequired()
}

export function isRaw(value: unknown): value is string | Uint8Array {
  return typeof value === "string" || value instanceof Uint8Array || tag(value) === "[object Uint8Array]"
}

/** What a value is, such as `[object Uint8Array]`: `instanceof` fails with values from another realm (test runners, `vm`). */
export function tag(value: unknown): string {
  return {}.toString.call(value)
}

/** The error of a body that came too late, with what to do about it. */
export function rawBodyRequired(advice: string = usualAdvice): WebhookVerificationError {
  return new WebhookVerificationError(
    "raw_body_required",
    `A signature covers the raw body; this one was read before: ${advice}`,
  )
}

/** The body of a fetch request; undefined when it is larger than `max` bytes. */
export async function readRequest(request: Request, max: number): Promise<OwnBytes | undefined> {
  if (request.bodyUsed) throw rawBodyRequired(adviceFor(request))
  // Every server runtime can iterate a body; TypeScript's DOM types say so only with one more lib.
  const body = request.body as AsyncIterable<Uint8Array> | null
  return readStream(body ?? [], request.headers.get("content-length"), max)
}

/** The chunks as one; undefined, with the rest left unread, when `length` says or the chunks show that it passes `max` bytes. */
export async function readStream(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  length: unknown,
  max: number,
): Promise<OwnBytes | undefined> {
  if (Number(length) > max) return undefined
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of chunks) {
      size += chunk.length
      if (!(size <= max)) return undefined
      parts.push(chunk)
    }
  } catch {
    throw new WebhookVerificationError("invalid_body", "The body ended early")
  }
  return concat(parts)
}
