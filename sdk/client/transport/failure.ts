import { BodyText } from "./bytes.ts"
import { findLasting, isBeforeSend, type SystemError, undecodableText } from "./failure-codes.ts"
import { isError, isFilled, isText, messageOf } from "./fields.ts"
import { isTransportError, TransportError } from "./transport.ts"

/** An error and its chain of causes, at most ten: an error can be its own cause. */
export function* causesOf(error: unknown): Generator<Error> {
  for (let at = error, remaining = 10; isError(at) && remaining > 0; remaining -= 1) {
    yield at
    at = Object(at).errors?.[0] ?? at.cause
  }
}

function isSystemError(error: Error): error is SystemError {
  return "code" in error && isFilled(error.code)
}

/** A platform error as a TransportError; `neverSent` comes from the transport, otherwise from the error. */
export function transportError(error: unknown, neverSent?: boolean): TransportError {
  if (isTransportError(error)) return error
  const causes = [...causesOf(error)]
  const lasting = findLasting?.(causes)
  if (lasting) {
    const { cause, code, isBeforeSend } = lasting
    return new TransportError(cause.advice, neverSent ?? isBeforeSend, code, { cause: error, isLasting: true })
  }
  const reason = causes.find(isSystemError)
  const [outermost, innermost] = [messageOf(error), messageOf(causes.at(-1) ?? error)]
  // Deno's `fetch` gives no error codes.
  const detail = reason || outermost.includes(innermost) ? "" : `: ${innermost}`
  // OpenSSL names files of its source, on lines of their own.
  const message =
    (outermost + detail).replace(/(?<![^\s:])[^\s:]*:error:\w+:[^:\n]*:[^:\n]*:([^:\n]+):[^\n]*\n?/g, "$1") ||
    reason?.code ||
    String(error)
  return new TransportError(message, neverSent ?? isBeforeSend(causes), reason?.code, { cause: error })
}

/** Runs code whose only failures come from the network. The errors do not show it: `fetch` throws a TypeError. */
export async function overNetwork<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    // Next.js throws this error through the page to render it for each request.
    throw isText(Object(error).digest) ? error : transportError(error)
  }
}

/** A response with its body read as text, up to a limit. */
export async function readText<T extends object>(
  response: T,
  stream: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<T & { readonly text: string; readonly cut: boolean }> {
  const text = new BodyText(maxBytes)
  const reading = overNetwork(async () => {
    for await (const chunk of stream) if (!text.add(chunk)) break
  })
  const instead = await (undecodableText ? reading.catch(undecodableText) : reading)
  return { text: text.toString(), cut: text.cut, ...response, ...instead }
}
