import { AbortError, ConnectionError, type FailedRequest, MasError, TimeoutError } from "../errors.ts"
import { BodyText } from "../transport/bytes.ts"
import { transportError } from "../transport/failure.ts"
import type { Transport, TransportResponse } from "../transport/transport.ts"
import { Attempt, Guard } from "./attempt.ts"
import type { Call } from "./call.ts"
import type { Machine } from "./host.ts"
import { redactText } from "./redact.ts"
import { maxRedirects, redirectPath } from "./redirect.ts"

/**
 * One attempt, with one time limit over all of it. Resolves with whatever the service answered; rejects with a
 * ConnectionError, a TimeoutError or an AbortError.
 */
export function exchange(
  call: Call,
  headers: Readonly<Record<string, string>>,
  request: FailedRequest,
  machine: Machine,
): Promise<TransportResponse> {
  const { settings, target, signal, body } = call
  const sent = typeof body === "object" && body !== null ? body.open() : body
  const read = target.download ? "stream" : "text"
  const attempt = new Attempt(target.method, settings.origin, call.path, headers, sent, read, settings.maxResponseBytes)
  return new Promise((resolve, reject) => {
    const guard = new Guard(machine, call.timeout, signal, (why) => {
      const neverSent = attempt.sent === false
      const error = why === "time" ? timedOut(request, call.timeout, neverSent) : abortError(request, signal)
      guard.end()
      attempt.abort(error)
      reject(error)
    })
    const fail = (error: unknown): MasError => {
      guard.end()
      return attempt.reason ?? failure(error, request)
    }
    const giveUp = () => attempt.abort(abortError(request, signal))
    travel(settings.transport, attempt).then(
      (answer) => {
        if (!answer.stream) guard.end()
        guard.pause()
        resolve(answer.stream ? { ...answer, stream: watch(answer.stream, guard, { fail, giveUp }) } : answer)
      },
      (error) => reject(fail(error)),
    )
  })
}

/** Sends, and follows the redirects that can be followed without harm; the others are answers like any. */
async function travel(transport: Transport, attempt: Attempt): Promise<TransportResponse> {
  for (let left = maxRedirects; ; left -= 1) {
    const answer = await transport.send(attempt)
    if (answer.status < 300) return answer
    const whole = answer.stream ? await readWhole(answer, answer.stream, attempt.maxBytes) : answer
    const path = left > 0 ? redirectPath(whole, attempt) : undefined
    if (path === undefined) return whole
    attempt.path = path
  }
}

/** An answer that came as a stream, with its body as text. */
async function readWhole(
  { status, headers }: TransportResponse,
  stream: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<TransportResponse> {
  const text = new BodyText(maxBytes)
  for await (const chunk of stream) if (!text.add(chunk)) break
  return { status, headers, text: text.toString(), cut: text.cut }
}

/** A body under the guard's eye: time runs while the service is waited for, not while the caller works on a chunk. */
function watch(
  stream: AsyncIterable<Uint8Array>,
  guard: Guard,
  { fail, giveUp }: { readonly fail: (error: unknown) => MasError; readonly giveUp: () => void },
): AsyncIterableIterator<Uint8Array> {
  const iterator = stream[Symbol.asyncIterator]()
  let isOver = false
  const end = () => {
    isOver = true
    guard.end()
  }
  return {
    async next() {
      if (!isOver) guard.start()
      try {
        const next = await iterator.next()
        if (next.done) end()
        return next
      } catch (error) {
        end()
        throw fail(error)
      } finally {
        guard.pause()
      }
    },
    // Not left to the iterator: one that has not begun would leave the connection open.
    async return() {
      if (!isOver) giveUp()
      end()
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

function timedOut(request: FailedRequest, timeout: number, neverSent: boolean): TimeoutError {
  const message = `${request.method} ${request.path} got no complete answer within ${timeout} ms`
  return new TimeoutError(message, request, { neverSent })
}

/** The error of a call that the caller's signal ended. */
export function abortError(request: FailedRequest, signal: AbortSignal | undefined): AbortError {
  return new AbortError(`${request.method} ${request.path} was aborted`, request, { cause: signal?.reason })
}

function failure(error: unknown, request: FailedRequest): MasError {
  // What stopped the body from being read says more than that the connection was then cut.
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof MasError) return at
  const { message, code, neverSent } = transportError(error)
  const reason = redactText(code === undefined || message.includes(code) ? message : `${message} (${code})`)
  const text = `${request.method} ${request.path} got no complete answer: ${reason}`
  return new ConnectionError(text, request, { cause: error, code, neverSent })
}
