import { onAbort } from "../../base/abort.ts"
import { areMicrotasksHeld, heldBody } from "../../webhooks/held-microtasks.ts"
import { AbortError, ConnectionError, type FailedRequest, MasError, TimeoutError } from "../errors.ts"
import { causesOf, readText, transportError } from "../transport/failure.ts"
import { codingOf } from "../transport/headers.ts"
import { admitsItself, isTransportError, type Transport, type TransportResponse } from "../transport/transport.ts"
import type { Outcome } from "../verdict.ts"
import { AttemptRequest } from "./attempt-request.ts"
import { AttemptTimeout, type EndReason, unreadTimeout, withAttemptTimeout } from "./attempt-timeout.ts"
import type { Call } from "./call.ts"
import { maxRedirects, redirectPath } from "./redirect.ts"
import type { CallSecrets } from "./secrets.ts"

/** One attempt of a call. */
export interface Attempt {
  readonly call: Call
  readonly headers: Readonly<Record<string, string>>
  readonly request: FailedRequest
  readonly secrets: CallSecrets
  /** Takes its room under the ceiling, if there is one. Rejects if it may not be sent. */
  readonly take?: (() => Promise<void>) | undefined
}

/** An attempt that failed. */
export interface Failure {
  readonly error: Error
  readonly response?: TransportResponse
  /** The facts that decide what to do; undefined for an error that is not about this attempt. */
  readonly outcome?: Exclude<Outcome, { readonly error: unknown }> | undefined
}

/** A successful response with its request, and the secrets that messages must not contain. */
export interface Success {
  readonly response: TransportResponse
  readonly request: FailedRequest
  readonly secrets: CallSecrets
}

/**
 * Makes one attempt under one time limit. Resolves with any response of the service. Rejects with a ConnectionError, a
 * TimeoutError or an AbortError; a programming error is rethrown unchanged.
 */
export function attempt({ call, headers, request, secrets, take }: Attempt): Promise<TransportResponse> {
  const { downloads, lifetime, transport } = call.settings
  const outgoing = new AttemptRequest(call, headers, take)
  const guard = new AttemptTimeout(call, (why) => {
    guard.end()
    outgoing.abort(ended(why, request, call, outgoing))
  })
  let forget = () => {}
  outgoing.onHold = (isHeld) => {
    forget()
    if (isHeld) {
      guard.pause()
      lifetime.add(guard)
      forget = onAbort(call.waitSignal, () => guard.stop())
      if (call.isGivenUp()) guard.stop()
    } else {
      guard.start()
      lifetime.delete(guard)
    }
  }
  const fail = (error: unknown) => {
    guard.end()
    return outgoing.reason ?? failure(error, request, secrets)
  }
  const settle = (response: TransportResponse) => {
    const { stream } = response
    if (!stream) {
      guard.end()
      return response
    }
    guard.rest()
    downloads.add(guard)
    return { ...response, stream: withAttemptTimeout(stream, guard, outgoing, (error) => fail(transportError(error))) }
  }
  return outgoing
    .wait(() => exchange(transport, outgoing))
    .then(settle, (error) => {
      throw fail(error)
    })
}

/** Sends the request, and follows redirects that are safe to follow; other redirects are returned as responses. */
async function exchange(transport: Transport, outgoing: AttemptRequest): Promise<TransportResponse> {
  if (outgoing.admit && !admitsItself.has(transport)) await outgoing.admit()
  for (let remaining = maxRedirects; ; remaining -= 1) {
    const response = await transport.send(outgoing)
    const { status, headers, stream } = response
    if (status < 300 && !(stream && codingOf(headers))) return response
    // An error status, a redirect, or a file that cannot be decoded here.
    const complete = stream ? await readText({ status, headers }, stream, outgoing.maxBytes) : response
    const path = remaining > 0 ? redirectPath(complete, outgoing) : undefined
    if (path === undefined) return complete
    outgoing.path = path
  }
}

function ended(
  why: EndReason,
  request: FailedRequest,
  call: Call,
  outgoing: AttemptRequest,
): AbortError | TimeoutError {
  if (why === "aborted") return abortError(request, call, outgoing)
  const label = `${request.method} ${request.path}`
  if (why === "unread")
    return new TimeoutError(`${label} was closed: the download was not read for ${unreadTimeout / 60_000} min`, request)
  const neverSent = outgoing.sent === false
  const bodyAdvice = areMicrotasksHeld() ? `; a body of text ${heldBody}` : ""
  return new TimeoutError(`${label} got no complete response within ${call.timeout} ms${bodyAdvice}`, request, {
    neverSent,
  })
}

/** The error of a call that the caller's signal, its deadline or `close()` ended. */
export function abortError(
  request: FailedRequest,
  { signal, given: options, settings, waitSignal, isGivenUp }: Call,
  outgoing?: AttemptRequest,
): AbortError | TimeoutError {
  const label = `${request.method} ${request.path}`
  if (signal?.aborted && !options?.aborted) {
    const waited = outgoing?.held ? `: it waited for ${outgoing.held}` : ""
    const message = `${label} is not done within its deadline of ${settings.deadline} ms${waited}`
    // Between attempts nothing is under way; what was sent before is `finalError`'s to say.
    return new TimeoutError(message, request, { neverSent: !outgoing || outgoing.sent === false || waited !== "" })
  }
  const isWaiting = isGivenUp() && !options?.aborted
  const ended = isWaiting && waitSignal?.aborted ? waitSignal : signal
  const why = ended && ended === waitSignal ? " while it waited" : ": the client was closed"
  // What waits for a connection is no attempt yet.
  const attempts = request.attempts - (outgoing?.held ? 1 : 0)
  const text = `${label} was aborted${isWaiting ? why : ""}`
  return new AbortError(text, { ...request, attempts }, { cause: ended?.reason })
}

/** Only an error that the transport reports is a network failure. Any other error is a programming error and stays unchanged. */
function failure(error: unknown, request: FailedRequest, secrets: CallSecrets): unknown {
  // The reason why reading stopped says more than the cut connection that followed.
  const ours = [...causesOf(error)].find((at) => at instanceof MasError)
  if (ours) return ours
  if (!isTransportError(error)) return error
  const { message, code, neverSent, isLasting, cause = error } = error
  const reason = secrets.shown(code === undefined || message.includes(code) ? message : `${message} (${code})`)
  const text = `${request.method} ${request.path} got no complete response: ${reason}`
  return new ConnectionError(text, request, { cause: secrets.shownError(cause), code, neverSent, isLasting })
}
