import { AbortError, ConnectionError, type FailedRequest, MasError, TimeoutError } from "../errors.ts"
import { BodyText } from "../transport/bytes.ts"
import { transportError } from "../transport/failure.ts"
import { mergeHeaders } from "../transport/header-values.ts"
import type { Transport, TransportResponse } from "../transport/transport.ts"
import { AttemptRequest } from "./attempt-request.ts"
import type { Call } from "./call.ts"
import { Guard, watch } from "./guard.ts"
import { maxRedirects, redirectPath } from "./redirect.ts"
import type { CallSecrets } from "./secrets.ts"
import type { AttemptTrace } from "./trace.ts"

/** One attempt of a call. */
export interface Attempt {
  readonly call: Call
  readonly headers: Readonly<Record<string, string>>
  readonly request: FailedRequest
  readonly secrets: CallSecrets
  /** Where somebody listens. */
  readonly trace?: AttemptTrace | undefined
}

/** A successful answer, and the request that it is to, for messages, with what they may not hold. */
export interface Success {
  readonly answer: TransportResponse
  readonly request: FailedRequest
  readonly secrets: CallSecrets
}

/**
 * Makes one attempt, with one time limit over all of it. Resolves with whatever the service answered; rejects with a
 * ConnectionError, a TimeoutError or an AbortError.
 */
export function attempt({ call, headers, request, secrets, trace }: Attempt): Promise<TransportResponse> {
  const { settings, target, signal, timeout, body } = call
  const outgoing = new AttemptRequest({
    method: target.method,
    origin: settings.origin,
    path: call.path,
    headers: trace?.added ? mergeHeaders(headers, trace.added) : headers,
    body: typeof body === "object" && body !== null ? body.open() : body,
    read: target.download ? "stream" : "text",
    maxBytes: settings.maxResponseBytes,
  })
  return new Promise((resolve, reject) => {
    const guard = new Guard(call, (why) => {
      const neverSent = outgoing.sent === false
      const error = why === "time" ? timedOut(request, timeout, neverSent) : abortError(request, signal)
      guard.end()
      outgoing.abort(error)
      reject(error)
    })
    const fail = (error: unknown): MasError => {
      guard.end()
      return outgoing.reason ?? failure(error, request, secrets)
    }
    const giveUp = () => outgoing.abort(abortError(request, signal))
    travel(settings.transport, outgoing).then(
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
async function travel(transport: Transport, outgoing: AttemptRequest): Promise<TransportResponse> {
  for (let left = maxRedirects; ; left -= 1) {
    const answer = await transport.send(outgoing)
    if (answer.status < 300) return answer
    const whole = answer.stream ? await readWhole(answer, answer.stream, outgoing.maxBytes) : answer
    const path = left > 0 ? redirectPath(whole, outgoing) : undefined
    if (path === undefined) return whole
    outgoing.path = path
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

function timedOut(request: FailedRequest, timeout: number, neverSent: boolean): TimeoutError {
  const message = `${request.method} ${request.path} got no complete answer within ${timeout} ms`
  return new TimeoutError(message, request, { neverSent })
}

/** The error of a call that the caller's signal ended. */
export function abortError(request: FailedRequest, signal: AbortSignal | undefined): AbortError {
  return new AbortError(`${request.method} ${request.path} was aborted`, request, { cause: signal?.reason })
}

function failure(error: unknown, request: FailedRequest, secrets: CallSecrets): MasError {
  // What stopped the body from being read says more than that the connection was then cut.
  // Ten steps down: an error may be its own cause.
  for (let at = error, left = 10; at instanceof Error && left > 0; at = at.cause, left -= 1) {
    if (at instanceof MasError) return at
  }
  const { message, code, neverSent } = transportError(error)
  const reason = secrets.shown(code === undefined || message.includes(code) ? message : `${message} (${code})`)
  const text = `${request.method} ${request.path} got no complete answer: ${reason}`
  return new ConnectionError(text, request, { cause: secrets.shownError(error), code, neverSent })
}
